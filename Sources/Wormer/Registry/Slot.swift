/// The place of a shared instance.
///
/// A slot is a value that decides what comes next. A cell, or an `InstanceKeeper` with `Slots`, guards it with a
/// lock, and does what it says after the lock.
@frozen
@usableFromInline
enum Slot {
    case empty
    /// Somebody prepares or constructs the instance.
    case claimed(Claim)
    /// The instance, which may be a weak one. A borrowed one belongs to what an override overrides.
    case kept(AnyInstance, isBorrowed: Bool)

    /// Creates a slot with an instance, if there is one.
    @usableFromInline
    init(_ instance: AnyInstance? = nil, isBorrowed: Bool = false) {
        self = instance.map { .kept($0, isBorrowed: isBorrowed) } ?? .empty
    }

    @inlinable var instance: AnyInstance? {
        if case .kept(let instance, _) = self { instance } else { nil }
    }

    var claim: Claim? {
        if case .claimed(let claim) = self { claim } else { nil }
    }

    /// The end of the instance, unless it belongs elsewhere.
    var teardown: Teardown? {
        if case .kept(let instance, false) = self { instance.teardown } else { nil }
    }

    /// Claims the slot, unless it has an instance, or somebody else constructs it.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - owner: The caller.
    ///   - purpose: What the caller will do.
    ///   - gone: A weak instance that the caller knows to be released. It is nil afterwards, unless the slot is claimed.
    ///     Then the caller releases it after the lock.
    /// - Returns: The next step of the caller.
    mutating func claim(
        for binding: Binding,
        by owner: Owner,
        as purpose: Claim.Purpose,
        replacing gone: inout AnyInstance?
    ) -> Next {
        var new = Claim(owner: owner, purpose: purpose)
        switch self {
        case .kept(let instance, _):
            guard instance === gone else {
                gone = nil
                return .kept(instance)
            }
        case .claimed(let current):
            gone = nil
            guard current.purpose == .preparing, purpose != .preparing else {
                return .wait(constructionUnderWay(of: binding).unsafelyUnwrapped)
            }
            current.construction?.pass(to: owner)
            (new.construction, new.isOver) = (current.construction, current.isOver)
        case .empty:
            gone = nil
        }
        self = .claimed(new)
        return .construct(purpose == .inTask ? constructionUnderWay(of: binding) : nil)
    }

    /// Returns what others wait for, or nil if nobody prepares or constructs the instance.
    mutating func constructionUnderWay(of binding: Binding) -> Construction? {
        guard case .claimed(var claim) = self else { return nil }
        let construction = claim.construction ?? Construction(of: binding, by: claim.owner)
        claim.construction = construction
        self = .claimed(claim)
        return construction
    }

    /// The end of an instance that is not kept, what others wait for, and whether the lifetime of the instance has ended.
    typealias Filled = (late: Teardown?, waiting: Construction?, isOver: Bool)

    /// Fills a claimed slot, or gives it back without an instance.
    ///
    /// - Returns: The things to do next; nothing if the slot does not belong to the owner any more.
    mutating func fill(with instance: AnyInstance?, by owner: Owner) -> Filled {
        guard let claim, claim.owner == owner else { return (nil, nil, false) }
        self = Slot(claim.isOver ? nil : instance)
        return (claim.isOver ? instance?.teardown : nil, claim.construction, claim.isOver)
    }

    /// Ends the lifetime of an instance that is under construction, for an ending that cannot wait.
    mutating func endWhenFilled() {
        if case .claimed(var claim) = self {
            claim.isOver = true
            self = .claimed(claim)
        }
    }

    /// Keeps an instance that nobody constructs, if the slot is empty.
    mutating func keep(_ instance: AnyInstance) {
        if case .empty = self {
            self = Slot(instance)
        }
    }

    /// Replaces a released weak instance by the one outside the override.
    mutating func borrow(_ instance: AnyInstance, insteadOf gone: AnyInstance) {
        if self.instance === gone {
            self = Slot(instance, isBorrowed: true)
        }
    }

    /// Empties the slot.
    ///
    /// - Returns: The former slot. The caller releases it after the lock, and lets those who wait look again.
    mutating func clear() -> Slot {
        defer { self = .empty }
        return self
    }

    /// Empties the slot if it has the instance with a teardown.
    ///
    /// - Returns: The instance.
    mutating func remove(_ teardown: Teardown) -> AnyInstance? {
        guard let instance, instance.teardown === teardown else { return nil }
        self = .empty
        return instance
    }

    /// Lets those who wait for a construction in a slot that was cleared look again.
    ///
    /// Call this after the lock.
    func abandon() {
        claim?.construction?.finish(.success(nil))
    }
}

/// The owner and the purpose of a claimed slot.
@frozen
@usableFromInline
struct Claim {
    @frozen
    @usableFromInline
    enum Purpose {
        /// The owner awaits parameters. A thread that is ready to call takes the slot over.
        case preparing
        case constructing
        /// The owner starts a task that constructs, and waits for that like others. Their object is made with the
        /// claim, because somebody may drop the slot afterwards.
        case inTask
    }

    // The small parts come last, so that those of a cell fit behind them.

    /// The object that others wait for, if there are others.
    fileprivate(set) var construction: Construction?

    let owner: Owner
    let purpose: Purpose

    /// Whether the lifetime of the instance has ended, so that the owner ends it.
    fileprivate(set) var isOver = false
}

/// The one that prepares or constructs an instance: a thread, or a task by its frame.
///
/// Only the owner ends its construction. That the binding is unchanged proves nothing.
@frozen
@usableFromInline
struct Owner: Hashable, Sendable {
    /// The address of the thread's data or of the frame, which identifies it while the construction is under way.
    let number: UInt
    let isThread: Bool

    /// The owner of what no lookup constructs: the end of an instance.
    static let nobody = Owner(number: 0, isThread: false)
}

/// The next step of a lookup.
enum Next {
    case kept(AnyInstance)
    /// The caller does what it claimed the slot for, and then ends the construction, for which it may have to wait itself.
    case construct(Construction?)
    /// The instance was constructed for this lookup.
    case constructed(AnyInstance)
    /// Somebody else prepares or constructs the instance.
    case wait(Construction)
    /// The binding was replaced, or its instance dropped.
    case lookAgain
}
