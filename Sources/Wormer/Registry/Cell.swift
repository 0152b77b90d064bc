/// The place of one key in one registry: its binding, and the slot of a shared instance.
///
/// The cell of a type, or of a declared service, stays until its registry goes, because a program has a fixed number of
/// them. So it is found without a lock, and its own lock guards all that is in it. With its word and its lock, it is one
/// cache line.
@frozen
@usableFromInline
struct Cell {
    @usableFromInline private(set) var slot = Slot()

    /// What a lookup can do without looking at the binding.
    @usableFromInline private(set) var shortcut = Shortcut.none

    private var standing = Standing.own

    /// Whether the binding was copied into an isolated test, or created by a lookup in it.
    private(set) var isInherited = false

    /// Whether an isolated test looked the binding up.
    private(set) var isUsed = false

    /// Whether it is known what the factory looks up.
    private var isRecorded = false

    /// The binding, or nil if the key is unbound.
    @usableFromInline private(set) var binding: Binding?

    /// The injector of the registry, which whoever looks something up retains.
    @usableFromInline let injector: UnsafeRawPointer

    /// The rare parts of the cell, or nil if it has none.
    private var rest: Rest?

    @frozen
    @usableFromInline
    enum Shortcut: UInt8 {
        case none
        /// Copy the instance.
        case kept
        /// Call the factory.
        case transient
        /// Call the factory, if this is the main actor.
        case onMainActor
        /// Call the factory, and record what it looks up.
        case first
        /// Copy the weak instance, if it is still there.
        case weak
        /// Copy the instance that an open scope or the outermost lookup shares, or begin its construction, which need not
        /// be recorded.
        case cache
    }

    @frozen
    @usableFromInline
    enum Standing: UInt8 {
        /// The key is bound here, or not at all.
        case own
        /// The key is unbound in an override, although it is bound outside.
        case hidden
        /// An override decided on a binding from outside at its first look, to be used for all lookups inside.
        case decided
        /// The cell has left its registry, because its key was unbound.
        case gone
    }

    init(of injector: UnsafeRawPointer) {
        self.injector = injector
    }
}

extension Cell {
    var isHidden: Bool { standing == .hidden }
    var isDecided: Bool { standing == .decided }
    var isGone: Bool { standing == .gone }

    /// Whether the key is bound or unbound here, and not only outside the override.
    var isOwn: Bool { isHidden || binding != nil && !isDecided }

    /// The decorators of the key, the innermost first.
    var decorations: [Decoration] { rest?.decorations ?? [] }

    /// The location of the binding that the current one replaced; nil if there is none, or if it is outside the override,
    /// so that a lookup outside still finds it.
    var replaced: CodeLocation? {
        get { rest?.replaced }
        set {
            if rest != nil || newValue != nil {
                makeRest().replaced = newValue
            }
        }
    }

    /// The further cells behind the lock of this one.
    var others: OtherCells? { rest?.others }
}

/// A cell, and the object that keeps it.
struct Holder: @unchecked Sendable {
    // Unchecked because of the cell, which has a lock.
    /// The cell, for a caller that keeps the owner.
    let cell: Guarded<Cell>
    /// The registry, or the object that goes when the key is unbound.
    let owner: AnyObject

    init(_ cell: Guarded<Cell>, keptBy owner: AnyObject) {
        (self.cell, self.owner) = (cell, owner)
    }

    init(_ keyed: KeyedCell) {
        self.init(keyed.cell, keptBy: keyed)
    }

    /// Runs a function while holding the lock of the cell.
    ///
    /// - Parameter body: The function. It runs no user code.
    /// - Returns: The result of `body`.
    @inline(__always)
    func withLock<Result>(_ body: (inout Cell) throws -> Result) rethrows -> Result {
        // The optimizer would otherwise release an owner that is not used any more before the cell is.
        defer { extendLifetime(owner) }
        return try cell.withLock(body)
    }
}

extension Cell {
    /// The rare parts of a cell: decorators, a key with an identifier, or a construction whose instance was dropped.
    @usableFromInline
    final class Rest: @unchecked Sendable {
        // Unchecked because the lock of the cell guards the variables.
        @exclusivity(unchecked) fileprivate(set) var decorations: [Decoration] = []

        @exclusivity(unchecked) fileprivate(set) var replaced: CodeLocation?

        /// Those who construct an instance that was dropped, and which ends when it is complete.
        @exclusivity(unchecked) fileprivate var constructingDropped: [Owner] = []

        @exclusivity(unchecked) fileprivate(set) var others: OtherCells?
    }
}

// MARK: - Changes

