import Wormer

/// A log of the bindings of tests that share a trait, which reports the bindings that none of the tests used.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state.
    private let lock = Lock()
    private var bindings: [Binding: Bool] = [:]
    private var ofSuite: Set<Binding> = []
    private var depth = 0
    private var moduleOfSuite: String?

    /// The issues that are not reported.
    private let ignored: Set<IsolationIssue.Kind>
    private let handle: @Sendable (IsolationIssue, _ isWarning: Bool) -> Void

    /// The binding of one key at one line, which several tests may execute.
    private struct Binding: Hashable {
        let key: Key
        let location: CodeLocation
    }

    init(ignoring ignored: Set<IsolationIssue.Kind>, handle: @escaping @Sendable (IsolationIssue, Bool) -> Void) {
        self.ignored = ignored
        self.handle = handle
    }

    func report(_ issue: IsolationIssue, isWarning: Bool = false) {
        if !ignored.contains(issue.kind) {
            handle(issue, isWarning)
        }
    }

    /// Notes bindings that were made for every test of a suite.
    ///
    /// A run may select tests of the suite, so it is no mistake if none of them requests such a binding. The bindings
    /// of other modules are those of the program, and not written for these tests.
    func noteBindingsOfSuite(_ own: [Layer.OwnBinding]) {
        lock.withLock { ofSuite.formUnion(own.map { Binding(key: $0.key, location: $0.location) }) }
    }

    /// Adds the bindings of one test, and whether they were requested.
    func note(_ own: [Layer.OwnBinding]) {
        lock.withLock {
            for (key, location, isUsed) in own {
                bindings[Binding(key: key, location: location), default: false] =
                    bindings[Binding(key: key, location: location), default: false] || isUsed
            }
        }
    }

    /// Whether the trait applies to a suite, and not to one test.
    var isOfSuite: Bool {
        lock.withLock { moduleOfSuite != nil }
    }

    /// Begins a suite, or a test with its cases.
    ///
    /// - Parameter module: The module of the suite, or nil for a test.
    func begin(suiteIn module: String? = nil) {
        lock.withLock {
            depth += 1
            moduleOfSuite = moduleOfSuite ?? module
        }
    }

    /// Ends a suite, or a test with its cases.
    ///
    /// At the end of the outermost suite or test, the method reports the unused bindings.
    func end() {
        let (unused, ofSuite, module) = lock.withLock { () -> ([Binding], Set<Binding>, String?) in
            depth -= 1
            guard depth == 0 else {
                return ([], [], nil)
            }
            defer { (bindings, self.ofSuite, moduleOfSuite) = ([:], [], nil) }
            return (bindings.filter { !$0.value }.map(\.key), self.ofSuite, moduleOfSuite)
        }
        for binding in unused.sorted(by: { $0.location.line < $1.location.line }) {
            let isOfSuite = ofSuite.contains(binding)
            if !isOfSuite || binding.location.fileID.hasPrefix("\(module ?? "")/") {
                report(.unusedBinding(binding.key, at: binding.location), isWarning: isOfSuite)
            }
        }
    }
}
