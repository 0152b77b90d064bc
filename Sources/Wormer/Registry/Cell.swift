/// The place of one key in one registry: its binding, and the slot of a shared instance.
///
/// The cell of a type, or of a declared service, stays until its registry goes, because a program has a fixed number of
/// them. So it is found without a lock, and its own lock guards all that is in it.
@frozen
@usableFromInline
struct Cell {
    /// What a lookup can do without looking at the binding.
    @usableFromInline private(set) var shortcut = Shortcut.none
    @usableFromInline private(set) var slot = Slot()
    @usableFromInline private(set) var binding: AnyBinding?

    /// The injector of the registry, which whoever looks something up retains.
    @usableFromInline let injector: UnsafeRawPointer

    /// Whether the key is unbound in an override, although it is bound outside.
    private(set) var isHidden = false

    /// Whether an override decided on a binding from outside at its first look, to be used for all lookups inside.
    private(set) var isDecided = false

    /// Whether the binding was copied into an isolated test, or created by a lookup in it, and whether it was looked up.
    private(set) var isInherited = false
    private(set) var isUsed = false

    /// Whether the cell has left its registry, because its key was unbound.
    private(set) var isGone = false

    /// The number of changes.
    private(set) var version = 0

    /// What few cells have.
    private(set) var details: CellDetails?

    @frozen
    @usableFromInline
    enum Shortcut: UInt8 {
        case none
        /// Copy the instance.
        case kept
        /// Call the factory.
        case transient
    }

    init(of injector: UnsafeRawPointer) {
        self.injector = injector
    }
}

/// The parts of a cell that few cells have; the cell's lock guards them.
@usableFromInline
final class CellDetails: @unchecked Sendable {
    /// The decorators of the key, the innermost first.
    @exclusivity(unchecked) var decorations: [AnyDecoration] = []

    /// The binding that an assigned instance overrides, which is bound again when the assignment is removed.
    @exclusivity(unchecked) var overridden: AnyBinding?

    /// The binding that the current one replaced.
    @exclusivity(unchecked) var replaced: ReplacedBinding?

    /// The position among the contributions to the interface, or nil if this is not a contribution.
    @exclusivity(unchecked) var contribution: Int?

    /// The cells of the same interface with identifiers, names or numbers, by hash.
    @exclusivity(unchecked) var keyed: [Int: [KeyedCell]] = [:]

    /// Those of them that are contributions.
    @exclusivity(unchecked) var contributions: [KeyedCell] = []

    /// The declared service, whose address is the word of the cell.
    @exclusivity(unchecked) var declaration: Declaration?
}

/// The cell of a key that has an identifier, a name or a number.
///
/// It goes when the key is unbound.
@usableFromInline
final class KeyedCell: Sendable {
    let key: Key
    @usableFromInline let cell: Guarded<Cell>

    init(_ key: Key, of injector: UnsafeRawPointer) {
        self.key = key
        cell = Guarded(Cell(of: injector), isSeparate: true)
    }

    deinit {
        cell.free()
    }
}

/// A binding that another one replaced.
struct ReplacedBinding {
    let identity: Int
    /// The location; nil if it is outside the override, so that a lookup outside still finds it.
    let location: CodeLocation?
    /// The scope for which the binding, or one that it replaced, declared a value.
    let scopeOfValue: Scope?
}

// MARK: - Changes

// Call these functions with the lock of the cell held. Each returns what it removed, to be released after the lock.

extension Cell {
    mutating func withDetails<Result>(_ body: (CellDetails) -> Result) -> Result {
        let details = details ?? CellDetails()
        self.details = details
        return body(details)
    }

    /// Replaces the binding, and empties the slot.
    mutating func bind(_ binding: AnyBinding?, isHidden: Bool, isInherited: Bool) -> (AnyBinding?, Slot) {
        let removed = (self.binding, slot)
        self.binding = binding
        slot = binding?.assigned.map(Slot.init(assigned:)) ?? Slot()
        self.isHidden = isHidden
        // A decorated binding is the same one.
        let isSame = binding != nil && binding?.identity == removed.0?.identity
        self.isInherited = isInherited || isSame && self.isInherited
        (isDecided, isUsed) = (false, isSame && isUsed)
        version += 1
        update()
        return removed
    }

    /// Lets the cell leave its registry, if it has nothing.
    mutating func leaveIfEmpty() -> Bool {
        isGone = binding == nil && !isHidden && details?.decorations.isEmpty ?? true
        return isGone
    }

    /// Takes over a binding from outside the override, and its instance if that is visible.
    mutating func decide(_ binding: AnyBinding, of other: Cell, borrowsInstance: Bool) {
        (self.binding, isDecided) = (binding, true)
        version += 1
        slot = Slot(borrowing: borrowsInstance ? other.slot.instance : nil)
        if other.details?.contribution != nil || other.details?.replaced != nil {
            withDetails {
                $0.contribution = other.details?.contribution
                $0.replaced = other.details?.replaced
            }
        }
        update()
    }

    /// Empties the slot.
    mutating func clear() -> Slot {
        defer { update() }
        return slot.clear()
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

    /// Determines what a lookup can do without looking at the binding.
    mutating func update() {
        guard let binding, !binding.isUnavailableInTests else {
            shortcut = .none
            return
        }
        if slot.instance != nil {
            shortcut = binding.isWeak ? .none : .kept
        } else {
            shortcut = binding.isPlainTransient && binding.isRecorded ? .transient : .none
        }
    }
}
