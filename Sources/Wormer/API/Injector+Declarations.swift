// Services that a facade declares as properties, and assigned instances.

extension Injector {
    /// Returns the instance of a declared service, or ends the process if there is none.
    ///
    /// A service that was not assigned belongs to the outermost parent, so that a child shares the singletons of its
    /// parents.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - lifetime: How long the service lives.
    ///   - onEnd: Ends an instance when its lifetime ends.
    ///   - isUnavailableInTests: Whether no test may read the service.
    ///   - owner: Reads the same service from the injector that owns it. If nil, this injector constructs the service.
    ///   - isolation: The actor that `make` is isolated to, if any.
    ///   - make: Creates an instance in the caller; nil if the declaration has no initializer.
    /// - Returns: The assigned instance, the shared one, or a new one.
    @usableFromInline
    package func service<P>(
        _ declaration: Declaration,
        _ lifetime: Lifetime,
        onEnd: OnEnd<P>?,
        isUnavailableInTests: Bool = false,
        from owner: ((Injector) -> P)?,
        isolation: (any Actor)?,
        make: (() -> P)?
    ) -> P {
        let request = Request(Key(P.self, .declaration(declaration)), at: declaration.location)
        do {
            repeat {
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
                        Binding<P>(
                            declaring: declaration,
                            lifetime,
                            onEnd: onEnd,
                            isUnavailableInTests: isUnavailableInTests
                        )
                    }
                }
                switch try begin(request, nil) {
                case .construct(let frame):
                    let binding = Unmanaged<Binding<P>>.fromOpaque(frame.binding).takeUnretainedValue()
                    return try binding.construct(frame, at: request.location) { injector, teardown in
                        if binding.isUnimplemented {
                            return try binding.make(injector, teardown)
                        }
                        guard let make else { throw ResolutionError.failed(.notBound) }
                        try checkDeclaredIsolation(isolation)
                        let instance = make()
                        teardown?.pointee = onEnd?.teardown(of: instance)
                        return instance
                    }
                case .kept(let instance):
                    // The cast is safe: a key of `P` leads only to a `Binding<P>`, which keeps an `Instance<P>`.
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                default:
                    // Another thread has reset the injector in the meantime.
                    continue
                }
            } while make != nil
            throw notBound(request)
        } catch {
            endProcess(with: error, at: request.location)
        }
    }

    /// Returns the instance of a declared service, taking the slow path only if necessary.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - interface: The type of the service.
    ///   - canMake: Whether the fast path may call `make`.
    ///   - make: Creates an instance in the caller.
    ///   - takeSlowPath: Returns the instance on the slow path.
    /// - Returns: The instance.
    @inlinable
    package func service<P>(
        _ declaration: Declaration,
        as interface: P.Type,
        canMake: Bool,
        make: () -> P,
        otherwise takeSlowPath: () -> P
    ) -> P {
        guard let found = find(word(of: declaration)) else { return takeSlowPath() }
        if canMake, found.state == AnyBinding.State.transient, found.isOf(self) {
            return found.construct(by: make) ?? takeSlowPath()
        }
        return found.keptInstance(of: interface) ?? takeSlowPath()
    }

    /// Returns the instance that was assigned to a declared service, or nil if the request must take the slow path.
    @inlinable
    package func assignedService<P>(_ declaration: Declaration, as interface: P.Type) -> P? {
        find(word(of: declaration))?.keptInstance(of: interface)
    }

    /// Assigns an instance to a key, to be used instead of a constructed one.
    @inlinable
    package func assign<P>(_ instance: P, to key: Key, at location: CodeLocation) {
        let registry = registry
        registry.assign(Binding<P>(key: key, assigned: Instance(instance), location: location))
    }

    /// Makes each read of a declared service record an issue in the running test, until an instance is assigned.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - placeholder: Returns an instance to continue with. If nil, a read ends the process.
    ///   - location: The location of the call.
    package func assignUnimplemented<P>(
        to declaration: Declaration,
        placeholder: (() -> P)?,
        at location: CodeLocation
    ) {
        let (registry, factory) = (registry, FactoryBody(unimplemented: placeholder, at: location))
        registry.assign(Binding<P>(declaring: declaration, by: factory))
    }

    /// Removes an assigned instance, so that the declaration's own initializer applies again.
    package func unassign(_ key: Key) {
        registry.unassign(key)
    }

    /// Returns the assigned instances of a type, including the placeholders of `unimplemented` services.
    package func assigned<P>(_ type: P.Type) -> [P] {
        registry.visibleBindings.filter { $0.isAssigned && $0.key.interface == type }.compactMap {
            $0.keptInstance as? P ?? ($0.factory as? FactoryBody<P>)?.placeholder?()
        }
    }

    /// Removes all assigned instances.
    package func unassignAll() {
        registry.removeAssigned()
    }

    /// Drops the instances of one lifetime, and keeps bindings and assigned instances.
    package func dropInstances(of lifetime: Lifetime) {
        registry.dropInstances(of: lifetime)
    }
}
