import Wormer

extension Container {
    /// How long a service is kept: made for each request, until the container is reset, or until a scope of your own
    /// is.
    ///
    /// ```swift
    /// extension Container.Scope {
    ///     static let session = id("session")
    /// }
    /// ```
    public struct Scope: Hashable, Sendable {
        /// What the core calls it.
        @usableFromInline let lifetime: Lifetime

        /// A new instance for each request.
        public static let transient = Scope(lifetime: .transient)

        /// One instance until the container is reset.
        public static let singleton = Scope(lifetime: .singleton)

        /// A scope whose instances live until it is reset.
        ///
        /// - Parameter name: The scope's name; two scopes of the same name are the same scope.
        /// - Returns: The scope.
        public static func id(_ name: String) -> Scope {
            Scope(lifetime: .scope(.alwaysOpen(name)))
        }
    }

    /// Drops the instances of a scope, so that the next request makes new ones.
    ///
    /// Bindings stay, and so does what was assigned; `unassignAll()` takes that back. No `onEnd` runs: see
    /// `Injector.end(_:)`.
    ///
    /// ```swift
    /// func userDidLogout() {
    ///     Container.main.reset(.login)
    /// }
    /// ```
    ///
    /// - Parameter scope: The scope, by default that of the singletons.
    public func reset(_ scope: Scope = .singleton) {
        injector.dropInstances(of: scope.lifetime)
    }

    /// Drops the instances of a scope in the main container.
    ///
    /// - Parameter scope: The scope, by default that of the singletons.
    public static func reset(_ scope: Scope = .singleton) {
        main.reset(scope)
    }
}
