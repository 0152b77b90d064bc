import CWormer

// Lookups with an identifier that find a shared instance without creating a key.

extension Injector {
    /// Returns an instance for an optional identifier.
    @inlinable
    func dependency<P, ID: Hashable>(_ interface: P.Type, id: ID?, at location: CodeLocation) throws -> P {
        guard let id else { return try dependency(interface, at: location) }
        if ID.self == String.self, let id = id as? String, let instance = instance(word(of: interface), id: id) {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        if ID.self == Int.self, let id = id as? Int, let instance = instance(word(of: interface), id: id) {
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        return unsafeDowncast(try require(Lookup(interface, id: id, at: location)), to: Instance<P>.self).value
    }

    @usableFromInline
    @inline(never)
    func instance(_ word: KeyWord, id: String) -> AnyInstance? {
        instance(word, Identifier.hash(of: id)) { $0.isString(id) }
    }

    @usableFromInline
    @inline(never)
    func instance(_ word: KeyWord, id: Int) -> AnyInstance? {
        instance(word, Identifier.hash(of: id)) { $0.isInteger(id) }
    }

    /// Returns a shared instance with an identifier that runs no code of the user; see `OtherCells`.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @inline(__always)
    private func instance(_ word: KeyWord, _ hash: Int, where isEqual: (Identifier) -> Bool) -> AnyInstance? {
        guard isUnwatched, root != nil || !Watchers.areThere(Watchers.main) else { return nil }
        var next = root ?? wormer_load_main_root()?.assumingMemoryBound(to: Registry.Root.self)
        while let root = next {
            if let cell = root.cell(word), let instance = cell.withLock({ $0.others?.instance(hash, where: isEqual) }) {
                return instance
            }
            next = root.pointee.parent
        }
        return nil
    }
}
