/// The cells of the same interface with identifiers, names, numbers or arguments.
///
/// The lock of the interface's cell guards them.
@usableFromInline
final class OtherCells: @unchecked Sendable {
    /// The cells, by the hashes of their keys.
    @exclusivity(unchecked) private var cells: [KeyedCell] = []

    /// The number of changes.
    @exclusivity(unchecked) private(set) var version = 0

    /// The cells, in an array that shares nothing with this object.
    var all: [KeyedCell] { cells.map { $0 } }

    /// Returns the bindings that meet a condition.
    func hits(where condition: (Binding) -> Bool) -> [Hit] {
        var hits: [Hit] = []
        hits.reserveCapacity(cells.count)
        for keyed in cells {
            if let binding = keyed.cell.withLock(\.binding), condition(binding) {
                hits.append(Hit(binding: binding, holder: Holder(keyed)))
            }
        }
        return hits
    }

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

    /// Returns the shared instance with a string or an integer as the identifier, or as the argument of a function.
    ///
    /// - Parameters:
    ///   - hash: The hash of the key.
    ///   - function: The binding of the function, or nil for an identifier.
    ///   - isEqual: Compares the identifier with another one, without code of the user.
    /// - Returns: The instance, or nil in it if the lookup must take the slow path; nil if there is no such cell. The
    ///   instance of a call may be a weak one.
    @inline(__always)
    func instance(_ hash: Int, of function: Binding? = nil, where isEqual: (Identifier) -> Bool) -> AnyInstance?? {
        let place = firstPlace(of: hash)
        guard place < cells.count, cells[place].hash == hash else { return nil }
        let identifier: Identifier? =
            switch cells[place].key.qualifier {
            case .identifier(let identifier) where function == nil: identifier
            case .call(let call) where call.function.identity == function?.identity: call.arguments
            default: nil
            }
        guard let identifier, isEqual(identifier) else { return .some(nil) }
        return cells[place].cell.withLock { cell in
            cell.shortcut == .kept || cell.shortcut == .weak && function != nil ? cell.slot.instance : nil
        }
    }

    /// Adds a cell, unless there was another change.
    func add(_ keyed: KeyedCell, ifUnchangedSince known: Int) -> Bool {
        guard version == known else { return false }
        version += 1
        cells.insert(keyed, at: firstPlace(of: keyed.hash))
        return true
    }

    /// Removes a cell.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of cells, besides moving their addresses.
    func remove(_ keyed: KeyedCell) {
        version += 1
        var place = firstPlace(of: keyed.hash)
        while cells[place] !== keyed {
            place += 1
        }
        cells.remove(at: place)
    }

    /// The number of cells at which those of calls without an instance are searched for.
    @exclusivity(unchecked) private var limit = 16

    /// The cells to search for calls without an instance, if there are twice as many as after the last search.
    var toSweep: [KeyedCell]? { cells.count >= limit ? all : nil }

    /// Removes the cells that a search found.
    func remove(_ gone: [KeyedCell]) {
        let gone = Set(gone.map { ObjectIdentifier($0) })
        version += 1
        cells = cells.filter { !gone.contains(ObjectIdentifier($0)) }
        limit = max(16, 2 * cells.count)
    }
}

/// The cell of a key that has an identifier, a name, a number or arguments.
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
