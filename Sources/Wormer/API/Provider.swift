/// Gives an instance of an interface each time it is called.
///
/// A factory whose parameter is a provider is given one; it need not be bound:
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
/// Use it
/// - to break a cycle: each may ask for the other once both are made,
/// - to defer what is expensive until it is needed,
/// - to make several instances of what is transient, and
/// - to hold what lives shorter, such as an instance of a scope, from what lives longer.
///
/// A provider resolves in the injector of the binding whose parameter it is; one that was requested by itself, in the
/// injector that was asked. It sees the override and the open scopes of each call, not those in which it was made. In
/// the ``DependencyGraph`` it is an edge of its own kind: `verify()` reports an interface that it names and that is not bound.
///
/// A provider does not keep its injector: a singleton that has one would keep the injector that keeps the singleton.
/// When the injector is gone, a call fails and says so.
public struct Provider<P>: @unchecked Sendable {
    // Immutable; unchecked for the reference, which has to be a variable because it is weak.

    private weak var owner: Injector?

    /// Whether the injector is `Injector.default`, which is always there, and nothing to be referred to weakly.
    private let isOfDefault: Bool

    @usableFromInline let qualifier: Key.Qualifier?

    init(of injector: Injector, _ qualifier: Key.Qualifier?) {
        isOfDefault = injector.home == nil
        owner = isOfDefault ? nil : injector
        self.qualifier = qualifier
    }

    /// Gives an instance, and ends the process if there is none.
    ///
    /// ```swift
    /// let database = Injector.default.instance(for: Provider<Database>.self)
    /// print(database(), database())
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one, as the binding says.
    /// - Precondition: Something is bound to the interface and can be made. Otherwise the process ends with the text
    ///   of the `InjectionError`, in release builds too.
    @inlinable
    public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) -> P {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try instance(at: location)
        } catch {
            endProcess(with: error, at: location)
        }
    }

    /// Gives an instance, or says why it cannot.
    ///
    /// In an asynchronous function the other form is chosen, which waits.
    ///
    /// ```swift
    /// func report(to database: Provider<Database>) throws {
    ///     print(try database.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError`, if nothing is bound, if no instance can be made or if the injector is gone.
    @inlinable
    public func get(fileID: StaticString = #fileID, line: UInt = #line) throws(InjectionError) -> P {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try instance(at: location)
        } catch {
            throw InjectionError(error, answering: request(at: location))
        }
    }

    /// Gives an instance, waiting for what is made asynchronously.
    ///
    /// ```swift
    /// func report(to database: Provider<Database>) async throws {
    ///     print(try await database.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError`, if nothing is bound, if no instance can be made or if the injector is gone;
    ///   `CancellationError`, if the task is cancelled while it waits.
    @inlinable
    nonisolated(nonsending)
        public func get(fileID: StaticString = #fileID, line: UInt = #line) async throws -> P
    {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            let injector = try injector(for: location)
            if qualifier == nil {
                return try await injector.asyncDependency(P.self, at: location)
            }
            return try await injector.asyncRequire(P.self, request(at: location))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw InjectionError(error, answering: request(at: location))
        }
    }

    @inlinable
    func instance(at location: CodeLocation) throws -> P {
        let injector = try injector(for: location)
        if qualifier == nil {
            return try injector.dependency(P.self, at: location)
        }
        return try injector.require(P.self, nil, request(at: location))
    }

    /// The injector that is asked.
    ///
    /// - Throws: `InjectionError`, if it is gone.
    @usableFromInline
    func injector(for location: CodeLocation) throws -> Injector {
        guard let injector = isOfDefault ? .default : owner else {
            throw InjectionError(withoutInjector: request(at: location))
        }
        return injector
    }

    @usableFromInline
    func request(at location: CodeLocation) -> Request {
        Request(Key(P.self, qualifier), at: location)
    }
}
