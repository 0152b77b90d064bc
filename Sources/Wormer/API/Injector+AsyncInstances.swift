extension Injector {
    /// Returns an instance of an interface, awaiting factories that are asynchronous or isolated to an actor.
    ///
    /// In an asynchronous function, this resolves every kind of binding:
    ///
    /// ```swift
    /// let database = try await Injector.default.asyncInstance(for: Database.self)
    /// ```
    ///
    /// It awaits asynchronous factories and runs isolated ones on their actor, including those of dependencies that are
    /// resolved by type. A shared instance is created once, even if several tasks look it up at the same time. If its
    /// factory throws, the next lookup tries again. A cancelled task stops waiting, but the others still get the
    /// instance.
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one, depending on the binding's lifetime.
    /// - Throws: `InjectionError` if nothing is bound or no instance can be created; `CancellationError` if the task is
    ///   cancelled while it waits.
    @inlinable
    public nonisolated(nonsending) func asyncInstance<P>(
        for interface: P.Type = P.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> P {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            if let id {
                return try await asyncRequire(interface, Request(Key(interface, id: id), at: location))
            }
            return try await asyncDependency(interface, at: location)
        } catch {
            throw asyncFailure(error, Key(interface, id: id), at: location)
        }
    }

    /// Returns an instance of every contribution to an interface, awaiting factories that are asynchronous or isolated
    /// to an actor.
    ///
    /// ```swift
    /// let plugins = try await Injector.default.asyncInstances(for: Plugin.self)
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The instances, starting with the parents' contributions, or an empty array if nothing was
    ///   contributed.
    /// - Throws: `InjectionError` if an instance cannot be created; `CancellationError` if the task is cancelled while
    ///   it waits.
    public nonisolated(nonsending) func asyncInstances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try await asyncContributions(to: interface, at: location)
        } catch {
            throw asyncFailure(error, Key([P].self), at: location)
        }
    }

    /// Resolves a parameter of a factory.
    @inlinable
    nonisolated(nonsending) func asyncDependency<P>(_ interface: P.Type, at location: CodeLocation) async throws -> P {
        let found = find(word(of: interface))
        if let found, found.isKept {
            defer { Reader.end(found.thread) }
            return found.instance(of: interface)
        }
        return try await asyncRequire(interface, Request(Key(interface), at: location), found)
    }

    nonisolated(nonsending) func asyncContributions<P>(
        to interface: P.Type,
        at location: CodeLocation
    ) async throws -> [P] {
        try await TaskFrame.jointly {
            let injector = resolved
            var instances = try await injector.parent?.asyncContributions(to: interface, at: location) ?? []
            for contribution in injector.registry.contributions(to: ObjectIdentifier(interface)) {
                // Nil if the contribution was removed after it was found.
                let request = Request(contribution, at: location)
                if let instance = try await injector.asyncResolve(interface, request) {
                    instances.append(instance)
                }
            }
            return instances
        }
    }
}
