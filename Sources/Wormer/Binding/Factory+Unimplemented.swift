// Stand-ins for tests and previews.

extension Factory {
    /// Fails each lookup and records an issue in the running test.
    ///
    /// Use it in a test for a dependency that the tested code must not touch:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .unimplemented)
    /// ```
    ///
    /// The issue names the interface, and the lines of the lookup and the binding. The lookup then fails like any
    /// other: `instance(for:)` ends the process with the message, and `throwingInstance(for:)` throws it as an
    /// `InjectionError`. Whatever the binding's lifetime, every use is recorded. Tests record issues only if they link
    /// `WormerTesting`.
    public static var unimplemented: Factory { Factory(unimplemented: nil) }

    /// Returns a placeholder for each lookup and records an issue in the running test.
    ///
    /// Use it in a preview, or in a test that goes on after the issue:
    ///
    /// ```swift
    /// Injector.default.bind(Log.self, to: .unimplemented(placeholder: SystemLog()))
    /// ```
    ///
    /// Without a running test, each lookup prints the message. The placeholder isn't kept, whatever the binding's
    /// lifetime. Tests record issues only if they link `WormerTesting`.
    ///
    /// - Parameter placeholder: The instance to return. The expression is evaluated for each lookup, outside any actor.
    /// - Returns: The factory.
    public static func unimplemented(placeholder: @autoclosure @escaping @Sendable () -> Interface) -> Factory {
        Factory(unimplemented: placeholder)
    }

    /// Returns a copy of the factory that no test may use.
    ///
    /// Use it for what a test must never create, such as a mailer that sends mail:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .make { SQLDatabase() }.unavailableInTests())
    /// ```
    ///
    /// In a running test, even one without `.isolatedBindings`, the factory never runs, and nobody gets an instance
    /// that was created before. A lookup records an issue that names the binding to override, and then fails as with
    /// `.unimplemented`. Outside tests, the factory works as before, even in an app that hosts tests and waits for
    /// them.
    ///
    /// A test is known only if its target links `WormerTesting`. In Swift Testing, detached tasks and threads that the
    /// test starts don't belong to it, unless they run in its bindings; see `Injector.capture()`.
    ///
    /// - Returns: The factory.
    public func unavailableInTests() -> Factory {
        with { $0.isUnavailableInTests = true }
    }
}
