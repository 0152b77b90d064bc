// Services that are declared in the source, as properties of a facade, and instances that are given, not made.

extension Injector {
    /// Gives an instance of a declared service, and ends the process if there is none.
    ///
    /// What nobody has assigned belongs to the outermost parent, so that a child shares the singletons of its parents.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - owner: Reads the same service from the injector that holds it; without it the service is made here.
    ///   - isolation: The actor that `make` belongs to, if any.
    ///   - make: Makes an instance here, nil where the declaration has no initializer.
    /// - Returns: The assigned instance, the shared one or a new one.
    @usableFromInline
    @inline(never)
    package func service<P>(
        _ declaration: Declaration,
        from owner: ((Injector) -> P)?,
        isolation: (any Actor)?,
        make: (() -> P)?
    ) -> P {
        let request = Request(Key(P.self, .declaration(declaration)), at: declaration.location)
        return withUnsafeTemporaryAllocation(of: P.self, capacity: 1) { place in
            let result = place.baseAddress.unsafelyUnwrapped
            func answer(_ outcome: inout TraceEvent.Outcome) {
                let isFound = findService(request, into: UnsafeMutableRawPointer(result))
                let isMade =
                    !isFound
                    && makeService(request, declaration, from: owner, isolation: isolation, make: make, into: result)
                outcome = isMade ? .made : .cached
            }
            if let handler = Tracing.handler {
                Tracing.showing(request, to: handler, answer)
            } else {
                var outcome = TraceEvent.Outcome.made
                answer(&outcome)
            }
            return result.move()
        }
    }

    private func findService(_ request: Request, into result: UnsafeMutableRawPointer) -> Bool {
        Makings.note(request)
        Override.active?.note(request)
        var next: Injector? = resolved
        var binding: AnyBinding?
        while let injector = next, binding == nil {
            if injector.storage.findInstance(for: request.key, into: result, otherwise: &binding) {
                return true
            }
            next = injector.parent
        }
        return false
    }

    /// Makes an instance, or finds the shared one where that is known only now.
    ///
    /// - Returns: Whether it was made.
    private func makeService<P>(
        _ request: Request,
        _ declaration: Declaration,
        from owner: ((Injector) -> P)?,
        isolation: (any Actor)?,
        make: (() -> P)?,
        into result: UnsafeMutablePointer<P>
    ) -> Bool {
        let asked = resolved
        var holder = asked
        while !holder.storage.contains(request.key), let parent = holder.parent {
            holder = parent
        }
        if holder !== asked, let owner {
            result.initialize(to: owner(holder))
            return true
        }
        do {
            guard let make else {
                throw notBound(request)
            }
            let storage = asked.storage
            let binding = storage.insertIfAbsent(
                Binding<P>(declaration, key: request.key, in: storage),
                for: request.key
            )
            return try binding.obtain(
                for: request,
                of: asked,
                in: storage,
                make: { place in
                    try checkDeclaredIsolation(isolation)
                    place.assumingMemoryBound(to: P.self).initialize(to: make())
                },
                into: UnsafeMutableRawPointer(result)
            )
        } catch {
            endProcess(with: error, at: request.location)
        }
    }

    /// Gives the instance to use for a key from now on, in place of what would be made.
    package func assign<P>(_ instance: P, to key: Key, at location: CodeLocation) {
        let storage = storage
        storage.assign(
            Binding<P>(key: key, assigned: instance, location: location, lock: storage.lock)
        )
    }

    /// Takes an assigned instance back, so that the declaration's own initializer counts again.
    package func unassign(_ key: Key) {
        storage.unassign(key)
    }

    /// The instances of a type that are assigned here.
    package func assigned<P>(_ type: P.Type) -> [P] {
        storage.census().filter { $0.binding.isAssigned && $0.binding.key.interface == type }
            .compactMap { $0.instance as? P }
    }

    /// Takes back everything that was assigned.
    package func unassignAll() {
        storage.removeAssigned()
    }

    /// Drops the instances of one lifetime and keeps bindings and what was assigned.
    package func dropInstances(of lifetime: Lifetime) {
        storage.dropInstances(of: lifetime)
    }
}

extension Binding {
    fileprivate convenience init(_ declaration: Declaration, key: Key, in storage: Storage) {
        self.init(
            key: key,
            implementation: P.self,
            lifetime: declaration.lifetime,
            location: declaration.location,
            initializer: nil,
            lock: storage.lock
        )
    }
}
