// Services that a facade declares as properties, and assigned instances.

extension Injector {
    /// Returns the instance of a declared service of a container's injector, or ends the process if there is none.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - options: What the declaration says.
    ///   - isolation: The actor that `make` is isolated to, if any.
    ///   - hasInitializer: Whether the declaration has an initializer, with which `make` creates an instance.
    ///   - belongsToParent: Whether the outermost parent constructs the service, and not this injector.
    ///   - make: Creates an instance in the caller, or reads the same service from an injector that is not nil.
    /// - Returns: The assigned instance, the shared one, or a new one.
    package func service<P>(
        _ declaration: Declaration,
        _ options: DeclaredOptions,
        isolation: (any Actor)?,
        hasInitializer: Bool = true,
        belongsToParent: Bool = true,
        make: (Injector?) -> P
    ) -> P {
        let place = ThreadFrame.placeOfRead
        let lookup = Lookup(Key(P.self, .declaration(declaration)), at: place ?? declaration.location)
        let isPlain = hasInitializer && isolation == nil && options.onEnd == nil && !options.isProvided
        do {
            repeat {
                if isPlain, let cell = lockedCell(declaration.word),
                    let instance = try instance(
                        existingOrNewIn: cell,
                        at: lookup.location,
                        by: { _, _, _ in Instance(make(nil)) }
                    )
                {
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                }
                let owner = owner(of: lookup.key)
                if owner !== self, belongsToParent {
                    return make(owner)
                }
                var isNew = false
                let hit =
                    !hasInitializer
                    ? nil
                    : owner.registry.findOrInsert(lookup.key) {
                        isNew = true
                        return options.binding(of: lookup.key, as: P.self)
                    }
                // The fast path constructs the first instance, too.
                if isNew, isPlain, options.lifetime == .transient { continue }
                let instance = try answer(lookup, at: owner === self ? hit : nil) {
                    binding,
                    injector,
                    teardown in
                    if binding.isUnimplemented || binding.isProvided {
                        return try binding.make(in: injector, &teardown)
                    }
                    guard hasInitializer else { throw LookupError.failed(.notBound) }
                    try checkIsolation(isolation, ofDeclaration: true)
                    return binding.instance(make(nil), endedBy: &teardown)
                }
                if let instance {
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                }
                // Nil if another thread has reset the injector in the meantime.
            } while hasInitializer
            throw notBound(lookup, below: nil)
        } catch {
            endProcess(with: error, at: lookup.location)
        }
    }

    /// Returns the instance of a declared service, taking the slow path only if necessary.
    ///
    /// - Parameters:
    ///   - word: The word of the service's type.
    ///   - interface: The type of the service.
    ///   - canMake: Whether the fast path may call `make`.
    ///   - make: Creates an instance in the caller.
    ///   - takeSlowPath: Returns the instance on the slow path.
    /// - Returns: The instance.
    @inlinable
    @inline(__always)
    package func service<P>(
        _ word: KeyWord,
        as interface: P.Type,
        canMake: Bool,
        make: () -> P,
        otherwise takeSlowPath: () -> P
    ) -> P {
        guard let cell = lockedCell(word) else { return takeSlowPath() }
        switch cell.state.pointee.shortcut {
        case .kept:
            defer { cell.release() }
            return unsafeDowncast(cell.state.pointee.slot.instance.unsafelyUnwrapped, to: Instance<P>.self).value
        case .transient where canMake:
            let binding = cell.state.pointee.binding.unsafelyUnwrapped
            let injector = cell.state.pointee.injector
            cell.release()
            // Only a cycle throws, which the slow path reports.
            return (try? binding.construct(in: injector, at: binding.location, by: make)) ?? takeSlowPath()
        default:
            let instance = instance(takenFrom: cell)
            return instance.map { unsafeDowncast($0, to: Instance<P>.self).value } ?? takeSlowPath()
        }
    }

    /// Throws the error with which a read of a declared service would end the process before its initializer runs.
    ///
    /// - Parameter service: The service, which may never have been read.
    /// - Throws: `InjectionError`.
    package func checkRead(of service: DeclaredService) throws {
        let lookup = Lookup(service.binding.key, at: service.declaration.location)
        // The first read registers the service in that injector.
        let owner = owner(of: lookup.key)
        let hit = owner.registry.look(lookup.key)
        guard hit != nil || !service.mustBeAssigned else { throw notBound(lookup, below: nil) }
        try owner.checkRead(of: service, boundBy: hit, at: lookup.location)
    }

    private func checkRead(of service: DeclaredService, boundBy hit: Hit?, at location: CodeLocation) throws {
        let binding = hit?.binding ?? service.binding
        do {
            try checkAvailability(of: binding, at: location, below: nil)
            let open = try scope(keeping: binding, below: nil)
            if let open, !open.isOpen { throw LookupError.failed(open.failure) }
            if binding.traits?.failsAlways == true || binding.isProvided {
                let pointer = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
                _ = try binding.construct(in: pointer, at: location) { try binding.make(in: self) }
            }
            if !binding.isAssigned, hit?.isKept != true, open?.instance(of: binding) == nil {
                try checkIsolation(service.isolation, ofDeclaration: true)
            }
        } catch {
            throw binding.explained(error, in: self, at: location, below: nil)
        }
    }

    /// Assigns an instance to a key, to be used instead of a constructed one.
    @inlinable
    package func assign<P>(_ instance: P, to key: Key, at location: CodeLocation) {
        assign(Instance(instance), at: key, location)
    }

    @usableFromInline
    func assign(_ instance: AnyInstance, at key: Key, _ location: CodeLocation) {
        registry.assign(Binding(key, assigned: instance, at: location))
    }

    /// Makes each read of a declared service record an issue in the running test, until an instance is assigned.
    ///
    /// - Parameters:
    ///   - key: The key of the service, or of the function whose calls record an issue.
    ///   - placeholder: Returns an instance to continue with. If nil, a read ends the process.
    ///   - location: The location of the call.
    package func assignUnimplemented<P>(
        _ key: Key,
        placeholder: (() -> P)?,
        at location: CodeLocation
    ) {
        let factory = Factory(unimplemented: placeholder, at: location)
        registry.assign(FactoryBinding(declared: key, .transient, factory))
    }
}
