/// The bindings of one injector and the instances they have made.
package final class Storage: @unchecked Sendable {
    /// Guards the table and the cells of its bindings.
    ///
    /// No user code runs while it is held: a `deinit` may call the injector, so what is taken out of the table is
    /// released outside.
    let lock = Lock()
    private var table: [Key: AnyBinding]

    init(_ table: [Key: AnyBinding] = [:]) {
        self.table = table
    }

    /// Where no instance is made yet, what makes one.
    struct Lead {
        var binding: AnyBinding?
        /// Whether the initializer has run, so that it is known what it asks for.
        var hasRun = false

        /// The binding, with the type that the key it was found under proves.
        func binding<P>(of interface: P.Type) -> Binding<P>? {
            binding.map { unsafeDowncast($0, to: Binding<P>.self) }
        }
    }

    /// Looks a key of `P` up.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - interface: The key's interface.
    ///   - lead: Told the binding if there is one that has made no instance.
    /// - Returns: The shared instance, nil if none is made.
    func instance<P>(for key: Key, as interface: P.Type, lead: inout Lead) -> P? {
        lock.withLock {
            guard let binding = table[key] else {
                return nil
            }
            // The key proves the type: `insert` files a `Binding<P>` under a key of `P` and nothing else.
            if let instance = unsafeDowncast(binding, to: Binding<P>.self).instance {
                return instance
            }
            lead = Lead(binding: binding, hasRun: binding.observations != nil)
            return nil
        }
    }

    /// Files a binding under its key, in place of the one that was there.
    func insert<P>(_ binding: Binding<P>) {
        let replaced = lock.withLock { table.updateValue(binding, forKey: binding.key) }
        withExtendedLifetime(replaced) {}
    }

    /// Files a binding that holds an assigned instance, over the one that was there.
    func assign<P>(_ binding: Binding<P>) {
        let replaced = lock.withLock {
            binding.override(table[binding.key])
            return table.updateValue(binding, forKey: binding.key)
        }
        withExtendedLifetime(replaced) {}
    }

    /// Takes an assigned instance back; a binding that holds none stays as it is.
    func unassign(_ key: Key) {
        let removed = lock.withLock { () -> AnyBinding? in
            guard let assigned = table[key], assigned.isAssigned else {
                return nil
            }
            table[key] = assigned.overridden
            return assigned
        }
        withExtendedLifetime(removed) {}
    }

    /// Files a binding under its key unless there is one already.
    ///
    /// - Returns: The binding that stands there now, and whether its initializer has run.
    func insertIfAbsent<P>(_ binding: @autoclosure () -> Binding<P>, for key: Key) -> Binding<P> {
        lock.withLock {
            if let standing = table[key] {
                // As in `instance(for:as:lead:)`.
                return unsafeDowncast(standing, to: Binding<P>.self)
            }
            let binding = binding()
            table[key] = binding
            return binding
        }
    }

    /// Removes a binding and its instance.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func remove(_ key: Key) -> Bool {
        let removed = lock.withLock { table.removeValue(forKey: key) }
        return removed != nil
    }

    func removeAll() {
        let removed = lock.withLock {
            defer { table = [:] }
            return table
        }
        withExtendedLifetime(removed) {}
    }

    func contains(_ key: Key) -> Bool {
        lock.withLock { table[key] != nil }
    }

    /// Drops the instances of one lifetime and keeps the bindings and what was assigned.
    func dropInstances(of lifetime: Lifetime) {
        let dropped = lock.withLock {
            table.values.filter { $0.lifetime == lifetime && !$0.isAssigned }.map { $0.dropInstance() }
        }
        withExtendedLifetime(dropped) {}
    }

    /// The same bindings, for an override.
    func copy(keepingInstances: Bool) -> Storage {
        lock.withLock { Storage(table.mapValues { $0.copy(keepingInstance: keepingInstances) }) }
    }

    /// Removes what was assigned.
    func removeAssigned() {
        let removed = lock.withLock {
            let assigned = table.filter { $0.value.isAssigned }
            for (key, binding) in assigned {
                table[key] = binding.overridden
            }
            return assigned
        }
        withExtendedLifetime(removed) {}
    }

    /// Every binding with the shared instance it has made and what its initializer asked for, in no particular order.
    package func census() -> [(binding: AnyBinding, instance: Any?, observations: [Key]?)] {
        lock.withLock { table.values.map { ($0, $0.madeInstance, $0.observations) } }
    }
}
