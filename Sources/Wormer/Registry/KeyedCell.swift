/// The cells of the same interface with identifiers, names, numbers or arguments: a hash table that grows and shrinks.
///
/// The lock of the interface's cell guards them.
final class OtherCells: @unchecked Sendable {
    /// The first cells of the chains, by the last bits of the hashes of their keys.
    ///
    /// The references retain the cells. References that are counted would release a long chain one inside the other.
    @exclusivity(unchecked) private(set) var chains: [Unmanaged<KeyedCell>?] = [nil, nil, nil, nil]

    @exclusivity(unchecked) private(set) var count = 0

    /// The number of changes.
    @exclusivity(unchecked) private(set) var version = 0

    /// The number of cells that were added since calls without an instance were last searched for.
    @exclusivity(unchecked) private var newCount = 0

    deinit {
        forEach(in: chains) { $0.release() }
    }

    /// The cells, in an array that shares nothing with this object.
    var all: [KeyedCell] {
        var all: [KeyedCell] = []
        all.reserveCapacity(count)
        forEach(in: chains) { all.append($0.takeUnretainedValue()) }
        return all
    }

    /// Visits each cell, which the visitor may release or put into another chain.
    private func forEach(in chains: [Unmanaged<KeyedCell>?], _ visit: (Unmanaged<KeyedCell>) -> Void) {
        for first in chains {
            var next = first
            while let keyed = next {
                next = keyed._withUnsafeGuaranteedRef { $0.next }
                visit(keyed)
            }
        }
    }

    /// Returns the bindings that meet a condition.
    func hits(where condition: (Binding) -> Bool) -> [Hit] {
        var hits: [Hit] = []
        hits.reserveCapacity(count)
        for keyed in all {
            if let binding = keyed.cell.withLock(\.binding), condition(binding) {
                hits.append(Hit(binding: binding, holder: Holder(keyed)))
            }
        }
        return hits
    }

    // MARK: - Searching

    private func place(of hash: Int) -> Int { hash & (chains.count - 1) }

    /// Returns the first cell of a chain whose key has a hash.
    @inline(__always)
    private func first(in chain: Unmanaged<KeyedCell>?, with hash: Int) -> Unmanaged<KeyedCell>? {
        var next = chain
        while let keyed = next, keyed._withUnsafeGuaranteedRef({ $0.hash }) != hash {
            next = keyed._withUnsafeGuaranteedRef { $0.next }
        }
        return next
    }

    /// Returns the first cell whose key has a hash, or the next one after another cell, which is still there.
    func candidate(for hash: Int, after other: KeyedCell?) -> KeyedCell? {
        let chain = other == nil ? chains[place(of: hash)] : other?.next
        return first(in: chain, with: hash)?.takeUnretainedValue()
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
        guard let keyed = first(in: chains[place(of: hash)], with: hash) else { return nil }
        return keyed._withUnsafeGuaranteedRef { keyed in
            let identifier: Identifier? =
                switch keyed.key.qualifier {
                case .identifier(let identifier) where function == nil: identifier
                case .call(let call) where call.function.identity == function?.identity: call.arguments
                default: nil
                }
            guard let identifier, isEqual(identifier) else { return .some(nil) }
            return keyed.cell.withLock { cell in
                cell.shortcut == .kept || cell.shortcut == .weak && function != nil ? cell.slot.instance : nil
            }
        }
    }

    // MARK: - Changes

    /// Adds a cell, unless there was another change.
    func add(_ keyed: KeyedCell, ifUnchangedSince known: Int) -> Bool {
        guard version == known else { return false }
        (version, count, newCount) = (version + 1, count + 1, newCount + 1)
        if count > chains.count {
            resize(to: 2 * chains.count)
        }
        link(.passRetained(keyed))
        return true
    }

    /// Removes a cell, which is there and which the caller retains.
    func remove(_ keyed: KeyedCell) {
        (version, count) = (version + 1, count - 1)
        let place = place(of: keyed.hash)
        if let first = chains[place]?.takeUnretainedValue(), first !== keyed {
            var previous = first
            while let next = previous.next?.takeUnretainedValue(), next !== keyed {
                previous = next
            }
            previous.next = keyed.next
        } else {
            chains[place] = keyed.next
        }
        Unmanaged.passUnretained(keyed).release()
        if chains.count > 16, count < chains.count / 8 {
            resize(to: chains.count / 4)
        }
    }

    private func link(_ keyed: Unmanaged<KeyedCell>) {
        keyed._withUnsafeGuaranteedRef { cell in
            let place = place(of: cell.hash)
            cell.next = chains[place]
            chains[place] = keyed
        }
    }

    private func resize(to capacity: Int) {
        let old = chains
        chains = Array(repeating: nil, count: capacity)
        forEach(in: old, link)
    }

    /// The cells to search for calls without an instance, if there are many new ones, or if the search must not wait.
    func toSweep(atOnce: Bool) -> [KeyedCell]? {
        guard atOnce || newCount >= max(16, count / 4) else { return nil }
        newCount = 0
        return all
    }
}

/// The cell of a key that has an identifier, a name, a number or arguments.
///
/// It goes when the key is unbound.
final class KeyedCell: @unchecked Sendable {
    // Unchecked because the lock of the interface's cell guards the next cell.
    let key: Key
    let hash: Int
    let cell: Guarded<Cell>

    /// The next cell of the chain.
    @exclusivity(unchecked) fileprivate var next: Unmanaged<KeyedCell>?

    init(_ key: Key, _ hash: Int, _ cell: consuming Cell) {
        (self.key, self.hash) = (key, hash)
        self.cell = Guarded(cell)
    }

    deinit {
        cell.free()
    }
}
