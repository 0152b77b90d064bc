import Wormer

extension Container {
    /// How long a container keeps the instances of a service, for `@Service(.singleton)` and `@Provides(.singleton)`.
    ///
    /// An instance is created for each lookup (`transient`), kept until you reset the container (`singleton`), or kept
    /// until you reset a scope of your own. This isn't the `Scope` of the module `Wormer`, which you open and end;
    /// inside `extension Container`, write `Wormer.Scope` for that one.
    ///
    /// ```swift
    /// extension Container.Scope {
    ///     static let session = id("session")
    /// }
    /// ```
    public struct Scope: Hashable, Sendable {
        /// The core's lifetime for this scope.
        let lifetime: Lifetime

        /// A new instance for each lookup.
        public static let transient = Scope(lifetime: .transient)

        /// One instance until the container is reset.
        public static let singleton = Scope(lifetime: .singleton)

        /// Returns a scope whose instances live until the scope is reset.
        ///
        /// - Parameters:
        ///   - name: The scope's name. Two scopes with the same name are equal.
        ///   - fileID: The file of the call, shown in remarks.
        ///   - line: The line of the call, shown in remarks.
        /// - Returns: The scope.
        public static func id(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> Scope {
            Scope(lifetime: .scope(.alwaysOpen(name, fileID: fileID, line: line)))
        }
    }

    /// Drops the instances of a scope, so that the next lookup creates new ones, and removes assigned values.
    ///
    /// Bindings stay. Each `onEnd` runs before this method returns, the latest instance first or, if it must be awaited,
    /// in a task of its own. To await it, call `end()`, or `end(.alwaysOpen("session"))` for the scope `id("session")`.
    ///
    /// ```swift
    /// func userDidLogout() {
    ///     Container.main.reset(.login)
    /// }
    /// ```
    ///
    /// - Parameter scope: The scope to reset. The default is `singleton`.
    public func reset(_ scope: Scope = .singleton) {
        injector.registry.reset(scope.lifetime)
    }

    /// Drops the instances of a scope in the main container, and removes assigned values.
    ///
    /// ```swift
    /// Container.reset(.login)
    /// ```
    ///
    /// - Parameter scope: The scope to reset. The default is `singleton`.
    public static func reset(_ scope: Scope = .singleton) {
        main.reset(scope)
    }
}

extension Container {
    /// Drops the instance of a service, or all instances of a function, and removes what was assigned to it.
    ///
    /// The next read runs the service's initializer. The `onEnd` of the instance runs before this method returns or, if
    /// it must be awaited, in a task of its own; an error is an issue of the running test, or printed. What already
    /// holds the instance keeps it, such as a `@LazyInject` that was read. To remove only an assigned value, call
    /// `unassign(_:)`. See `Injector.reset(_:id:)`.
    ///
    /// ```swift
    /// Container.main.reset(\.logger)
    /// ```
    ///
    /// - Parameter property: The service's property.
    public func reset<Service>(_ property: KeyPath<Container, Service>) {
        if let declared = DeclaredService.at(property) {
            injector.reset(declared.key)
        }
    }

    /// Drops the instance of a service in the main container, and removes a value that was assigned to it.
    ///
    /// ```swift
    /// Container.reset(\.logger)
    /// ```
    ///
    /// - Parameter property: The service's property.
    public static func reset<Service>(_ property: KeyPath<Container, Service>) {
        main.reset(property)
    }
}

extension Container.Scope {
    /// Unavailable: inside `Container`, the `Scope` of the module `Wormer` has another name.
    @available(
        *,
        unavailable,
        message: "Write 'Wormer.Scope(...)', with 'import Wormer', to open it, or '.id(...)' to reset it."
    )
    public init(_ name: String, inside outer: Wormer.Scope? = nil) { fatalError() }
}
