// Stand-ins for tests and previews.

extension Factory {
    /// Fails each request and records an issue in the running test.
    ///
    /// Use it in a test for a dependency that the code under test must not use:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .unimplemented)
    /// ```
    ///
    /// The issue names the interface and the locations of the request and the binding. The request then fails like any
    /// other: `instance(for:)` ends the process with the text of the issue, and `throwingInstance(for:)` throws it as
    /// an `InjectionError`. Without a running test, no issue is recorded. The lifetime of the binding has no effect, so
    /// every use is recorded. Tests record issues only if they link `WormerTesting`.
    public static var unimplemented: Factory {
        Factory(FactoryBody(unimplemented: nil))
    }

    /// Unavailable: `.unimplemented` is a property.
    @available(*, unavailable, message: "Write '.unimplemented', without parentheses.")
    public static func unimplemented(_: Void = ()) -> Factory { fatalError() }

    /// Answers each request with a placeholder and records an issue in the running test.
    ///
    /// Use it in a preview, or in a test that continues after the issue:
    ///
    /// ```swift
    /// Injector.default.bind(Clock.self, to: .unimplemented(placeholder: SystemClock()))
    /// ```
    ///
    /// Without a running test, each request prints the text of the issue. The lifetime of the binding has no effect:
    /// the placeholder is not cached. Tests record issues only if they link `WormerTesting`.
    ///
    /// - Parameter placeholder: The instance to return. The expression is evaluated for each request, outside any
    ///   actor.
    /// - Returns: The factory.
    public static func unimplemented(placeholder: @autoclosure @escaping @Sendable () -> Interface) -> Factory {
        Factory(FactoryBody(unimplemented: placeholder))
    }

    /// Returns a copy of the factory that no test may use.
    ///
    /// Use it for what a test must never create, such as a mailer that sends mail:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .make { SQLDatabase() }.unavailableInTests())
    /// ```
    ///
    /// In a running test, also one without `.isolatedBindings`, the factory never runs, and nobody receives an instance
    /// that was created before. A request records an issue that names the binding to replace, and then fails like one
    /// for `.unimplemented`. Outside tests, the factory works as before, also while the process waits for tests, such as
    /// an app that hosts them.
    ///
    /// A test is known only if its target links `WormerTesting`. In Swift Testing, a detached task and a thread that the
    /// test starts do not belong to it, unless they run in its bindings; see `Injector.capture()`.
    ///
    /// - Returns: The factory.
    public func unavailableInTests() -> Factory {
        Factory(body.unavailableInTests())
    }
}
