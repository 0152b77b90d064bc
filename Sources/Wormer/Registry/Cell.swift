/// The place of one key in one registry: its binding, and the slot of a shared instance.
///
/// The cell of a type, or of a declared service, stays until its registry goes, because a program has a fixed number of
/// them. So it is found without a lock, and its own lock guards all that is in it. With its word and its lock, it is one
/// cache line.
@frozen
@usableFromInline
struct Cell {
    @usableFromInline private(set) var slot = Slot()

    /// The steps that a lookup can do without looking at the binding.
    @usableFromInline private(set) var shortcut = Shortcut.none

    private var standing: Standing

    /// Whether the binding was copied from outside the override, or created by a lookup.
    private(set) var isInherited = false

    /// Whether an isolated test looked the binding up.
    private(set) var isUsed = false

    /// Whether it is known what the factory looks up.
    private(set) var needsAreKnown = false

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
        /// Copy the instance that an open scope or the outermost lookup shares, or begin its construction, whose needs are
        /// known.
        case cache
    }

    @frozen
    @usableFromInline
    enum Standing: UInt8 {
        /// The key is bound here, or not at all.
        case own
        /// The override has not used the key yet: its first use copies what is bound outside.
        case unused
        /// The override has a copy of what is bound outside: its first lookup borrows the instance from there.
        case copied
        /// The cell has left its registry, because its key was unbound.
        case gone
    }

    init(of injector: UnsafeRawPointer, inOverride: Bool) {
        self.injector = injector
        standing = inOverride ? .unused : .own
    }
}

extension Cell {
    var isUnused: Bool { standing == .unused }
    var isCopied: Bool { standing == .copied }
    var isGone: Bool { standing == .gone }

    /// The decorators of the key, the innermost first.
    var decorations: [Decoration] { rest?.decorations ?? [] }
    private var isDecorated: Bool { rest?.decorations.isEmpty == false }

    /// The location of the binding that the current one replaced; nil if there is none, or if it was copied.
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
    /// Removes an assigned instance.
    case unassign
    /// Adds a decorator, unless the binding has it.
    case decorate(Decoration)
    /// Removes the binding. A contribution loses its position, and the decorators of all contributions.
    case remove
    /// Removes the binding and the decorators; an override sees what is outside again.
    case reset

    /// Returns whether there is something to change.
    func applies(to current: Binding?) -> Bool {
        switch self {
        case .bindIfAbsent: current == nil
        case .unassign: current?.isAssigned == true
        case .remove: current != nil
        case .bind, .contribute, .assign, .decorate, .reset: true
        }
    }
}

/// The parts that a change removes from a cell, to be released after the lock.
struct Change {
    fileprivate(set) var binding: Binding?
    /// Whether a test made the binding that was removed, and looked it up.
    fileprivate(set) var wasUsed = false
    fileprivate(set) var slot = Slot()
    fileprivate(set) var decorations: [Decoration] = []
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
    ///   - isInOverride: Whether the cell belongs to an override.
    ///   - change: It gets what was removed.
    mutating func perform(_ edit: Edit, isInOverride: Bool, _ change: inout Change) {
        switch edit {
        case .bind(let binding): take(binding, &change)
        case .bindIfAbsent(let binding): take(binding, isInherited: true, &change)
        case .contribute(let binding, let registry): take(binding, in: registry, &change)
        case .assign(let binding):
            binding.override(self.binding, decorations: decorations)
            replace(binding, &change)
        case .unassign:
            replace(binding?.overridden, &change)
            setStanding(mayBorrow: isInOverride)
        case .decorate(let decoration):
            guard (binding?.decorations ?? decorations).allSatisfy({ $0 !== decoration }) else { return }
            if decorations.allSatisfy({ $0 !== decoration }) {
                makeRest().decorations.append(decoration)
            }
            let (isUnbound, isInherited) = (isUnused, isInherited)
            replace(binding?.decorated(by: decoration), &change)
            standing = isUnbound ? .unused : standing
            self.isInherited = isInherited
        case .remove:
            change.decorations = decorations
            // The next binding of the key needn't be a contribution.
            rest?.decorations.removeAll { $0.key.contribution != nil }
            replace(nil, &change)
        case .reset:
            change.decorations = decorations
            rest?.decorations = []
            replaced = nil
            replace(nil, &change)
            standing = isInOverride ? .unused : .own
        }
    }

