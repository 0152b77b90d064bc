extension Injector {
    /// Gives an instance of what is bound to an interface, and ends the process if there is none.
    ///
    /// Use it where the program cannot go on without the instance:
    ///
    /// ```swift
    /// let eventBus: EventBus = Injector.default.instance()
    /// let payments: Database = Injector.default.instance(id: "payments")
    /// ```
    ///
    /// Some types need no binding of their own. An optional is nil where nothing is bound. An array holds what was
    /// contributed to the type of its elements. A dictionary holds an instance of each binding whose identifier is of
    /// the type of its keys, and a ``Provider`` resolves later:
    ///
    /// ```swift
    /// let cache: ImageCache? = Injector.default.instance()
    /// let plugins: [Plugin] = Injector.default.instance()
    /// let databases: [String: Database] = Injector.default.instance()
    /// let sessions: Provider<Session> = Injector.default.instance()
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - id: The identifier that the binding was made with, nil for the binding that has none. Identifiers are
    ///     compared with `==`, as `AnyHashable`, so that `1` and `1.0` are the same one.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one, as the binding says.
    /// - Precondition: Something is bound to the interface and can be made. Otherwise the process ends with the text
    ///   of the `InjectionError`, in release builds too.
    @inlinable
    public func instance<P, ID: Hashable>(
        for interface: P.Type = P.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> P {
        force(interface, id: id, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Gives an instance of what is bound to an interface, or nil.
    ///
    /// ```swift
    /// if let eventBus = Injector.default.safeInstance(for: EventBus.self) {
    ///     eventBus.publish("started")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - id: The identifier that the binding was made with, nil for the binding that has none.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one, nil if nothing is bound or no instance can be made.
    @inlinable
    public func safeInstance<P, ID: Hashable>(
        for interface: P.Type = P.self,
        id: ID? = Never?.none,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> P? {
        try? find(interface, id: id, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Gives an instance of what is bound to an interface, or says why it cannot.
    ///
    /// - Parameters:
    ///   - interface: The interface; may be left to the type that the result is used as.
    ///   - id: The identifier that the binding was made with, nil for the binding that has none.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError`, if nothing is bound or no instance can be made.
    @inlinable
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
            throw InjectionError(error, answering: Request(interface, id: id, at: location))
        }
    }

    /// Gives an instance of what was bound to a name with `bindInterface(named:)`, or nil.
    ///
    /// Names are a key space of their own: `named: "EventBus"` does not answer for `EventBus.self`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one, nil if nothing is bound to the name, if no instance can be made or
    ///   if it is not a `P`.
    public func safeInstance<P>(named name: String, fileID: StaticString = #fileID, line: UInt = #line) -> P? {
        try? throwingInstance(named: name, fileID: fileID, line: line)
    }

    /// Gives an instance of what was bound to a name with `bindInterface(named:)`, or says why it cannot.
    ///
    /// ```swift
    /// let gateway: NotificationGateway = try Injector.default.throwingInstance(named: "push")
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError`, if nothing is bound to the name, if no instance can be made or if it is not a `P`.
    public func throwingInstance<P>(
        named name: String,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(InjectionError) -> P {
        let request = Request(Key(named: name), at: CodeLocation(fileID: fileID, line: line))
        do {
            let instance = try require(Any.self, nil, request)
            guard let instance = instance as? P else {
                throw InjectionError(request, made: type(of: instance), insteadOf: P.self, in: self)
            }
            return instance
        } catch {
            throw InjectionError(error, answering: request)
        }
    }

    /// Gives an instance or ends the process with the text of the error.
    @inlinable
    package func force<P>(_ interface: P.Type, at location: CodeLocation) -> P {
        do {
            return try dependency(interface, at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }

    /// As `force(_:at:)`, for what may have an identifier.
    @inlinable
    package func force<P>(_ interface: P.Type, id: (some Hashable)?, at location: CodeLocation) -> P {
        do {
            return try dependency(interface, id: id, at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }
}
