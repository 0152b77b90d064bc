import Wormer

// Initializers with parameters that belong to the main actor, or that are awaited. Disfavoured, as in
// Container+AutoWiring.swift.

extension Container {
    /// Binds a type to an initializer of the main actor whose parameters are resolved by their types.
    ///
    /// ```swift
    /// Container.main.bind(.singleton, to: Page.self, mainActorUsing: HomePage.init)
    /// ```
    ///
    /// It runs on the main actor only: `resolveAsync` changes to it, another request has to come from there.
    ///
    /// - Parameters:
    ///   - scope: How long the instance is kept. Without one it is made anew for each request.
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name, on the main actor.
    @_disfavoredOverload
    public func bind<Service, Implementation, First, each Dependency>(
        _ scope: Scope = .transient,
        to type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorUsing initializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        bind(type, id: id, lifetime: scope.lifetime, fileID: fileID, line: line, mainActorUsing: initializer)
    }

    /// Binds a type to an initializer of the main actor whose parameters are resolved by their types, with a lifetime.
    ///
    /// See `bind(_:to:id:fileID:line:mainActorUsing:)`.
    @_disfavoredOverload
    public func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorUsing initializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        injector.bind(
            interface: type,
            id: id,
            toImplementation: Implementation.self,
            lifetime: lifetime,
            fileID: fileID,
            line: line,
            mainActorInitializer: initializer
        )
    }

    /// Binds a type to an initializer that is awaited and whose parameters are resolved by their types.
    ///
    /// An initializer that belongs to an actor is one too, if what it takes and makes is Sendable.
    ///
    /// ```swift
    /// Container.main.bind(Database.self, lifetime: .singleton, asyncUsing: RemoteDatabase.open(with:))
    /// let database = try await Container.main.resolveAsync(Database.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to ask for.
    ///   - id: What tells this binding from others of the same type, compared as `AnyHashable`.
    ///   - lifetime: How long the instance is kept. Without one it is made anew for each request.
    ///   - onEnd: What is done with an instance when its lifetime ends, if anything.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance from what its parameters name.
    @_disfavoredOverload
    public func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        onEnd: (@Sendable (Implementation) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncUsing initializer: @escaping @Sendable (First, repeat each Dependency) async throws -> Implementation
    ) {
        injector.bind(
            interface: type,
            id: id,
            toImplementation: Implementation.self,
            lifetime: lifetime,
            onEnd: onEnd,
            fileID: fileID,
            line: line,
            asyncInitializer: initializer
        )
    }
}

// MARK: - For the main container

extension Container {
    /// Binds a type to an initializer of the main actor whose parameters are resolved by their types, in the main container.
    ///
    /// See `bind(_:to:id:fileID:line:mainActorUsing:)`.
    @_disfavoredOverload
    public static func bind<Service, Implementation, First, each Dependency>(
        _ scope: Scope = .transient,
        to type: Service.Type,
        id: AnyHashable? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorUsing initializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        main.bind(scope, to: type, id: id, fileID: fileID, line: line, mainActorUsing: initializer)
    }

    /// Binds a type to an initializer of the main actor whose parameters are resolved by their types, in the main container.
    ///
    /// See `bind(_:to:id:fileID:line:mainActorUsing:)`.
    @_disfavoredOverload
    public static func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        mainActorUsing initializer: @escaping @MainActor (First, repeat each Dependency) throws -> Implementation
    ) {
        main.bind(type, id: id, lifetime: lifetime, fileID: fileID, line: line, mainActorUsing: initializer)
    }

    /// Binds a type to an initializer that is awaited and whose parameters are resolved by their types, in the main container.
    ///
    /// See `bind(_:id:lifetime:onEnd:fileID:line:asyncUsing:)` of a container.
    @_disfavoredOverload
    public static func bind<Service, Implementation, First, each Dependency>(
        _ type: Service.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        onEnd: (@Sendable (Implementation) async throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        asyncUsing initializer: @escaping @Sendable (First, repeat each Dependency) async throws -> Implementation
    ) {
        main.bind(
            type,
            id: id,
            lifetime: lifetime,
            onEnd: onEnd,
            fileID: fileID,
            line: line,
            asyncUsing: initializer
        )
    }
}
