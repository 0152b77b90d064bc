/// A handle that resolves an instance each time you call it.
///
/// A parameter of type `Provider` needs no binding of its own:
///
/// ```swift
/// final class Upload: Sendable {
///     private let database: Provider<Database>
///
///     init(database: Provider<Database>) {
///         self.database = database
///     }
///
///     func start() {
///         print("to", database())
///     }
/// }
///
/// Injector.default.bind(Upload.self, lifetime: .singleton, to: .using(Upload.init(database:)))
/// ```
///
/// Use a provider
/// - to break a cycle: two instances can request each other after both are created,
/// - to defer expensive work until it is needed,
/// - to create several transient instances, or
/// - to access a short-lived instance, such as an instance of a scope, from an instance that lives longer.
///
/// A provider that a factory takes as a parameter resolves in the injector of the factory's binding. A provider that
/// you request directly resolves in the injector that you requested it from. Each call uses the override and the scopes
/// that are current at the time of the call, not those in which the provider was created. In the ``DependencyGraph``, a
/// provider has its own kind of edge, and `verify()` reports a provider whose interface is not bound.
///
/// A provider does not retain its injector. Otherwise, an injector and a singleton that keeps a provider would retain
/// each other. After the injector is released, a call fails with the reason `injectorReleased`.
public struct Provider<Interface>: @unchecked Sendable {
    // Immutable. Unchecked because a weak reference must be a variable.

    private weak var owner: Injector?

    /// Whether the injector is `Injector.default`, which always exists and needs no weak reference.
    private let isOfDefault: Bool

    @usableFromInline let qualifier: Key.Qualifier?

    init(of injector: Injector, _ qualifier: Key.Qualifier?) {
        isOfDefault = injector.home == nil
        owner = isOfDefault ? nil : injector
        self.qualifier = qualifier
    }

    /// Returns an instance, or ends the process if there is none.
    ///
    /// ```swift
    /// let database = Injector.default.instance(for: Provider<Database>.self)
    /// print(database(), database())
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the request.
    ///   - line: The line of the request.
    /// - Returns: The shared instance or a new one, depending on the binding's lifetime.
    /// - Precondition: The interface is bound, and an instance can be created. Otherwise the process ends with the text
    ///   of the `InjectionError`, in release builds too.
    @_alwaysEmitIntoClient
    public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) -> Interface {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try instance(at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }

    /// Returns an instance, or throws an error that explains the failure.
    ///
    /// In an asynchronous function, the compiler chooses the overload that awaits.
    ///
    /// ```swift
    /// func report(to database: Provider<Database>) throws {
    ///     print(try database.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the request.
    ///   - line: The line of the request.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound, no instance can be created, or the injector no longer exists.
    @_alwaysEmitIntoClient
    public func get(fileID: StaticString = #fileID, line: UInt = #line) throws(InjectionError) -> Interface {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try instance(at: location)
        } catch {
            throw InjectionError(error, answering: request(at: location))
        }
    }

    /// Returns an instance, awaiting factories that are asynchronous or isolated to an actor.
    ///
    /// ```swift
    /// func report(to database: Provider<Database>) async throws {
    ///     print(try await database.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the request.
    ///   - line: The line of the request.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound, no instance can be created, or the injector no longer exists;
    ///   `CancellationError` if the task is cancelled while it waits.
    @inlinable
    nonisolated(nonsending)
        public func get(fileID: StaticString = #fileID, line: UInt = #line) async throws -> Interface
    {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            let injector = try injector(for: location)
            if qualifier == nil {
                return try await injector.asyncDependency(Interface.self, at: location)
            }
            return try await injector.asyncRequire(Interface.self, request(at: location))
        } catch {
            throw asyncFailure(error, Key(Interface.self, qualifier), at: location)
        }
    }

    @inlinable
    func instance(at location: CodeLocation) throws -> Interface {
        let injector = try injector(for: location)
        if qualifier == nil {
            return try injector.dependency(Interface.self, at: location)
        }
        return try injector.require(Interface.self, nil, request(at: location))
    }

    /// Returns the injector to resolve in.
    ///
    /// - Throws: `InjectionError` if it no longer exists.
    @usableFromInline
    func injector(for location: CodeLocation) throws -> Injector {
        guard let injector = isOfDefault ? .default : owner else {
            throw InjectionError(.injectorReleased, answering: request(at: location), in: nil)
        }
        return injector
    }

    @usableFromInline
    func request(at location: CodeLocation) -> Request {
        Request(Key(Interface.self, qualifier), at: location)
    }
}
