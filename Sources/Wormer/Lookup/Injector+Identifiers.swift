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
        guard isUnwatched else { return nil }
        var next = firstRoot
        while let root = next {
            if let cell = root.cell(word), let instance = cell.withLock({ $0.others?.instance(hash, where: isEqual) }) {
                return instance
            }
            next = root.pointee.parent
        }
        return nil
    }

    /// Performs the fast path for a key with an identifier, a contribution, or a main injector that may be replaced
    /// meanwhile.
    ///
    /// - Returns: The instance, or nil if the lookup must take the slow path.
    @inline(__always)
    func shortcut(to lookup: borrowing Lookup, at hit: Hit?) throws -> AnyInstance? {
        // The caller has tried a declared service.
        guard lookup.key.hash != nil || Main.wasReplaced, isUnwatched else { return nil }
        var next: Injector? = self
        while let injector = next {
            if let (binding, shortcut, instance) = injector.ownRegistry.shortcut(to: lookup.key, at: hit) {
                guard shortcut == .transient, injector === self, lookup.key.declaration == nil else {
                    return shortcut == .kept ? instance : shortcut == .weak ? instance?.strong : nil
                }
                let pointer = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
                return try binding.construct(in: pointer, at: lookup.location) { try binding.make(in: injector) }
            }
            next = lookup.asksParents ? injector.parent : nil
        }
        return nil
    }
}

extension Registry {
    /// Returns the binding of a key, if it has one, and what a lookup can do without looking at it.
    @inline(never)
    fileprivate func shortcut(to key: Key, at hit: Hit?) -> (Binding, Cell.Shortcut, AnyInstance?)? {
        (hit?.holder ?? holder(of: key))?.withLock { cell in
            cell.binding.map { ($0, cell.shortcut, cell.slot.instance) }
        } ?? nil
    }
}
