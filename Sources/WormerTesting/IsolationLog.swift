import Wormer

/// A log of the bindings of tests that share a trait, which reports the bindings that none of the tests used.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state.
    private let lock = Lock()
    private var bindings: [Binding: Bool] = [:]
    private var depth = 0

    /// The issues that are not reported.
    private let ignored: Set<IsolationIssue.Kind>
    private let handle: @Sendable (IsolationIssue) -> Void

    /// The binding of one key at one line, which several tests may execute.
    private struct Binding: Hashable {
        let key: Key
        let location: CodeLocation
    }

    init(ignoring ignored: Set<IsolationIssue.Kind>, handle: @escaping @Sendable (IsolationIssue) -> Void) {
        self.ignored = ignored
        self.handle = handle
    }

    func report(_ issue: IsolationIssue) {
        if !ignored.contains(issue.kind) {
            handle(issue)
        }
    }

    /// Adds the bindings of one test, and whether they were requested.
    func note(_ own: [(key: Key, location: CodeLocation, isUsed: Bool)]) {
        lock.withLock {
            for (key, location, isUsed) in own {
                bindings[Binding(key: key, location: location), default: false] =
                    bindings[Binding(key: key, location: location), default: false] || isUsed
            }
        }
    }

    /// Begins a suite, or a test with its cases.
    func begin() {
        lock.withLock { depth += 1 }
    }

    /// Ends a suite, or a test with its cases.
    ///
    /// At the end of the outermost suite or test, the method reports the unused bindings.
    func end() {
        let unused = lock.withLock { () -> [Binding] in
            depth -= 1
            guard depth == 0 else {
                return []
            }
            defer { bindings = [:] }
            return bindings.filter { !$0.value }.map(\.key)
        }
        for binding in unused.sorted(by: { $0.location.line < $1.location.line }) {
            report(.unusedBinding(binding.key, at: binding.location))
        }
    }
}
