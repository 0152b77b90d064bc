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
    @usableFromInline private(set) var contents: Contents

    /// The injector of the registry, which whoever looks something up retains.
    @usableFromInline let injector: UnsafeRawPointer

    /// Whether an override decided on a binding from outside at its first look, to be used for all lookups inside.
    private(set) var isDecided = false

    /// Whether an isolated test looked the binding up.
    private(set) var isUsed = false

    /// Whether the cell has left its registry, because its key was unbound.
    private(set) var isGone = false

    /// The further cells behind the lock of this one.
    private(set) var others: OtherCells?

    @frozen
    @usableFromInline
    enum Shortcut: UInt8 {
        case none
        /// Copy the instance.
        case kept
        /// Call the factory.
        case transient
        /// Call the factory, and record what it looks up.
        case first
        /// Copy the weak instance, if it is still there.
        case weak
        /// Copy the instance that an open scope or the outermost lookup shares, or begin its construction.
        case cache
    }

    init(of injector: UnsafeRawPointer) {
        self.injector = injector
        contents = Contents()
    }

    @inlinable var binding: Binding? { contents.binding }
}

/// The cells of the same interface with identifiers, names or numbers, which the lock of the interface's cell guards.
@usableFromInline
final class OtherCells: @unchecked Sendable {
    /// The cells, by the hashes of their keys.
    @exclusivity(unchecked) private var cells: [KeyedCell] = []

    /// The number of changes.
    @exclusivity(unchecked) private(set) var version = 0

    /// The cells, in an array that shares nothing with this object.
    var all: [KeyedCell] { cells.map { $0 } }

    /// Returns the first place of a hash, or where it belongs.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of cells.
    private func firstPlace(of hash: Int) -> Int {
        var (low, high) = (0, cells.count)
        while low < high {
            let middle = (low + high) / 2
            (low, high) = cells[middle].hash < hash ? (middle + 1, high) : (low, middle)
        }
        return low
    }

    /// Returns one of the cells whose keys have a hash, or nil if there are fewer.
    func candidate(_ number: Int, for hash: Int) -> KeyedCell? {
        let place = firstPlace(of: hash) + number
        return place < cells.count && cells[place].hash == hash ? cells[place] : nil
    }

    /// Returns the shared instance with a string as the identifier.
    ///
    /// Comparing strings runs no code of the user.
    ///
    /// - Returns: The instance, or nil in it if the lookup must take the slow path; nil if there is no such cell.
    func instance(of string: String, _ hash: Int) -> AnyInstance?? {
        let place = firstPlace(of: hash)
        guard place < cells.count, cells[place].hash == hash else { return nil }
        guard case .identifier(let identifier) = cells[place].key.qualifier, identifier.isString(string) else {
            return .some(nil)
        }
        return cells[place].cell.withLock { $0.shortcut == .kept ? $0.slot.instance : nil }
    }

    /// Adds a cell, unless there was another change.
    func add(_ keyed: KeyedCell, ifUnchangedSince known: Int) -> Bool {
        guard version == known else { return false }
        version += 1
        cells.insert(keyed, at: firstPlace(of: keyed.hash))
        return true
    }

    func remove(_ keyed: KeyedCell) {
        version += 1
        cells.removeAll { $0 === keyed }
    }
}

/// The cell of a key that has an identifier, a name or a number.
///
/// It goes when the key is unbound.
final class KeyedCell: Sendable {
    let key: Key
    let hash: Int
    let cell: Guarded<Cell>

    init(_ key: Key, _ hash: Int, of injector: UnsafeRawPointer) {
        (self.key, self.hash) = (key, hash)
        cell = Guarded(Cell(of: injector))
    }

    deinit {
        cell.free()
    }
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

/// The data of a key, beside its binding, that few keys have.
///
/// The lock of the cell that has it guards the variables.
@usableFromInline
final class Extras: @unchecked Sendable {
    /// The decorators of the key, the innermost first.
    @exclusivity(unchecked) var decorations: [Decoration]

    /// The binding that an assigned instance overrides, which is bound again when the assignment is removed.
    @exclusivity(unchecked) var overridden: Binding?

    /// The position among the contributions to the interface, or nil if this is not a contribution.
    @exclusivity(unchecked) var contribution: Int?

    /// The location of the binding that the current one replaced; nil if there is none, or if it is outside the
    /// override, so that a lookup outside still finds it.
    @exclusivity(unchecked) var replaced: CodeLocation?

    /// The scope for which a binding that was replaced declared a value.
    @exclusivity(unchecked) var scopeOfValue: Scope?

    /// Those who construct an instance that was dropped before it was complete, and who end it then.
    @exclusivity(unchecked) fileprivate var constructingDropped: [Owner] = []

    init(decorations: [Decoration] = []) {
        self.decorations = decorations
    }

    /// Creates a copy for another cell, with the decorators of that.
    init(_ other: Extras, decorations: [Decoration]) {
        self.decorations = decorations
        overridden = other.overridden
        contribution = other.contribution
        replaced = other.replaced
        scopeOfValue = other.scopeOfValue
    }
}

/// The contents of a cell, without its instance.
@frozen
@usableFromInline
struct Contents {
    /// The binding, or nil if the key is unbound.
    @usableFromInline var binding: Binding?
    /// The decorators of the key, and other data that few keys have.
    var extras: Extras?
    /// Whether the key is unbound in an override, although it is bound outside.
    var isHidden = false
    /// Whether the binding was copied into an isolated test, or created by a lookup in it.
    var isInherited = false
}

// MARK: - Changes

/// What a change of a cell removes, to be released after the lock.
struct Change {
    /// The binding outside the override.
    let outside: Binding?
    /// Whether the contents were the registry's own.
    var isOwn = false

