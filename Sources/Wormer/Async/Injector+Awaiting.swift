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
    public func asyncInstance<P>(
        for interface: P.Type = P.self,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> P {
        let request = Request(interface, id: id, fileID: fileID, line: line)
        do {
            return try await asyncRequire(request, as: interface)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw InjectionError(error, answering: request)
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
    public func asyncInstances<P>(
        for interface: P.Type = P.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [P] {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try await asyncContributions(to: interface, at: location)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw InjectionError(error, for: [P].self, at: location)
        }
    }

    /// As `require`, for a request that can wait.
    package func asyncRequire<P>(_ request: Request, as interface: P.Type) async throws -> P {
        guard let instance = try await asyncResolve(request, as: interface) else {
            throw notBound(request)
        }
        return instance
    }

    /// As `resolve`, for a request that can wait.
    package func asyncResolve<P>(_ request: Request, as interface: P.Type) async throws -> P? {
        guard let handler = Tracing.handler else {
            var outcome = TraceEvent.Outcome.missing
            return try await asyncAnswer(request, as: interface, outcome: &outcome)
        }
        return try await Tracing.showing(request, to: handler) {
            try await asyncAnswer(request, as: interface, outcome: &$0)
        }
    }

    private func asyncAnswer<P>(
        _ request: Request,
        as interface: P.Type,
        outcome: inout TraceEvent.Outcome
    ) async throws -> P? {
        Makings.note(request)
        Override.active?.note(request)
        var next: Injector? = resolved
        while let injector = next {
            let storage = injector.storage
            switch storage.find(request.key, as: interface) {
            case .instance(let instance):
                outcome = .cached
                return instance
            case .binding(let binding):
                outcome = .made
                return try await binding.asyncObtain(for: request, of: injector, in: storage)
            case nil:
                next = request.asksParents ? injector.parent : nil
            }
        }
        return try await asyncAbsence(of: interface, for: request)
    }

    /// Resolves a parameter.
    @usableFromInline
    func asyncDependency<P>(_ interface: P.Type, at location: CodeLocation) async throws -> P {
        try await asyncRequire(Request(Key(interface), at: location), as: interface)
    }

    func asyncContributions<P>(to interface: P.Type, at location: CodeLocation) async throws -> [P] {
        try await AsyncFrame.jointly {
            let injector = resolved
            var instances = try await injector.parent?.asyncContributions(to: interface, at: location) ?? []
            for key in injector.storage.contributions(to: interface) {
                // Nothing, if it has been taken back since.
                let request = Request(key, at: location, askingParents: false)
                if let instance = try await injector.asyncResolve(request, as: interface) {
                    instances.append(instance)
                }
            }
            return instances
        }
    }

    /// The bindings that answer a parameter of a type, with the injectors in which they live, unless they have an
    /// instance already.
    func providers(of type: Any.Type) -> [(binding: AnyBinding, injector: Injector)] {
        let need = Wiring.Need(Key(type), .declared)
        var contributed: [(binding: AnyBinding, injector: Injector)] = []
        var next: Injector? = resolved
        while let injector = next {
            switch injector.storage.standing(need.key) {
            case (let binding?, let isMade): return isMade ? [] : [(binding, injector)]
            case (nil, _): break
            }
            if let element = need.elementType {
                contributed += injector.storage.contributions(to: element).compactMap { key in
                    let (binding, isMade) = injector.storage.standing(key)
                    return isMade ? nil : binding.map { ($0, injector) }
                }
            }
            next = injector.parent
        }
        return contributed
    }
}
