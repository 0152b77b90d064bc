import Testing
import Wormer

/// A log of the bindings of tests that share a trait, which reports the bindings that none of the tests used.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state. No `==` and no `deinit` of an identifier runs under the lock.
    private let lock = Lock()
    /// The notes that no thread is merging.
    private var notes = Notes()
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

    /// The bindings of tests, and those that were made for every test of a suite.
    private struct Notes {
        /// The bindings, and whether a test looked them up.
        var isUsed: [Binding: Bool] = [:]
        var ofSuite: Set<Binding> = []

        mutating func merge(_ others: Notes) {
            isUsed.merge(others.isUsed) { $0 || $1 }
            ofSuite.formUnion(others.ofSuite)
        }
    }

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
        add(Notes(ofSuite: Set(own.map(\.binding))))
    }

    /// Adds the bindings of one test, and whether they were looked up.
    func note(_ own: [Own]) {
        add(Notes(isUsed: Dictionary(own.map { ($0.binding, $0.isUsed) }, uniquingKeysWith: { $0 || $1 })))
    }

    /// Adds notes to those that exist.
    ///
    /// The thread takes the existing ones out, merges them outside the lock, and tries again if there are others then.
    private func add(_ notes: Notes) {
        var notes = notes
        while let others = storeOrTake(notes) {
            notes.merge(others)
        }
    }

    /// Stores notes and returns nil if there are none, or else takes out the existing ones.
    private func storeOrTake(_ notes: Notes) -> Notes? {
        lock.withLock {
            if self.notes.isUsed.isEmpty, self.notes.ofSuite.isEmpty {
                self.notes = notes
                return nil
            }
            defer { self.notes = Notes() }
            return self.notes
        }
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
        let notes = lock.withLock { () -> Notes in
            depth -= 1
            guard depth == 0 else { return Notes() }
            defer { (self.notes, ofSuite) = (Notes(), false) }
            return self.notes
        }
        let unused = notes.isUsed.filter { !$0.value }.map(\.key)
        for binding in unused.sorted(by: { $0.location.line < $1.location.line }) {
            report(.unused(binding), isWarning: notes.ofSuite.contains(binding))
        }
    }
}
