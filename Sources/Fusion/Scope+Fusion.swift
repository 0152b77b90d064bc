import Wormer

extension Scope {
    /// A new instance for each request.
    public static let transient = id("transient")

    /// One instance until the container is reset.
    public static let singleton = id("singleton")

    /// A scope that is open from the start and whose instances live until it is reset.
    ///
    /// ```swift
    /// extension Container.Scope {
    ///     static let session = id("session")
    /// }
    /// ```
    ///
    /// - Parameter name: The scope's name; two scopes of the same name are the same scope.
    /// - Returns: The scope.
    public static func id(_ name: String) -> Scope {
        Scope(name, isLongLived: true)
    }
}

extension Lifetime {
    init(_ scope: Scope) {
        self =
            switch scope {
            case .transient: .transient
            case .singleton: .singleton
            default: .scope(scope)
            }
    }
}

extension Container {
    /// Drops the instances of a scope, so that the next request makes new ones.
    ///
    /// Bindings stay, and so does what was assigned; `unassignAll()` takes that back. No `onEnd` runs: see `end(_:)`.
    ///
    /// ```swift
    /// func userDidLogout() {
    ///     Container.main.reset(.login)
    /// }
    /// ```
    ///
    /// - Parameter scope: The scope, by default that of the singletons.
    public func reset(_ scope: Scope = .singleton) {
        injector.dropInstances(of: Lifetime(scope))
    }

    /// Drops the instances of a scope in the main container.
    ///
    /// - Parameter scope: The scope, by default that of the singletons.
    public static func reset(_ scope: Scope = .singleton) {
        main.reset(scope)
    }
}
