public import Testing
public import Wormer

// snippets: import Wormer

/// Gives each test its own copy of the bindings, so that tests that override the same interface run in parallel.
///
/// See `Trait.isolatedBindings`.
public struct IsolatedBindingsTrait: SuiteTrait, TestTrait {
    private let log: IsolationLog
    private let configure: @Sendable (Injector) async throws -> Void

    init(ignoring ignored: Set<IsolationIssue.Kind>, configure: @escaping @Sendable (Injector) async throws -> Void) {
        log = IsolationLog(ignoring: ignored) { issue in
            Issue.record(issue, sourceLocation: SourceLocation(issue.location))
        }
        self.configure = configure
    }

    /// Whether the tests of a suite, and of the suites in it, have the trait too.
    public var isRecursive: Bool { true }
}

extension IsolatedBindingsTrait: TestScoping {
    /// Gives the trait itself: it surrounds each suite and test, and within it each case.
    ///
    /// - Parameters:
    ///   - test: The suite or the test.
    ///   - testCase: The case.
    /// - Returns: The trait.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IsolatedBindingsTrait? {
        self
    }

    /// Runs a case on its own copy of the bindings, or a suite or a test with an account of what its cases use.
    ///
    /// - Parameters:
    ///   - test: The suite or the test.
    ///   - testCase: The case, nil for the whole suite or test.
    ///   - function: Runs it.
    /// - Throws: What `function` throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase == nil else {
            return try await Isolation(log: log).run {
                try await configure(.default)
                try await function()
            }
        }
        log.begin()
        defer { log.end() }
        try await function()
    }
}

extension Trait where Self == IsolatedBindingsTrait {
    /// Runs each test, and each case of a parametrised test, on its own copy of the bindings, with no instances made.
    ///
    /// ```swift
    /// import Testing
    ///
    /// @Suite(.isolatedBindings)
    /// struct CheckoutTests {
    ///     @Test func refuses() async throws {
    ///         Injector.default.bind(Payment.self, to: .make { Refusal() })
    ///         // ...
    ///     }
    /// }
    /// ```
    public static var isolatedBindings: IsolatedBindingsTrait {
        .isolatedBindings()
    }

    /// Runs each test, and each case of a parametrised test, on its own copy of the bindings, to which others are
    /// added.
    ///
    /// ```swift
    /// import Testing
    ///
    /// @Test(.isolatedBindings { injector in
    ///     injector.bind(Clock.self, to: .make { StoppedClock() })
    /// })
    /// func expires() { /* ... */ }
    /// ```
    ///
    /// A binding that is made in a test or in `configure` and that no test asks for is a test issue, and so is a
    /// request that a task makes after its test has ended.
    ///
    /// - Parameters:
    ///   - ignored: The issues that are not reported.
    ///   - configure: Binds what the tests need, in each test's copy.
    /// - Returns: The trait.
    public static func isolatedBindings(
        ignoring ignored: Set<IsolationIssue.Kind> = [],
        _ configure: @escaping @Sendable (Injector) async throws -> Void = { _ in }
    ) -> IsolatedBindingsTrait {
        IsolatedBindingsTrait(ignoring: ignored, configure: configure)
    }
}
