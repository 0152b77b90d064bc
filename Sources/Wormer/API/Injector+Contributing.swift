import CWormer

extension Injector {
    /// Adds an implementation to the contributions to an interface.
    ///
    /// Use contributions if one interface has several implementations, perhaps from several modules:
    ///
    /// ```swift
    /// func bindMetrics(in injector: Injector) {
    ///     injector.contribute(to: Plugin.self, .make { MetricsPlugin() })
    /// }
    ///
    /// let plugins = Injector.default.instances(for: Plugin.self)
    /// ```
    ///
    /// A lookup or a parameter of type `[any Plugin]` gets all of them.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: An identifier for looking up this contribution alone. The new contribution replaces an earlier one with
    ///     the same identifier.
    ///   - lifetime: How long an instance lives, and who shares it.
    ///   - factory: Creates the instances.
    ///   - fileID: The file of the contribution, shown in errors.
    ///   - line: The line of the contribution, shown in errors.
    /// - Precondition: The lifetime suits the interface, as for a binding. Otherwise the process ends with a message.
    @_alwaysEmitIntoClient
    public func contribute<P>(
        to interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        _ factory: Factory<P>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let registry = registry
        let key = id.map { Key(interface, id: $0) } ?? Key(interface, .contribution(registry.nextContribution()))
        let location = CodeLocation(fileID: fileID, line: line)
        registry.contribute(Binding(key, nil, lifetime, factory.body, at: location))
    }

    /// Returns an instance of every contribution to an interface, or ends the process if one can't be created.
    ///
    /// Contributions of parents come first, starting with the outermost parent. Those of one injector keep the order in
    /// which they were added.
    ///
    /// ```swift
    /// for plugin in Injector.default.instances(for: Plugin.self) {
    ///     print("found", plugin)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The instances, or an empty array if nothing was contributed.
    /// - Precondition: Every instance can be created. Otherwise the process ends with the message of the
    ///   `InjectionError`.
    @_alwaysEmitIntoClient
    public func instances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try contributions(to: interface, at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }

    /// Returns an instance of every contribution to an interface, or throws an error if one can't be created.
    ///
    /// ```swift
    /// let plugins = try Injector.default.throwingInstances(for: Plugin.self)
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The instances, or an empty array if nothing was contributed.
    /// - Throws: `InjectionError` if an instance cannot be created.
    @_alwaysEmitIntoClient
    public func throwingInstances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try contributions(to: interface, at: location)
        } catch {
            throw InjectionError(error, answering: Request(Key([P].self), at: location))
        }
    }

    /// Returns an instance of every contribution, starting with the parents' contributions.
    @inlinable
    func contributions<P>(to interface: P.Type, at location: CodeLocation, isParameter: Bool = false) throws -> [P] {
        let thread = wormer_this_thread()
        guard let found = findContributions(ObjectIdentifier(interface)),
            found.bindings.allSatisfy({ $0.isKept || $0.canConstruct && found.injector != nil }),
            thread.pointee.suspendable == 0
        else {
            return try ResolutionStack.jointly { try searchContributions(to: interface, at: location, isParameter) }
        }
        // A factory may replace the main container, which nothing else keeps between two factories.
        return try withExtendedLifetime(found) {
            try ResolutionStack.jointly {
                var instances: [P] = []
                instances.reserveCapacity(found.bindings.count)
                for binding in found.bindings {
                    if let instance = binding.published(as: interface) {
                        instances.append(instance)
                    } else if let injector = found.injector {
                        // The cast is safe: a contribution to `P` is a `Binding<P>`.
                        let binding = unsafeDowncast(binding, to: Binding<P>.self)
                        let address = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
                        _ = wormer_begin_reading()
                        instances.append(try binding.construct(in: address, on: thread, at: location))
                    }
                }
                return instances
            }
        }
    }

    /// Performs `contributions` for bindings that the fast path cannot answer.
    @usableFromInline
    func searchContributions<P>(to interface: P.Type, at location: CodeLocation, _ isParameter: Bool) throws -> [P] {
        let injector = resolved
        var instances = try injector.parent?.searchContributions(to: interface, at: location, isParameter) ?? []
        for contribution in injector.registry.contributions(to: ObjectIdentifier(interface)) {
            // Nil if the contribution was removed after it was found.
            let request = Request(contribution, at: location, isParameter: isParameter)
            if let instance = try injector.bound(interface, nil, request) {
                instances.append(instance)
            }
        }
        return instances
    }
}
