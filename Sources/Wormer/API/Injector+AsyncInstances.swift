extension Injector {
    /// Gives an instance of what is bound to an interface, waiting for what is made asynchronously.
    ///
    /// ```swift
    /// let database = try await Injector.default.asyncInstance(for: Database.self)
    /// ```
    ///
    /// It resolves every binding: asynchronous initializers are awaited, those of an actor run there, and so do those
    /// that the parameters of an auto-wired initializer name. A shared instance is made once however many tasks ask;
    /// if its initializer throws, the next request tries again. A task that is cancelled stops waiting, and the making
    /// goes on for the others.
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - id: The identifier that the binding was made with, nil for the binding that has none.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one, as the binding says.
    /// - Throws: `InjectionError`, if nothing is bound or no instance can be made; `CancellationError`, if the task is
    ///   cancelled while it waits.
    @inlinable
    nonisolated(nonsending)
        public func asyncInstance<P>(
            for interface: P.Type = P.self,
            id: AnyHashable? = nil,
            fileID: StaticString = #fileID,
            line: UInt = #line
        ) async throws -> P
    {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            if let id {
                return try await asyncRequire(interface, Request(Key(interface, id: id), at: location))
            }
            return try await asyncDependency(interface, at: location)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw InjectionError(error, answering: Request(Key(interface, id: id), at: location))
        }
    }

    /// Gives an instance of every contribution to an interface, waiting for what is made asynchronously.
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The instances, those of the parents first, none if nothing was contributed.
    /// - Throws: `InjectionError`, if one cannot be made; `CancellationError`, if the task is cancelled while it waits.
    nonisolated(nonsending)
        public func asyncInstances<P>(
            for interface: P.Type = P.self,
            fileID: StaticString = #fileID,
            line: UInt = #line
        ) async throws -> [P]
    {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try await asyncContributions(to: interface, at: location)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw InjectionError(error, for: [P].self, at: location)
        }
    }

    /// Resolves a parameter of a factory.
    @inlinable
    nonisolated(nonsending)
        func asyncDependency<P>(_ interface: P.Type, at location: CodeLocation) async throws -> P
    {
        var progress = Progress()
        if let instance: P = try promptInstance(of: interface, at: location, &progress) {
            return instance
        }
        return try await asyncRequire(interface, Request(Key(interface), at: location), progress)
    }

    /// The instance, if nothing has to be awaited for it.
    ///
    /// Synchronous, so that the thread that begins a reading ends it.
    @inlinable
    @inline(__always)
    func promptInstance<P>(
        of interface: P.Type,
        at location: CodeLocation,
        _ progress: inout Progress
    ) throws -> P? {
        let finding = find(word(of: interface))
        if let finding, finding.isKept {
            defer { Reader.end(finding.thread) }
            return finding.instance(of: interface)
        }
        return try bound(interface, finding, Request(Key(interface), at: location), &progress)
    }

    nonisolated(nonsending)
        func asyncContributions<P>(to interface: P.Type, at location: CodeLocation) async throws -> [P]
    {
        try await TaskFrame.jointly {
            let injector = resolved
            var instances = try await injector.parent?.asyncContributions(to: interface, at: location) ?? []
            for contribution in injector.registry.current.contributions(to: ObjectIdentifier(interface)) {
                // Nothing, if it has been taken back since.
                let request = Request(contribution, at: location)
                if let instance = try await injector.asyncResolve(interface, request) {
                    instances.append(instance)
                }
            }
            return instances
        }
    }
}