    /// Replaces the binding by a new one with the decorators of the key.
    private mutating func take(
        _ binding: Binding,
        in registry: Registry? = nil,
        isInherited: Bool = false,
        _ change: inout Change
    ) {
        binding.replace(self.binding, decorations: decorations, newContributionIn: registry)
        // An assigned instance counts as the binding that it overrides.
        let before = self.binding.flatMap { $0.isAssigned ? $0.overridden : $0 }
        replaced = self.isInherited ? nil : before?.location
        replace(binding, &change)
        self.isInherited = isInherited
    }

    /// Replaces the binding, and empties the slot.
    private mutating func replace(_ binding: Binding?, _ change: inout Change) {
        // A decorated binding is the same one.
        let isSame = binding != nil && self.binding?.identity == binding?.identity
        change.wasUsed = isUsed && !isSame && !isInherited
        (standing, isUsed, isInherited, needsAreKnown) = (.own, isSame && isUsed, false, false)
        (change.binding, change.slot) = (binding, Slot(binding?.assigned))
        swap(&self.binding, &change.binding)
        swap(&slot, &change.slot)
        update()
    }

    /// Lets the cell leave its registry, if it has nothing.
    ///
    /// One whose key was unbound in an override stays, because the key may be bound outside.
    ///
    /// - Returns: Whether it leaves now.
    mutating func leaveIfEmpty(isInOverride: Bool) -> Bool {
        guard binding == nil, standing == (isInOverride ? .unused : .own), !isDecorated else { return false }
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

    /// Copies what is bound outside the override, if the override has not used the key yet.
    ///
    /// - Parameters:
    ///   - other: The cell outside.
    ///   - decorators: The decorators that apply to all contributions inside.
    ///   - mayBorrow: Whether instances are borrowed from outside.
    mutating func copy(_ other: Cell, decoratedBy decorators: [Decoration], mayBorrow: Bool) {
        guard isUnused else { return }
        let missing = decorators.filter { one in other.binding?.decorations.contains { $0 === one } == false }
        // Decorators that were added inside before the key was bound outside stay those of bindings inside.
        if !isDecorated, other.isDecorated || !missing.isEmpty {
            makeRest().decorations = other.decorations + missing
        }
        // A key that is not bound outside may be bound there later.
        guard let outside = other.binding else { return }
        binding = missing.isEmpty ? outside : missing.reduce(outside) { $0.decorated(by: $1) }
        (isInherited, needsAreKnown, replaced) = (true, other.needsAreKnown, other.replaced)
        setStanding(mayBorrow: mayBorrow)
        slot = Slot(binding?.assigned)
        update()
    }

    /// Sets the standing of a binding, in an override if it may borrow the instance outside.
    private mutating func setStanding(mayBorrow: Bool) {
        standing = mayBorrow && binding?.lifetime.isKeptByBinding == true ? .copied : .own
    }

    /// Borrows the instance outside the override, if it is one of the same binding, before the first lookup inside.
    mutating func borrow(from other: Cell?, unless isDropped: (Lifetime) -> Bool) {
        guard isCopied, let binding else { return }
        standing = .own
        guard !binding.isAssigned, other?.binding === binding, !isDropped(binding.lifetime) else { return }
        slot = Slot(other?.slot.instance, isBorrowed: true)
        update()
    }

    /// Empties the slot, and borrows nothing any more.
    mutating func clear() -> Slot {
        standing = isCopied ? .own : standing
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
    mutating func didLearnNeeds(of binding: Binding) {
        if self.binding === binding {
            needsAreKnown = true
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
            shortcut = needsAreKnown ? .transient : .first
        } else if binding.isPlainOnMainActor, needsAreKnown {
            shortcut = .onMainActor
        } else {
            let isPlain = binding.lifetime.isInCache && (binding.isPlainValue || needsAreKnown)
            shortcut = isPlain ? .cache : .none
        }
    }
}
