import Testing
import Wormer

/// A log of the bindings of tests that are judged together: those of a suite, the cases of a test, or one call.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state. No `==` and no `deinit` of an identifier runs under the lock.
    private let lock = Lock()
    private var own: [Own] = []

    let rules: IsolationRules

    /// The suite whose trait the log belongs to, or nil if it belongs to one test or call.
    let suite: Test?

    /// Who binds and assigns.
    enum Test: Hashable, CustomStringConvertible {
        case suite(SourceLocation)
        case test(SourceLocation)

        var location: SourceLocation {
            switch self {
            case .suite(let location), .test(let location): location
            }
        }

        var description: String {
            switch self {
            case .suite(let location): "the suite at \(location.fileID):\(location.line)"
            case .test(let location): "the test at \(location.fileID):\(location.line)"
            }
        }
    }

    /// The binding of one key at one line, which several tests may execute.
    struct Binding: Hashable {
        let key: Key
        let location: CodeLocation

        /// Who assigned the service, because the line of an assignment is not known; nil for another binding.
        let assigner: Test?
    }

    /// A binding of a test, and whether the test looked it up.
    struct Own {
        let binding: Binding
        let test: Test
        let isUsed: Bool
        /// Whether the trait of the suite made it, for every test.
        let isOfSuite: Bool
    }

    init(_ rules: IsolationRules, ofSuite suite: Test? = nil) {
        (self.rules, self.suite) = (rules, suite)
    }

    /// Adds the bindings of one test.
    func note(_ own: [Own]) {
        lock.withLock { self.own += own }
    }

    /// Reports the unused bindings in the order of their lines.
    ///
    /// A run may select tests of a suite, so it is only a warning if none of them looks up what the suite's trait bound.
    func end() {
        let own = lock.withLock { () -> [Own] in
            defer { self.own = [] }
            return self.own
        }
        let uses = Dictionary(grouping: own, by: \.binding)
        var seen: Set<Binding> = []
        let bindings = own.map(\.binding).filter { seen.insert($0).inserted }
        for binding in bindings.sorted(by: { $0.location.line < $1.location.line }) {
            let uses = uses[binding] ?? []
            if !uses.contains(where: \.isUsed) {
                let isOfSuite = uses.contains(where: \.isOfSuite)
                let isOfOne = !isOfSuite && Set(uses.map(\.test)).count == 1
                rules.report(.unused(binding, byOneTest: isOfOne), isWarning: isOfSuite)
            }
        }
    }
}

extension IsolationLog {
    /// The logs of the suites and tests around the current task, which a trait finds by its rules.
    @TaskLocal private static var current: [IsolationLog] = []

    static func current(of rules: IsolationRules) -> IsolationLog? { current.first { $0.rules === rules } }

    /// Runs a suite, or a test with its cases, and reports their unused bindings.
    func run(_ body: @Sendable () async throws -> Void) async throws {
        defer { end() }
        try await IsolationLog.$current.withValue(IsolationLog.current + [self]) { try await body() }
    }
}
