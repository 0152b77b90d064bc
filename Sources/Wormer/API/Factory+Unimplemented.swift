// Stand-ins for tests and previews.

extension Factory {
    /// Fails each request and records an issue in the running test.
    ///
    /// Use it in a test for a dependency that the code under test must not use:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .unimplemented())
    /// ```
    ///
    /// The issue names the interface and the locations of the request and the binding. After that, a forced request
    /// ends the process with the same text, and any other request fails with an `InjectionError`. Without a running
    /// test, no issue is recorded. Nothing is cached, whatever the lifetime of the binding, so one use does not hide a
    /// later one. Tests record issues only if they link `WormerTesting`.
    ///
    /// - Returns: The factory.
    public static func unimplemented() -> Factory {
        Factory(FactoryBody(unimplemented: nil))
    }

    /// Answers each request with a placeholder and records an issue in the running test.
    ///
    /// Use it in a preview, or in a test that continues after the issue:
    ///
    /// ```swift
    /// Injector.default.bind(Clock.self, to: .unimplemented(placeholder: SystemClock()))
    /// ```
    ///
    /// Without a running test, each request prints the text of the issue. Nothing is cached, whatever the lifetime of
    /// the binding. Tests record issues only if they link `WormerTesting`.
    ///
    /// - Parameter placeholder: The instance to return. The expression is evaluated for each request, outside any
    ///   actor.
    /// - Returns: The factory.
    public static func unimplemented(placeholder: @autoclosure @escaping @Sendable () -> P) -> Factory {
        Factory(FactoryBody(unimplemented: placeholder))
    }
}
