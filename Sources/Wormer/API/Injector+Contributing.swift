extension Injector {
    /// Adds an implementation to those of an interface of which there are several.
    ///
    /// ```swift
    /// func bindMetrics(in injector: Injector) {
    ///     injector.contribute(to: Plugin.self) { MetricsPlugin() }
    /// }
    ///
    /// let plugins = Injector.default.instances(for: Plugin.self)
    /// ```
    ///
    /// An array of the interface, asked for by its type or named by a parameter, is all of them.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: What the contribution can be asked for by itself with; one of the same identifier is replaced.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the contribution, which errors show.
    ///   - line: The line of the contribution, which errors show.
    ///   - initializer: Makes an instance.
    @inlinable
    public func contribute<P, Implementation>(
        to interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        contribute(
            to: interface,
            id: id,
            implementation: Implementation.self,
            lifetime: lifetime,
            at: CodeLocation(fileID: fileID, line: line),
            factory: Factory<P>(initializer)
        )
    }

    /// Adds an implementation whose initializer's parameters are resolved by their types to those of an interface.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: What the contribution can be asked for by itself with; one of the same identifier is replaced.
    ///   - lifetime: How long an instance is kept and who shares it.
    ///   - fileID: The file of the contribution, which errors show.
    ///   - line: The line of the contribution, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    @inlinable
    public func contribute<P, Implementation, First, each Dependency>(
        to interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @Sendable (First, repeat each Dependency) throws -> Implementation
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        contribute(
            to: interface,
            id: id,
            implementation: Implementation.self,
            lifetime: lifetime,
            at: location,
            factory: Factory<P>(wiring: initializer, at: location)
        )
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

    // MARK: - For the facades

    @inlinable
    package func contribute<P>(
        to interface: P.Type,
        id: AnyHashable?,
        implementation: Any.Type,
        lifetime: Lifetime,
        at location: CodeLocation,
        factory: Factory<P>
    ) {
        lifetime.check(for: implementation, at: location)
        let registry = registry
        registry.contribute(
            Binding<P>(
                key: id.map { Key(interface, id: $0) }
                    ?? Key(interface, .contribution(registry.nextContribution())),
                implementation: implementation,
                lifetime: lifetime,
                location: location,
                factory: factory,
                lock: registry.lock
            )
        )
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
