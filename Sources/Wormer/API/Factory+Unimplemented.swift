// Stand-ins, for tests and previews.

extension Factory {
    /// Makes nothing: each request is an issue of the test that is running, and then fails.
    ///
    /// Use it in a test for what the code under test must not use:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, to: .unimplemented())
    /// ```
    ///
    /// The issue names the interface and the places of the request and of the binding. Then a forced request ends the
    /// process, with the same text, and another one gets an `InjectionError`; without a running test, that is all that
    /// happens. Nothing is kept, whatever the lifetime of the binding, so that no use hides a later one. Tests report
    /// issues where they are linked with `WormerTesting`.
    ///
    /// - Returns: The factory.
    public static func unimplemented() -> Factory {
        Factory(FactoryBody(unimplemented: nil))
    }

    /// Makes each request an issue of the test that is running, and answers it with a placeholder.
    ///
    /// Use it where a test is to go on after the issue, or in a preview:
    ///
    /// ```swift
    /// Injector.default.bind(Clock.self, to: .unimplemented(placeholder: SystemClock()))
    /// ```
    ///
    /// Without a running test the text of the issue is printed for each request. Nothing is kept, whatever the lifetime
    /// of the binding. Tests report issues where they are linked with `WormerTesting`.
    ///
    /// - Parameter placeholder: An instance to go on with; evaluated for each request, on no actor.
    /// - Returns: The factory.
    public static func unimplemented(placeholder: @autoclosure @escaping @Sendable () -> P) -> Factory {
        Factory(FactoryBody(unimplemented: placeholder))
    }
}
