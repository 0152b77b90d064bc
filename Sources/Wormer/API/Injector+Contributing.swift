extension Injector {
    /// Adds an implementation to those of an interface of which there are several.
    ///
    /// ```swift
    /// func bindMetrics(in injector: Injector) {
    ///     injector.contribute(to: Plugin.self, .make { MetricsPlugin() })
    /// }
    ///
    /// let plugins = Injector.default.instances(for: Plugin.self)
    /// ```
    ///
    /// A request or a parameter of the type `[Plugin]` gets all of them.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: An identifier for requesting this contribution alone; it replaces one with the same identifier.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - factory: Makes the instances.
    ///   - fileID: The file of the contribution, which errors show.
    ///   - line: The line of the contribution, which errors show.
    /// - Precondition: Instances of the interface can have the lifetime; otherwise the process ends with a text.
    @inlinable
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
        registry.contribute(Binding(key, nil, lifetime, factory.body, at: location, lock: registry.lock))
    }

    /// Gives an instance of every contribution to an interface, and ends the process if one cannot be made.
    ///
    /// Those of the outermost parent come first, each injector's in order of contribution.
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The instances, none if nothing was contributed.
    /// - Precondition: Each can be made. Otherwise the process ends with the text of the `InjectionError`.
    @inlinable
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

    /// Gives an instance of every contribution to an interface, or says why one cannot be made.
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The instances, none if nothing was contributed.
    /// - Throws: `InjectionError`, if one cannot be made.
    @inlinable
    public func throwingInstances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try contributions(to: interface, at: location)
        } catch {
            throw InjectionError(error, for: [P].self, at: location)
        }
    }

    /// An instance of every contribution, those of the parents first.
    @inlinable
    @inline(never)
    func contributions<P>(to interface: P.Type, at location: CodeLocation, isParameter: Bool = false) throws -> [P] {
        try keptContributions(to: interface)
            ?? ResolutionStack.jointly { try constructContributions(to: interface, at: location, isParameter) }
    }

    /// The shared instances of the contributions; nil where the request has to look closer.
    @inlinable
    func keptContributions<P>(to interface: P.Type) -> [P]? {
        guard let bindings = findContributions(ObjectIdentifier(interface)) else {
            return nil
        }
        var instances: [P] = []
        instances.reserveCapacity(bindings.count)
        for binding in bindings {
            guard let instance = binding.published(as: interface) else {
                return nil
            }
            instances.append(instance)
        }
        return instances
    }

    @usableFromInline
    func constructContributions<P>(
        to interface: P.Type,
        at location: CodeLocation,
        _ isParameter: Bool
    ) throws -> [P] {
        let injector = resolved
        var instances =
            try injector.parent?.constructContributions(to: interface, at: location, isParameter) ?? []
        for contribution in injector.registry.current.contributions(to: ObjectIdentifier(interface)) {
            // Nil if it has been taken back since it was found.
            let request = Request(contribution, at: location, isParameter: isParameter)
            if let instance = try injector.bound(interface, nil, request) {
                instances.append(instance)
            }
        }
        return instances
    }
}
