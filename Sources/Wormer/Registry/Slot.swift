/// The place of a shared instance: it is empty, somebody prepares or constructs the instance, or it has the instance.
///
/// A slot is a value that decides what comes next. A cell, or the cache that has it, guards it with a lock, and does
/// what it says after the lock.
@frozen
@usableFromInline
struct Slot {
    /// The instance, which may be a weak one.
    @usableFromInline private(set) var instance: AnyInstance?

    /// The object that others wait for, if there are others.
    private var construction: Construction?

    /// Who prepares or constructs the instance.
    private(set) var owner: Owner?

    /// Whether the owner is a task that still awaits parameters.
    ///
    /// A thread that is ready to call takes the slot over.
    private(set) var isPreparing = false

    /// Whether the instance belongs to what an override overrides.
    private(set) var isBorrowed = false

    /// Whether the lifetime of the instance has ended, so that whoever constructs the instance ends it.
    private var isOver = false

    /// Creates a slot with an instance, which may belong to what an override overrides.
    @usableFromInline
    init(_ instance: AnyInstance? = nil, isBorrowed: Bool = false) {
        self.instance = instance
        self.isBorrowed = isBorrowed && instance != nil
    }

    var isEmpty: Bool { instance == nil && owner == nil }

    /// Claims an empty slot.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - owner: The caller.
    ///   - claim: What the caller will do.
    ///   - gone: A weak instance that the caller knows to be released. It is nil afterwards, unless the slot is claimed.
    ///     Then the caller releases it after the lock.
    /// - Returns: What the caller does.
    mutating func claim(
        for binding: Binding,
        by owner: Owner,
        as claim: Claim,
        replacing gone: inout AnyInstance?
    ) -> Next {
        if let instance, instance !== gone {
            gone = nil
            return .kept(instance)
        }
        if instance == nil {
            gone = nil
        }
        if self.owner != nil {
            guard isPreparing, claim != .preparing else { return .wait(constructionUnderWay(of: binding)!) }
            construction?.pass(to: owner)
        }
        (instance, isBorrowed) = (nil, false)
        (self.owner, isPreparing) = (owner, claim == .preparing)
        return .construct(claim == .inTask ? constructionUnderWay(of: binding) : nil)
    }

    /// Returns what others wait for, or nil if nobody prepares or constructs the instance.
    mutating func constructionUnderWay(of binding: Binding) -> Construction? {
        guard let owner else { return nil }
        let construction = construction ?? Construction(of: binding, by: owner)
        self.construction = construction
        return construction
    }

    /// Ends a construction, with or without an instance.
    ///
    /// - Returns: The end of an instance that is not kept, because its lifetime has ended; and what others wait for. Both
    ///   are nil if the slot does not belong to the owner any more.
    mutating func finish(_ instance: AnyInstance?, by owner: Owner) -> (late: Teardown?, waiting: Construction?) {
        guard self.owner == owner else { return (nil, nil) }
        let (waiting, isOver) = (construction, isOver)
        (self.owner, isPreparing, construction, self.isOver) = (nil, false, nil, false)
        self.instance = isOver ? nil : instance
        return (isOver ? instance?.teardown : nil, waiting)
    }

    /// Ends the lifetime of an instance that is under construction, for an ending that cannot wait.
    mutating func endWhenFinished() {
        isOver = owner != nil
    }

    /// Keeps an instance, if the slot is empty.
    mutating func fill(with instance: AnyInstance) {
        if isEmpty {
            self.instance = instance
        }
    }

    /// Replaces a released weak instance by the one outside the override.
    mutating func borrow(_ instance: AnyInstance, insteadOf gone: AnyInstance) {
        if self.instance === gone {
            (self.instance, isBorrowed) = (instance, true)
        }
    }

    /// Empties the slot.
    ///
    /// - Returns: What it was. The caller releases it after the lock, and lets those who wait look again.
    mutating func clear() -> Slot {
        defer { self = Slot() }
        return self
    }

    /// Empties the slot if it has the instance with a teardown.
    ///
    /// - Returns: The instance.
    mutating func remove(_ teardown: Teardown) -> AnyInstance? {
        guard let instance, instance.teardown === teardown else { return nil }
        self.instance = nil
        return instance
    }

    /// Lets those who wait for a construction in a slot that was cleared look again.
    ///
    /// Call this after the lock.
    func abandon() {
        construction?.finish(.success(nil))
    }

    /// The end of the instance, unless it belongs elsewhere.
    var teardown: Teardown? { isBorrowed ? nil : instance?.teardown }
}

/// Who prepares or constructs an instance: a thread, or a task by its frame.
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

/// What the owner of a claim does.
enum Claim {
    /// It awaits parameters. A thread that is ready to call takes the slot over.
    case preparing
    case constructing
    /// It starts a task that constructs, and waits for that like others. What it waits for is made with the claim, because
    /// somebody may drop the slot afterwards.
    case inTask
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