    var binding: Binding?
    /// Whether a test made the binding that was removed, and looked it up.
    var wasUsed = false
    /// What was there before the cell took over what is outside.
    var decided: (binding: Binding?, extras: Extras?)
    var overridden: Binding?
    var extras: Extras?
    var slot = Slot()

    init(outside: Binding?) {
        self.outside = outside
    }
}

// Call these functions with the lock of the cell held. Each gives back what it removed, to be released after the lock.

extension Cell {
    mutating func withOthers<Result>(_ body: (OtherCells) -> Result) -> Result {
        let others = others ?? OtherCells()
        self.others = others
        return body(others)
    }

    /// Whether the key is bound or unbound here, and not only outside the override.
    var isOwn: Bool { contents.isHidden || binding != nil && !isDecided }

    /// Replaces the binding, and empties the slot.
    mutating func replace(
        _ binding: Binding?,
        isHidden: Bool = false,
        isInherited: Bool = false,
        _ change: inout Change
    ) {
        // A decorated binding is the same one.
        let isSame = binding != nil && contents.binding?.identity == binding?.identity
        change.wasUsed = isUsed && !isSame && !contents.isInherited
        (isDecided, isUsed) = (false, isSame && isUsed)
        (contents.isHidden, contents.isInherited) = (isHidden, isInherited)
        var (binding, slot) = (binding, Slot(binding?.assigned))
        swap(&contents.binding, &binding)
        swap(&self.slot, &slot)
        (change.binding, change.slot) = (binding, slot)
        update()
    }

    mutating func replaceExtras(_ extras: Extras?, _ change: inout Change) {
        (change.extras, contents.extras) = (contents.extras, extras)
    }

    mutating func makeExtras() -> Extras {
        let extras = contents.extras ?? Extras()
        contents.extras = extras
        return extras
    }

    /// Replaces the binding by another one with the decorators of the key, and keeps the position of a contribution.
    mutating func take(
        _ binding: Binding,
        contribution: (() -> Int)? = nil,
        isInherited: Bool = false,
        _ change: inout Change
    ) {
        // An assigned instance counts as the binding that it overrides.
        let isAssigned = self.binding?.isAssigned == true
        let replaced = isAssigned ? contents.extras?.overridden : self.binding
        if let extras = replaced == nil && contribution == nil ? contents.extras : makeExtras() {
            // A binding that is only overridden is not replaced, but may declare a value.
            if isAssigned || replaced == nil {
                extras.scopeOfValue = nil
            } else if replaced?.isProvided == true {
                extras.scopeOfValue = replaced?.scope
            }
            // The extras may be the last that refer to it.
            change.overridden = extras.overridden
            extras.overridden = nil
            extras.contribution = extras.contribution ?? contribution?()
            extras.replaced = change.isOwn && replaced?.identity != change.outside?.identity ? replaced?.location : nil
        }
        replace(binding.with(contents.extras?.decorations ?? []), isInherited: isInherited, &change)
    }

    /// Takes over what is bound outside the override, before it changes here.
    mutating func take(over outside: Hit?, decorations: [Decoration], _ change: inout Change) {
        let copy = outside?.holder.withLock { $0.contents.extras.map { Extras($0, decorations: decorations) } }
        copy?.replaced = nil
        change.decided = (contents.binding, contents.extras)
        contents.binding = outside?.binding
        contents.extras = copy ?? (decorations.isEmpty ? nil : Extras(decorations: decorations))
    }

    /// Lets the cell leave its registry, if it has nothing.
    mutating func leaveIfEmpty() -> Bool {
        isGone = binding == nil && !contents.isHidden && contents.extras?.decorations.isEmpty ?? true
        return isGone
    }

    /// Takes over a binding from outside the override, and its instance if that is visible.
    mutating func decide(_ binding: Binding, of other: Cell, borrowsInstance: Bool) {
        (contents.binding, isDecided) = (binding, true)
        slot = Slot(borrowsInstance ? other.slot.instance : nil, isBorrowed: true)
        if let others = other.contents.extras {
            contents.extras = Extras(others, decorations: contents.extras?.decorations ?? [])
            contents.extras?.overridden = nil
        }
        update()
    }

    /// Empties the slot.
    mutating func clear() -> Slot {
        defer { update() }
        return slot.clear()
    }

    /// Empties the slot, and lets those who construct the instance end it.
    mutating func drop() -> Slot {
        if let owner = slot.owner, !slot.isPreparing, binding?.hasEnd == true {
            makeExtras().constructingDropped.append(owner)
        }
        return clear()
    }

    /// Ends a construction; see `Slot.finish`.
    mutating func finish(_ instance: AnyInstance?, by owner: Owner) -> (late: Teardown?, waiting: Construction?) {
        if slot.owner != owner, let extras = contents.extras,
            let place = extras.constructingDropped.firstIndex(of: owner)
        {
            extras.constructingDropped.remove(at: place)
            return (instance?.teardown, nil)
        }
        return withSlot { $0.finish(instance, by: owner) }
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
        return contents.isInherited && !isUsed
    }

    /// Determines what a lookup can do without looking at the binding.
    mutating func update() {
        guard let binding, !binding.isUnavailableInTests else {
            shortcut = .none
            return
        }
        if slot.instance != nil {
            shortcut = binding.isWeak ? .weak : .kept
        } else if binding.isPlainTransient {
            shortcut = binding.isRecorded ? .transient : .first
        } else {
            shortcut = binding.isInCache ? .cache : .none
        }
    }
}
