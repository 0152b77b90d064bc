/// A dependency that resolves an instance each time you call it, where one would come too early or stay too long.
///
/// Take a parameter of this type, which needs no binding of its own:
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
/// - to break a cycle: two instances can find each other after both exist,
/// - to defer expensive work until it is needed,
/// - to create several transient instances, or
/// - to reach a short-lived instance, such as one of a scope, from one that lives longer.
///
/// A provider resolves in the injector that you got it from or, if a factory took it as a parameter, in the injector
/// that has the factory's binding. Each call uses the override and the scopes that apply at that moment. In the
/// `DependencyGraph`, a provider has its own kind of edge, and `verify()` reports one whose interface isn't bound. If
/// that may be so, take a `Provider<Database>?`, which is nil then.
///
/// A provider doesn't keep its injector alive, because a singleton that keeps a provider would then keep both. Once the
/// injector is gone, a call fails with the reason `injectorReleased`.
public struct Provider<Interface>: @unchecked Sendable {
    // Immutable. Unchecked because a weak reference must be a variable.

    private weak var owner: Injector?

    /// Whether the injector is `Injector.default`, which always exists and needs no weak reference.
    private let isOfDefault: Bool

    /// Creates an instance without an injector.
    @usableFromInline let make: (@Sendable () throws -> Interface)?

    @usableFromInline let qualifier: Key.Qualifier?

    init(of injector: Injector, _ qualifier: Key.Qualifier?) {
        isOfDefault = injector.isDefault
        owner = isOfDefault ? nil : injector
        self.qualifier = qualifier
        make = nil
        AtomicCounter.lazyNeeds.mark()
    }

    /// Creates a provider that calls a closure instead of an injector.
    ///
    /// Use it in a unit test, for a type that takes a provider:
    ///
    /// ```swift
    /// struct Export {
    ///     let database: Provider<Database>
    /// }
    ///
    /// let export = Export(database: Provider { MemoryDatabase() })
    /// ```
    ///
    /// - Parameter make: Returns an instance, for each call of the provider. Its error is the reason of the
    ///   `InjectionError` that the call throws.
    public init(_ make: @escaping @Sendable () throws -> Interface) {
        isOfDefault = false
        qualifier = nil
        self.make = make
    }

    /// Returns an instance, or ends the process if there is none.
    ///
    /// ```swift
    /// let database = Injector.default.instance(for: Provider<Database>.self)
    /// print(database(), database())
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one, depending on the binding's lifetime.
    /// - Precondition: The interface is bound, and an instance can be created. Otherwise the process ends with the
    ///   message of the `InjectionError`, in release builds too.
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
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound, no instance can be created, or the injector no longer exists.
    @_alwaysEmitIntoClient
    public func get(fileID: StaticString = #fileID, line: UInt = #line) throws(InjectionError) -> Interface {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            return try instance(at: location)
        } catch {
            throw InjectionError.of(error, answering: lookup(at: location))
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
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError` if nothing is bound, no instance can be created, or the injector no longer exists;
    ///   `CancellationError` if the task is cancelled while it waits.
    public nonisolated(nonsending) func get(
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Interface {
        let location = CodeLocation(fileID: fileID, line: line)
        do {
            if let make { return try make() }
            return try await injector(for: location).asyncInstance(Interface.self, qualifier, at: location)
        } catch {
            throw asyncFailure(error, Key(Interface.self, qualifier), at: location)
        }
    }

    @inlinable
    func instance(at location: CodeLocation) throws -> Interface {
        if let make {
            do {
                return try make()
            } catch {
                throw InjectionError.of(error, answering: lookup(at: location))
            }
        }
        return try injector(for: location).instance(Interface.self, qualifier, at: location)
    }

    /// Returns the injector to resolve in.
    ///
    /// - Throws: `InjectionError` if it no longer exists.
    @usableFromInline
    func injector(for location: CodeLocation) throws -> Injector {
        guard let injector = isOfDefault ? .default : owner else {
            throw InjectionError(.injectorReleased, answering: lookup(at: location), in: nil)
        }
        return injector
    }

    @usableFromInline
    func lookup(at location: CodeLocation) -> Lookup {
        Lookup(Key(Interface.self, qualifier), at: location)
    }
}

extension Injector {
    /// Returns the instance of an interface and a qualifier, or throws an error.
    @inlinable
    func instance<P>(_ interface: P.Type, _ qualifier: Key.Qualifier?, at location: CodeLocation) throws -> P {
        guard let qualifier else { return try dependency(interface, at: location) }
        let instance = try require(Lookup(Key(interface, qualifier), at: location))
        return unsafeDowncast(instance, to: Instance<P>.self).value
    }
}
