// Services that are declared in the source, as properties of a facade, and instances that are given, not constructed.

extension Injector {
    /// Gives the instance of a declared service, and ends the process if there is none.
    ///
    /// A service that was not assigned belongs to the outermost parent, so that a child shares the singletons of its
    /// parents.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - lifetime: How long the service is kept.
    ///   - onEnd: Ends an instance when its lifetime ends.
    ///   - owner: Reads the same service from the injector that holds it; without it the service is constructed here.
    ///   - isolation: The actor that `make` belongs to, if any.
    ///   - make: Makes an instance here, nil where the declaration has no initializer.
    /// - Returns: The assigned instance, the shared one or a new one.
    @usableFromInline
    @inline(never)
    package func service<P>(
        _ declaration: Declaration,
        _ lifetime: Lifetime,
        onEnd: OnEnd<P>?,
        from owner: ((Injector) -> P)?,
        isolation: (any Actor)?,
        make: (() -> P)?
    ) -> P {
        let request = Request(Key(P.self, .declaration(declaration)), at: declaration.location)
        do {
            let asked = resolved
            var holder = asked
            while !holder.registry.contains(request.key), let parent = holder.parent {
                holder = parent
            }
            if holder !== asked, let owner {
                return owner(holder)
            }
            if make != nil, !holder.registry.contains(request.key) {
                let registry = holder.registry
                _ = registry.insertIfAbsent(request.key) {
                    Binding<P>(declaring: declaration, lifetime, onEnd: onEnd, lock: registry.lock)
                }
            }
            let answer = try begin(request, nil)
            // The key proves the types.
            if let attempt = answer.attempt {
                let binding = unsafeDowncast(attempt.binding, to: Binding<P>.self)
                return try binding.construct(attempt, for: request) { end in
                    if binding.isUnimplemented {
                        return try binding.make(attempt.injector)
                    }
                    guard let make else {
                        throw NoFactory(injector: self)
                    }
                    try checkDeclaredIsolation(isolation)
                    let instance = make()
                    end = onEnd?.teardown(of: instance)
                    return instance
                }
            }
            guard let instance = answer.slot.flatMap({ unsafeDowncast($0, to: Slot<P>.self).value }) else {
                throw notBound(request)
            }
            return instance
        } catch {
            endProcess(with: error, at: request.location)
        }
    }

    /// Gives the instance of a declared service, if it is there or has only to be made, and otherwise looks closer.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - interface: The type of the service.
    ///   - canMake: Whether `make` may be called without looking closer.
    ///   - make: Makes an instance here.
    ///   - lookCloser: Gives the instance.
    /// - Returns: The instance.
    @inlinable
    @inline(__always)
    package func service<P>(
        _ declaration: Declaration,
        as interface: P.Type,
        canMake: Bool,
        make: () -> P,
        otherwise lookCloser: () -> P
    ) -> P {
        guard let found = find(word(of: declaration)) else {
            return lookCloser()
        }
        if canMake, found.state == AnyBinding.State.transient.rawValue, found.isOf(self) {
            return found.construct(by: make) ?? lookCloser()
        }
        return found.keptInstance(of: interface) ?? lookCloser()
    }

    /// Gives the instance that was assigned to a declared service; nil where the request has to look closer.
    @inlinable
    @inline(__always)
    package func assignedService<P>(_ declaration: Declaration, as interface: P.Type) -> P? {
        find(word(of: declaration))?.keptInstance(of: interface)
    }

    /// Gives the instance to use for a key from now on, in place of what would be constructed.
    package func assign<P>(_ instance: P, to key: Key, at location: CodeLocation) {
        let registry = registry
        registry.assign(Binding<P>(key: key, assigned: instance, location: location, lock: registry.lock))
    }

    /// Makes each read of a declared service an issue of the test that is running, until something is assigned.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - placeholder: Gives an instance to go on with; without it, a read ends the process.
    ///   - location: The place of the call.
    package func assignUnimplemented<P>(
        to declaration: Declaration,
        placeholder: (() -> P)?,
        at location: CodeLocation
    ) {
        registry.assign(Binding<P>(declaring: declaration, by: FactoryBody(unimplemented: placeholder, at: location)))
    }

    /// Takes an assigned instance back, so that the declaration's own initializer counts again.
    package func unassign(_ key: Key) {
        registry.unassign(key)
    }

    /// The instances of a type that are assigned here; of a stand-in, its placeholder.
    package func assigned<P>(_ type: P.Type) -> [P] {
        registry.visibleBindings.filter { $0.isAssigned && $0.key.interface == type }.compactMap {
            $0.keptInstance as? P ?? ($0.factory as? FactoryBody<P>)?.placeholder?()
        }
    }

    /// Takes back everything that was assigned.
    package func unassignAll() {
        registry.removeAssigned()
    }

    /// Drops the instances of one lifetime and keeps bindings and what was assigned.
    package func dropInstances(of lifetime: Lifetime) {
        registry.dropInstances { $0 == lifetime }
    }
}
