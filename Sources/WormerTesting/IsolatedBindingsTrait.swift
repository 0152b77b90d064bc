public import Testing
public import Wormer

/// A trait of Swift Testing that gives each test its own copy of the bindings; see `Trait.isolatedBindings`.
///
/// Tests with this trait can override the same interface and still run in parallel.
public struct IsolatedBindingsTrait: SuiteTrait, TestTrait {
    fileprivate let rules: IsolationRules
    fileprivate let configure: @Sendable (Injector) async throws -> Void

    /// Whether the trait of a suite also applies to its tests and nested suites.
    public var isRecursive: Bool { true }
}

extension IsolatedBindingsTrait: TestScoping {
    /// Returns the trait itself, which applies to each suite, each test and each test case.
    ///
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The test case.
    /// - Returns: The trait.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IsolatedBindingsTrait? {
        self
    }

    /// Runs a test case with its own copy of the bindings, or a suite or test whose cases are judged together.
    ///
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The test case, or nil for the whole suite or test.
    ///   - function: Runs the test case, suite or test.
    /// - Throws: Any error that `function` or the closure of the trait throws, or else `EndingError` if an `onEnd`
    ///   throws.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let place = IsolationLog.Judged(test.isSuite ? "suite" : "test", at: test.sourceLocation)
        let outer = IsolationLog.current(of: rules)
        guard testCase != nil else {
            // The suite around this one judges it, if that has the trait, but an assignment of one test belongs to the test.
            defer { if !test.isSuite { outer?.end(of: place) } }
            guard outer == nil else { return try await function() }
            return try await IsolationLog(rules, of: test.isSuite ? place : nil).run(function)
        }
        let log = outer ?? IsolationLog(rules)
        let isolation = Isolation(log, of: place)
        try await isolation.run {
            try await configure(.default)
            if log.suite != nil { isolation.noteBindingsOfSuite() }
            try await function()
        }
    }
}

extension Trait where Self == IsolatedBindingsTrait {
    /// A trait that runs each test, and each case of a parameterized test, with its own copy of the bindings.
    ///
    /// The copy has no instances. When the test ends, each `onEnd` of what it created is awaited, the latest instance
    /// first, and errors are test issues. Then the test's bindings, assignments and instances are discarded.
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

    /// Returns a trait that runs each test, and each case of a parameterized test, with its own copy of the bindings,
    /// and adds bindings to it.
    ///
    /// ```swift
    /// import Testing
    ///
    /// @Test(.isolatedBindings { injector in
    ///     injector.bind(Log.self, to: .make { SilentLog() })
    /// })
    /// func expires() { /* ... */ }
    /// ```
    ///
    /// Two mistakes are test issues: a binding or assignment that nothing uses, and a lookup by a task whose test has
    /// ended. What a test assigns, its own lookups must use, and what `configure` adds for a suite, those of one of its
    /// tests. The latter is only a warning, because a run may select a part of the suite. Before Swift 6.3, tests have
    /// no warnings, and it isn't reported. A binding that is written in another module than the test never is.
    ///
    /// With `allowingLive:`, creating any other live instance is an issue with the path of the lookup and the line of
    /// the binding; the instance is still created, and the test goes on. Live is what another module than the test's
    /// binds with a closure, an asynchronous function, or a main-actor-isolated function, or declares with `@Service`
    /// or `@Provides`. Values, provided values, what a synchronous `.using` combines from its parameters, and
    /// services whose initializer has only literals and operators aren't live.
    ///
    /// ```swift
    /// import Testing
    ///
    /// @Suite(.isolatedBindings(allowingLive: .only([Log.self])) { injector in
    ///     injector.bind(Payment.self, to: .make { Refusal() })
    /// })
    /// struct RefundTests { /* ... */ }
    /// ```
    ///
    /// Such an argument of a test or an inner suite replaces that of the suites around it.
    ///
    /// - Parameters:
    ///   - ignored: The kinds of issues that are not reported.
    ///   - live: The live instances that the tests may create.
    ///   - testModules: Further modules with mocks, whose bindings are not live.
    ///   - configure: Adds the bindings that the tests need. The closure runs before each test, with that test's copy.
    /// - Returns: The trait.
    public static func isolatedBindings(
        ignoring ignored: Set<IsolationIssue.Kind> = [],
        allowingLive live: LiveInstances = .inherited,
        testModules: [String] = [],
        _ configure: @escaping @Sendable (Injector) async throws -> Void = { _ in }
    ) -> IsolatedBindingsTrait {
        let handle = RunningTest.record(_:isWarning:)
        let rules = IsolationRules(ignoring: ignored, live, testModules: testModules, handle: handle)
        return IsolatedBindingsTrait(rules: rules, configure: configure)
    }
}
