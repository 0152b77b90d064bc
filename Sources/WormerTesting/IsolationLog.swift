import Wormer

/// Gathers what tests that share their bindings did with them, and reports what none of them used.
final class IsolationLog: @unchecked Sendable {
    // What changes here is guarded by `lock`.
    private let lock = Lock()
    private var bindings: [Binding: Bool] = [:]
    private var depth = 0

    /// The issues that are not reported.
    private let ignored: Set<IsolationIssue.Kind>
    private let handle: @Sendable (IsolationIssue) -> Void

    /// One line that binds one key, however many tests run it.
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

    /// Notes what a test bound, and what of it was asked for.
    func note(_ own: [(key: Key, location: CodeLocation, isUsed: Bool)]) {
        lock.withLock {
            for (key, location, isUsed) in own {
                bindings[Binding(key: key, location: location), default: false] =
                    bindings[Binding(key: key, location: location), default: false] || isUsed
            }
        }
    }

    /// Begins a suite, or a test with all its cases.
    func begin() {
        lock.withLock { depth += 1 }
    }

    /// Ends what was begun; at the end of the outermost one, what nobody used is reported.
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
            report(.unusedOverride(binding.key, at: binding.location))
        }
    }
}
