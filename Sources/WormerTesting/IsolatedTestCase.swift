#if canImport(XCTest)
    public import Wormer
    public import XCTest

    /// A test case whose tests each have their own copy of the bindings, without any existing instances.
    ///
    /// `setUp`, the test and `tearDown` run in the copy, asynchronous and main-actor-isolated ones too:
    ///
    /// ```swift
    /// import WormerTesting
    /// import XCTest
    ///
    /// final class PaymentTests: IsolatedTestCase {
    ///     override func setUp() {
    ///         Injector.default.bind(Payment.self, to: .make { Refusal() })
    ///     }
    ///
    ///     func testRefusal() {
    ///         let payment: Payment = Injector.default.instance()
    ///         XCTAssertTrue(payment is Refusal)
    ///     }
    /// }
    /// ```
    ///
    /// After each test, the instances that it created end, and each `onEnd` is awaited. A binding or assignment that no
    /// test of the class uses is a failure of the last one, at the line of the binding. So is an assignment of one test
    /// that this test doesn't read. Nothing is reported if a process runs only a part of the class: a test that you
    /// select, or each one with `swift test --parallel`.
    ///
    /// The class methods `setUp()` and `tearDown()` run outside the copies. If your tests have another superclass, let it
    /// override `invokeTest()` and call `super.invokeTest()` in `withIsolatedBindings`.
    open class IsolatedTestCase: XCTestCase {
        /// The kinds of issues that are not reported; none by default.
        open class var ignoredIssues: Set<IsolationIssue.Kind> { [] }

        /// The live instances that the tests may create, which are all by default; see `Trait.isolatedBindings`.
        open class var allowedLiveInstances: LiveInstances { .inherited }

        /// Further modules with mocks, whose bindings are not live.
        open class var testModules: [String] { [] }

        /// Runs `setUp`, the test and `tearDown` with their own copy of the bindings, and ends what they created.
        open override func invokeTest() {
            let run = IsolatedTestCaseRun.of(type(of: self))
            let module = String("\(String(reflecting: type(of: self)))".prefix { $0 != "." })
            let isolation = Isolation(run.log, of: .testCase(name: name, module: module))
            isolation.run(waiting: { rest in
                let hasEnded = XCTestExpectation(description: "The instances of \(name) have ended.")
                Task {
                    await rest.value
                    hasEnded.fulfill()
                }
                // An `onEnd` that hangs is no failure of its own: XCTest waits as long for an asynchronous test.
                _ = XCTWaiter.wait(for: [hasEnded], timeout: 30 * 24 * 60 * 60)
            }) {
                super.invokeTest()
            }
            run.testDidEnd(name)
        }
    }

    /// The tests of a class that run in this process, which are judged together.
    final class IsolatedTestCaseRun: @unchecked Sendable {
        // Unchecked because XCTest runs the tests of a process one after the other.
        let log: IsolationLog
        private var pending: Set<String>

        /// Whether all tests of the class run in this process.
        private let isComplete: Bool

        private static let lock = Lock()
        nonisolated(unsafe) private static var all: [ObjectIdentifier: IsolatedTestCaseRun] = [:]

        private init(of testClass: IsolatedTestCase.Type, _ tests: [String]) {
            let rules = IsolationRules(
                ignoring: testClass.ignoredIssues,
                testClass.allowedLiveInstances,
                testModules: testClass.testModules
            ) { issue, _ in
                // A late lookup comes from an earlier test than the one that is running.
                if issue.kind == .lateLookup || !RunningTest.record(issue) {
                    print(issue)
                }
            }
            log = IsolationLog(rules, of: .testCases(name: "\(testClass)"))
            pending = Set(tests)
            #if canImport(ObjectiveC)
                isComplete = tests.count == testClass.defaultTestSuite.testCaseCount
            #else
                // If only some tests are selected, the arguments list them.
                let isSelected = CommandLine.arguments.contains { $0.contains(".\(testClass)/") }
                isComplete = tests.count > 1 || !tests.isEmpty && !isSelected
            #endif
        }

        static func of(_ testClass: IsolatedTestCase.Type) -> IsolatedTestCaseRun {
            lock.withLock { all[ObjectIdentifier(testClass)] } ?? IsolatedTestCaseRun(of: testClass, [])
        }

        /// Begins with the tests of a suite.
        static func begin(_ suite: XCTestSuite) {
            let tests = suite.tests.compactMap { $0 as? IsolatedTestCase }
            for (id, tests) in Dictionary(grouping: tests, by: { ObjectIdentifier(type(of: $0)) }) {
                let run = IsolatedTestCaseRun(of: type(of: tests[0]), tests.map(\.name))
                lock.withLock { all[id] = run }
            }
        }

        /// Reports the unused bindings, if that was the last test of the class.
        func testDidEnd(_ name: String) {
            pending.remove(name)
            if pending.isEmpty, isComplete {
                log.end()
            }
        }
    }
#endif
