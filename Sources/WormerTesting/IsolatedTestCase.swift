#if canImport(XCTest)
    public import Wormer
    public import XCTest

    /// A test case of XCTest whose tests each have their own copy of the bindings, without any existing instances.
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
    /// that this test doesn't read. If several classes share a `setUp`, let them inherit it from one superclass, with which
    /// they are judged together. Nothing is reported if a process runs only a part of the class, or only one of several
    /// subclasses: what you select, or each test with `swift test --parallel`.
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
            let testClass = type(of: self)
            let group = IsolatedTestCaseGroup.of(self)
            let module = String(String(reflecting: testClass).prefix { $0 != "." })
            let names = IsolatedTestCaseGroup.classes(of: self).map { "\($0)" }
            let test = IsolationLog.Judged("the test \(name)", ofClasses: names, module: module)
            let isolation = Isolation(group.log, testClass.rules, of: test)
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
            group.testDidEnd(name)
        }

        fileprivate static var rules: IsolationRules {
            IsolationRules(ignoring: ignoredIssues, allowedLiveInstances, testModules: testModules) { issue, _ in
                // A late lookup comes from an earlier test than the one that is running.
                if issue.kind == .lateLookup || !RunningTest.record(issue) {
                    print(issue)
                }
            }
        }
    }

    /// The tests of a class and its subclasses that run in this process, which are judged together.
    final class IsolatedTestCaseGroup: @unchecked Sendable {
        // Unchecked because XCTest runs the tests of a process one after the other.
        let log: IsolationLog
        private var pending: Set<String>

        /// Whether all tests run in this process.
        private let isComplete: Bool

        private static let all = Guarded<[ObjectIdentifier: IsolatedTestCaseGroup]>([:])

        private init(of root: IsolatedTestCase.Type, _ tests: [IsolatedTestCase]) {
            log = IsolationLog(root.rules)
            pending = Set(tests.map(\.name))
            let classes = Dictionary(grouping: tests) { ObjectIdentifier(type(of: $0)) }.values
            // Which other subclasses there are isn't known.
            let hasSeveral = classes.count > 1 || tests.contains { type(of: $0) == root }
            isComplete = hasSeveral && classes.allSatisfy(IsolatedTestCaseGroup.isWhole)
        }

        /// Whether these are all tests of their class.
        private static func isWhole(_ tests: [IsolatedTestCase]) -> Bool {
            let testClass = type(of: tests[0])
            #if canImport(ObjectiveC)
                return tests.count == testClass.defaultTestSuite.testCaseCount
            #else
                // If only some tests are selected, the arguments list them.
                return tests.count > 1 || !CommandLine.arguments.contains { $0.contains(".\(testClass)/") }
            #endif
        }

        /// Returns the class of a test and its superclasses, from the one that inherits directly from `IsolatedTestCase`.
        static func classes(of test: IsolatedTestCase) -> [IsolatedTestCase.Type] {
            let mirrors = sequence(first: Mirror(reflecting: test), next: \.superclassMirror)
            let classes = mirrors.lazy.map { $0.subjectType as? IsolatedTestCase.Type ?? IsolatedTestCase.self }
            return classes.prefix { $0 != IsolatedTestCase.self }.reversed()
        }

        private static func root(of test: IsolatedTestCase) -> IsolatedTestCase.Type {
            classes(of: test).first ?? IsolatedTestCase.self
        }

        static func of(_ test: IsolatedTestCase) -> IsolatedTestCaseGroup {
            let root = root(of: test)
            return all.withLock { $0[ObjectIdentifier(root)] } ?? IsolatedTestCaseGroup(of: root, [])
        }

        /// Begins with the tests of a suite and of the suites in it, unless they have begun.
        static func begin(_ suite: XCTestSuite) {
            for (id, tests) in Dictionary(grouping: tests(in: suite), by: { ObjectIdentifier(root(of: $0)) }) {
                let known = all.withLock { $0[id] }
                if known?.pending.isEmpty ?? true {
                    let group = IsolatedTestCaseGroup(of: root(of: tests[0]), tests)
                    // The previous group is released after the lock.
                    _ = all.withLock { $0.updateValue(group, forKey: id) }
                }
            }
        }

        private static func tests(in test: XCTest) -> [IsolatedTestCase] {
            (test as? XCTestSuite)?.tests.flatMap(tests) ?? (test as? IsolatedTestCase).map { [$0] } ?? []
        }

        /// Reports the unused bindings, if that was the last test.
        func testDidEnd(_ name: String) {
            pending.remove(name)
            if pending.isEmpty, isComplete {
                log.end()
            }
        }
    }
#endif
