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
        let key = keyOfContribution(to: interface, id)
        registry.contribute(FactoryBinding(key, nil, lifetime, factory, at: CodeLocation(fileID: fileID, line: line)))
    }

    @usableFromInline
    func keyOfContribution(to interface: Any.Type, _ id: AnyHashable?) -> Key {
        id.map { Key(interface, id: $0) } ?? Key(interface, .contribution(registry.nextContribution()))
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
    public func throwingInstances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try contributions(to: interface, at: location)
        } catch {
            throw InjectionError.of(error, answering: Lookup(Key([P].self), at: location))
        }
    }

    /// Returns the contributions to an interface, starting with the parents' contributions.
    func contributions<P>(to interface: P.Type, at location: CodeLocation) throws -> [P] {
        [P](try instances(of: contributions(to: interface), at: location))
    }
}
