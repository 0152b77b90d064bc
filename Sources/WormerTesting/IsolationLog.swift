import Testing
import Wormer

/// A log of the bindings of tests that share a trait, which reports the bindings that none of the tests used.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state. No `==` and no `deinit` of an identifier runs under the lock.
    private let lock = Lock()
    /// The bindings of tests, each with whether its test looked it up.
    private var own: [Own] = []
    /// The bindings that were made for every test of a suite.
    private var bindingsOfSuite: [Binding] = []
    private var depth = 0
    private var ofSuite = false
    private var place: SourceLocation?

    /// The live instances that a test may create.
    let live: LiveInstances

    /// Further modules whose bindings are not live.
    let testModules: [String]

    /// The issues that are not reported.
    private let ignored: Set<IsolationIssue.Kind>
    private let handle: @Sendable (IsolationIssue, _ isWarning: Bool) -> Void

    /// The binding of one key at one line, which several tests may execute.
    struct Binding: Hashable {
        let key: Key
        let location: CodeLocation

        /// The test or suite that assigned the service, or nil for another binding.
        let test: SourceLocation?
    }

    /// A binding of a test, and whether the test looked it up.
    typealias Own = (binding: Binding, isUsed: Bool)

    init(
        ignoring ignored: Set<IsolationIssue.Kind>,
        _ live: LiveInstances = .inherited,
        testModules: [String] = [],
        handle: @escaping @Sendable (IsolationIssue, Bool) -> Void
    ) {
        self.ignored = ignored
        self.live = live
        self.testModules = testModules
        self.handle = handle
    }

    func report(_ issue: IsolationIssue, isWarning: Bool = false) {
        if !ignored.contains(issue.kind) {
            handle(issue, isWarning)
        }
    }

    /// Notes bindings that were made for every test of a suite.
    ///
    /// A run may select tests of the suite, so it is no mistake if none of them looks up such a binding.
    func noteBindingsOfSuite(_ own: [Own]) {
        lock.withLock { bindingsOfSuite += own.map { $0.binding } }
    }

    /// Adds the bindings of one test, and whether they were looked up.
    func note(_ own: [Own]) {
        lock.withLock { self.own += own }
    }

    /// Whether the trait applies to a suite, and not to one test.
    var isOfSuite: Bool {
        lock.withLock { ofSuite }
    }

    /// The location of the outermost suite or test with the trait.
    var outermost: SourceLocation? {
        lock.withLock { place }
    }

    /// Begins a suite, or a test with its cases.
    ///
    /// - Parameters:
    ///   - isSuite: Whether it is a suite.
    ///   - place: The location of the suite or test.
    func begin(isSuite: Bool = false, at place: SourceLocation? = nil) {
        lock.withLock {
            self.place = depth == 0 ? place : self.place
            depth += 1
            ofSuite = ofSuite || isSuite
        }
    }

    /// Ends a suite, or a test with its cases.
    ///
    /// At the end of the outermost suite or test, the method reports the unused bindings.
    func end() {
        let (own, bindingsOfSuite) = lock.withLock { () -> ([Own], [Binding]) in
            depth -= 1
            guard depth == 0 else { return ([], []) }
            defer { (self.own, self.bindingsOfSuite, ofSuite) = ([], [], false) }
            return (self.own, self.bindingsOfSuite)
        }
        let isUsed = Dictionary(own.map { ($0.binding, $0.isUsed) }, uniquingKeysWith: { $0 || $1 })
        let unused = isUsed.filter { !$0.value }.keys.sorted { $0.location.line < $1.location.line }
        for binding in unused {
            report(.unused(binding), isWarning: bindingsOfSuite.contains(binding))
        }
    }
}