/// A change of what is bound in a cell.
enum Edit {
    case bind(Binding)
    /// Binds what answers a lookup, unless the key is bound.
    case bindIfAbsent(Binding)
    /// Binds at the position of the contribution with the same key, or last, which is determined in that moment.
    case contribute(Binding, in: Registry)
    /// Binds an assigned instance over the current binding.
    case assign(Binding)
    /// Removes an assigned instance; the binding is what would be found outside the override without assignments.
    case unassign(outside: Binding?)
    /// Adds a decorator, unless the binding has it.
    case decorate(Decoration)
    /// Removes the binding. A contribution loses its position, and the decorators of all contributions.
    case remove
    /// Binds a copy for an isolated test.
    case inherit(Binding, decorations: [Decoration], replaced: CodeLocation?)
    /// Removes the binding and the decorators.
    case reset

    /// Returns whether there is something to change.
    func applies(to current: Binding?) -> Bool {
        switch self {
        case .bindIfAbsent: current == nil
        case .unassign: current?.isAssigned == true
        case .remove: current != nil
        case .bind, .contribute, .assign, .decorate, .inherit, .reset: true
        }
    }
}

/// What a change of a cell begins with, and what it removes, to be released after the lock.
struct Change {
    /// The binding that a lookup found: that of the registry or, if it has none, the one outside the override.
    var current: Binding?
    /// The binding outside the override.
    let outside: Binding?
    /// Whether the current binding is the registry's own.
    var isOwn = false

    fileprivate(set) var binding: Binding?
    /// Whether a test made the binding that was removed, and looked it up.
    fileprivate(set) var wasUsed = false
    fileprivate(set) var slot = Slot()
    fileprivate(set) var decorations: [Decoration] = []

    init(outside: Binding?) {
        self.outside = outside
    }
}

// Call these functions with the lock of the cell held. Each gives back what it removed, to be released after the lock.

extension Cell {
    private mutating func makeRest() -> Rest {
        let rest = rest ?? Rest()
        self.rest = rest
        return rest
    }

    mutating func withOthers<Result>(_ body: (OtherCells) -> Result) -> Result {
        let rest = makeRest()
        let others = rest.others ?? OtherCells()
        rest.others = others
        return body(others)
    }

    /// Performs a change that applies.
    ///
    /// - Parameters:
    ///   - edit: The change.
    ///   - inherited: The decorators of the key outside the override.
    ///   - change: What it begins with. It gets what was removed.
    mutating func perform(_ edit: Edit, inheriting inherited: [Decoration], _ change: inout Change) {
        if !change.isOwn, !inherited.isEmpty, decorations.isEmpty {
            makeRest().decorations = inherited
        }
        switch edit {
        case .bind(let binding): take(binding, &change)
        case .bindIfAbsent(let binding): take(binding, isInherited: true, &change)
        case .contribute(let binding, let registry): take(binding, in: registry, &change)
        case .assign(let binding):
            binding.override(change.current, decorations: decorations, isOwn: change.isOwn)
            // A key that is unbound in an override is so again when the assignment is removed.
            replace(binding, isNew: true, isHidden: isHidden, &change)
        case .unassign(let original): unassign(original, &change)
        case .decorate(let decoration):
            guard (change.current?.decorations ?? decorations).allSatisfy({ $0 !== decoration }) else { return }
            if decorations.allSatisfy({ $0 !== decoration }) {
                makeRest().decorations.append(decoration)
            }
            let binding = change.current?.decorated(by: decoration, isOwn: change.isOwn)
            let isHidden = isHidden || binding == nil && change.outside != nil
            replace(binding, isHidden: isHidden, isInherited: isInherited, &change)
        case .remove:
            change.decorations = decorations
            // The next binding of the key needn't be a contribution.
            rest?.decorations.removeAll { $0.key.contribution != nil }
            replace(nil, isHidden: change.outside != nil, &change)
        case .inherit(let binding, let decorations, let replaced):
            self.replaced = replaced
            if !decorations.isEmpty {
                makeRest().decorations = decorations
            }
            replace(binding, isInherited: true, &change)
        case .reset:
            change.decorations = decorations
            rest?.decorations = []
            replaced = nil
            replace(nil, &change)
        }
    }

    /// Replaces the binding by a new one with the decorators of the key.
    private mutating func take(
        _ binding: Binding,
        in registry: Registry? = nil,
        isInherited: Bool = false,
        _ change: inout Change
    ) {
        binding.replace(change.current, decorations: decorations, newContributionIn: registry)
        // An assigned instance counts as the binding that it overrides.
        let before = change.current.flatMap { $0.isAssigned ? $0.overridden : $0 }
        replaced = before.flatMap { change.isOwn && $0.identity != change.outside?.identity ? $0.location : nil }
        replace(binding, isNew: true, isInherited: isInherited, &change)
    }

