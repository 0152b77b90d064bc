extension Injector {
    /// Returns an instance of an interface, or ends the process if there is none.
    ///
    /// Use it where the program can't go on without the instance:
    ///
    /// ```swift
    /// let eventBus: EventBus = Injector.default.instance()
    /// let payments: Database = Injector.default.instance(id: "payments")
    /// ```
    ///
    /// While another thread creates the same shared instance, the call waits for it, as for a lock. It doesn't wait for
    /// an asynchronous factory, but fails.
    ///
    /// Some types need no binding of their own. An optional is nil if its wrapped type isn't bound. An array contains
    /// the contributions to its element type, and a dictionary an instance of each binding whose identifier has its key
    /// type. A ``Provider`` resolves later:
    ///
    /// ```swift
    /// let cache: ImageCache? = Injector.default.instance()
    /// let plugins: [Plugin] = Injector.default.instance()
    /// let databases: [String: Database] = Injector.default.instance()
    /// let sessions: Provider<Session> = Injector.default.instance()
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one. Identifiers are compared with `==` as
    ///     `AnyHashable`, so `1` and `1.0` are equal.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one, depending on the binding's lifetime.
    /// - Precondition: The interface is bound, and an instance can be created. Otherwise the process ends with the
    ///   message of the `InjectionError`, in release builds too.
    @_alwaysEmitIntoClient
    public func instance<P, ID: Hashable>(
        for interface: P.Type = P.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> P {
        force(interface, id: id, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns an instance of an interface, or nil if there is none.
    ///
    /// ```swift
    /// if let eventBus = Injector.default.safeInstance(for: EventBus.self) {
    ///     eventBus.publish("started")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public func safeInstance<P, ID: Hashable>(
        for interface: P.Type = P.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> P? {
        try? find(interface, id: id, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Returns an instance of an interface, or throws an error that explains the failure.
    ///
    /// ```swift
    /// let gateway = try Injector.default.throwingInstance(for: NotificationGateway.self)
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface, inferred from the result's type if omitted.
    ///   - id: The identifier of the binding, or nil for the binding without one.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound or no instance can be created.
    @_alwaysEmitIntoClient
    public func throwingInstance<P, ID: Hashable>(
        for interface: P.Type = P.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> P {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try dependency(interface, id: id, at: location)
        } catch {
            throw InjectionError.of(error, answering: Lookup(interface, id: id, at: location))
        }
    }

    /// Returns an instance for a name that was bound with `bindInterface(named:)`, or nil if there is none.
    ///
    /// Names are separate from interfaces: a lookup of `EventBus.self` doesn't find a binding named `"EventBus"`.
    ///
    /// ```swift
    /// let gateway: NotificationGateway? = Injector.default.safeInstance(named: "push")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one, or nil if nothing is bound to the name, no instance can be created,
    ///   or the instance is not a `P`.
    public func safeInstance<P>(named name: String, fileID: StaticString = #fileID, line: UInt = #line) -> P? {
        try? throwingInstance(named: name, fileID: fileID, line: line)
    }

    /// Returns an instance for a name that was bound with `bindInterface(named:)`, or throws an error that explains the
    /// failure.
    ///
    /// ```swift
    /// let gateway: NotificationGateway = try Injector.default.throwingInstance(named: "push")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound to the name, no instance can be created, or the instance is not a
    ///   `P`.
    public func throwingInstance<P>(
        named name: String,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> P {
        let lookup = Lookup(Key(named: name), at: CodeLocation(fileID: fileID, line: line))
        do {
            let instance = try require(lookup).any
            guard let instance = instance as? P else {
                throw InjectionError(
                    .doesNotConform(expected: P.self, actual: type(of: instance)),
                    answering: lookup,
                    boundAt: bound(lookup.key)?.binding.location,
                    in: self
                )
            }
            return instance
        } catch {
            throw InjectionError.of(error, answering: lookup)
        }
    }

    /// Returns an instance for an optional identifier, or ends the process with the message of the error.
    @inlinable
    package func force<P, ID: Hashable>(
        _ interface: P.Type,
        id: ID? = Never?.none,
        at location: CodeLocation
    ) -> P {
        do {
            return try dependency(interface, id: id, at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }
}

// MARK: - Asynchronous lookups

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
    /// resolved by type, one after the other. A shared instance is created once, even if several tasks look it up at
    /// the same time. If its factory throws, the next lookup tries again. A cancelled task stops waiting, but the
    /// others still get the instance.
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
            return try await asyncInstance(interface, Key(interface, id: id).qualifier, at: location)
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
            return [P](try await asyncInstances(of: contributions(to: interface), at: location, below: nil))
        } catch {
            throw asyncFailure(error, Key([P].self), at: location)
        }
    }
}