    /// Removes an assigned instance.
    private mutating func unassign(_ original: Binding?, _ change: inout Change) {
        var (next, isHidden) = (change.isOwn ? change.current?.overridden : nil, isHidden)
        if next == nil, !isHidden, let outside = change.outside {
            // What is bound outside is found again, unless it's an assignment, too, or was decorated here.
            let own = decorations.filter { one in original?.decorations.contains { $0 === one } != true }
            let decorated = own.reduce(original) { $0?.decorated(by: $1, isOwn: false) }
            next = own.isEmpty && !outside.isAssigned ? nil : decorated
            isHidden = outside.isAssigned
        }
        replace(next, isHidden: isHidden && next == nil, &change)
    }

    /// Replaces the binding, and empties the slot.
    ///
    /// Of a new binding, nothing is recorded.
    private mutating func replace(
        _ binding: Binding?,
        isNew: Bool = false,
        isHidden: Bool = false,
        isInherited: Bool = false,
        _ change: inout Change
    ) {
        // A decorated binding is the same one.
        let isSame = binding != nil && self.binding?.identity == binding?.identity
        change.wasUsed = isUsed && !isSame && !self.isInherited
        standing = isHidden ? .hidden : .own
        (isUsed, self.isInherited) = (isSame && isUsed, isInherited)
        isRecorded = !isNew && binding?.isRecorded == true
        (change.binding, change.slot) = (self.binding, slot)
        (self.binding, slot) = (binding, Slot(binding?.assigned))
        update()
    }

    /// Lets the cell leave its registry, if it has nothing.
    ///
    /// - Returns: Whether it leaves now.
    mutating func leaveIfEmpty() -> Bool {
        guard binding == nil, !isHidden, !isGone, decorations.isEmpty else { return false }
        standing = .gone
        return true
    }

    /// Lets the cell of a call leave its registry, if it has no instance but a weak one that was released, and nobody uses
    /// the binding.
    ///
    /// - Parameter gone: The box of the weak instance, which the caller retains.
    /// - Returns: The binding if the cell leaves now, or nil.
    mutating func leaveIfUnused(_ gone: AnyInstance?) -> Binding? {
        guard slot.claim == nil, slot.instance === gone, isKnownUniquelyReferenced(&binding) else { return nil }
        defer { (binding, slot, standing) = (nil, Slot(), .gone) }
        return binding
    }

    /// Takes over a binding from outside the override, and its instance if that is visible.
    mutating func decide(_ binding: Binding, of other: Cell, borrowsInstance: Bool) {
        (self.binding, standing, isRecorded, replaced) = (binding, .decided, other.isRecorded, other.replaced)
        slot = Slot(borrowsInstance ? other.slot.instance : nil, isBorrowed: true)
        update()
    }

    /// Empties the slot.
    mutating func clear() -> Slot {
        defer { update() }
        return slot.clear()
    }

    /// Empties the slot, and lets those who construct the instance end it.
    mutating func drop() -> Slot {
        if let claim = slot.claim, claim.purpose != .preparing, binding?.hasEnd == true {
            makeRest().constructingDropped.append(claim.owner)
        }
        return clear()
    }

    /// Fills the slot, or gives it back; see `Slot.fill`.
    mutating func fill(with instance: AnyInstance?, by owner: Owner) -> Slot.Filled {
        if slot.claim?.owner != owner, let rest, let place = rest.constructingDropped.firstIndex(of: owner) {
            rest.constructingDropped.remove(at: place)
            return (instance?.teardown, nil, false)
        }
        return withSlot { $0.fill(with: instance, by: owner) }
    }

    /// Accesses the slot.
    mutating func withSlot<Result>(_ body: (inout Slot) -> Result) -> Result {
        defer { update() }
        return body(&slot)
    }

    /// Marks the binding as looked up.
    ///
    /// - Returns: Whether it was copied from another test, and is marked for the first time.
    mutating func markUsed() -> Bool {
        defer { isUsed = true }
        return isInherited && !isUsed
    }

    /// Notes that it is known what the factory of a binding looks up.
    mutating func didRecord(_ binding: Binding) {
        if self.binding === binding {
            isRecorded = true
            update()
        }
    }

    /// Determines what a lookup can do without looking at the binding.
    private mutating func update() {
        guard let binding, !binding.isUnavailableInTests, !binding.hasAssignedFunction else {
            shortcut = .none
            return
        }
        if slot.instance != nil {
            shortcut = binding.isWeak ? .weak : .kept
        } else if binding.isPlainTransient {
            shortcut = isRecorded ? .transient : .first
        } else if binding.isPlainOnMainActor, isRecorded {
            shortcut = .onMainActor
        } else {
            let isPlain = binding.lifetime.isInCache && (binding.isPlainValue || isRecorded)
            shortcut = isPlain ? .cache : .none
        }
    }
}
