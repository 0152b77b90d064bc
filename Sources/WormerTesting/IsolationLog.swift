import Testing
import Wormer

/// A log of the bindings of tests that are judged together: those of a suite or class, the cases of a test, or one call.
final class IsolationLog: @unchecked Sendable {
    // Unchecked because `lock` guards the mutable state. No `==` and no `deinit` of an identifier runs under the lock.
    private let lock = Lock()
    private typealias Note = (test: Judged, own: [Own])
    private var notes: [Note] = []

    let rules: IsolationRules

    /// The suite whose trait the log belongs to, or the class; nil if it belongs to one test or call.
    let suite: Judged?

    /// A test, or several that are judged together.
    enum Judged: Hashable {
        case test(SourceLocation)
        case suite(SourceLocation)
        case testCase(name: String, ofClasses: [String], module: String)
        case testCases(name: String)
    }

    /// The binding of one key at one line, which several tests may execute.
    struct Binding: Hashable {
        let key: Key
        let location: CodeLocation

        /// The code that assigned the service, because the line of an assignment is not known; nil for another binding.
        var assigner: Judged?
    }

    /// A binding of a test, and whether the test looked it up.
    struct Own {
        var binding: Binding
        let isUsed: Bool
        /// Whether the trait of the suite made it, for every test.
        let isOfSuite: Bool
    }

    init(_ rules: IsolationRules, of suite: Judged? = nil) {
        (self.rules, self.suite) = (rules, suite)
    }

    /// Adds the bindings of one test.
    func note(_ own: [Own], of test: Judged) {
        lock.withLock { notes.append((test, own)) }
    }

    /// Reports what a test has assigned and did not read, when it ends.
    func end(of test: Judged) {
        let own = lock.withLock {
            var own: [Own] = []
            for place in notes.indices where notes[place].test == test {
                own += notes[place].own.filter { $0.binding.assigner == test }
                notes[place].own.removeAll { $0.binding.assigner == test }
            }
            return own
        }
        report([(test, own)])
    }

    /// Reports the unused bindings.
    func end() {
        report(sharingAssignments(lock.withLock { self.notes }))
    }

    /// Reports the unused bindings in the order of their lines, and many assignments of one test or suite together.
    ///
    /// A run may select tests of a suite, so it is only a warning if none of them looks up what the suite's trait bound.
    private func report(_ notes: [Note]) {
        var uses: [Binding: (tests: Set<Judged>, isUsed: Bool, isOfSuite: Bool)] = [:]
        var bindings: [Binding] = []
        for (test, own) in notes {
            for own in own {
                var use = uses[own.binding] ?? ([], false, false)
                if use.tests.isEmpty {
                    bindings.append(own.binding)
                }
                use.tests.insert(test)
                (use.isUsed, use.isOfSuite) = (use.isUsed || own.isUsed, use.isOfSuite || own.isOfSuite)
                uses[own.binding] = use
            }
        }
        let unused = bindings.filter { uses[$0]?.isUsed == false }.sorted { $0.location.line < $1.location.line }
        var reported: Set<Judged> = []
        for binding in unused {
            guard let use = uses[binding] else { continue }
            let isOfOne = use.tests.count == 1 && !use.isOfSuite
            let together = binding.assigner.map { assigner in unused.filter { $0.assigner == assigner } } ?? []
            if let assigner = binding.assigner, together.count > 3 {
                if reported.insert(assigner).inserted {
                    rules.report(.unused(together, of: assigner, byOneTest: isOfOne), isWarning: use.isOfSuite)
                }
            } else {
                rules.report(.unused(binding, byOneTest: isOfOne), isWarning: use.isOfSuite)
            }
        }
    }

    /// Returns the notes in which what all tests of a class and its subclasses assign, in `setUp`, counts as assigned by the
    /// class: the outermost one, if there are several.
    private func sharingAssignments(_ notes: [Note]) -> [Note] {
        guard case .testCases? = suite else { return notes }
        var shared: [String: Set<Key>] = [:]
        for name in Set(notes.flatMap(\.test.classNames)) {
            shared[name] = IsolationLog.assigned(byAll: notes.filter { $0.test.classNames.contains(name) })
        }
        return notes.map { note in
            let own = note.own.map { own in
                var own = own
                let assigner = note.test.classNames.first { shared[$0]?.contains(own.binding.key) == true }
                own.binding.assigner = assigner.map { .testCases(name: $0) } ?? own.binding.assigner
                return own
            }
            return (note.test, own)
        }
    }

    private static func assigned(byAll notes: [Note]) -> Set<Key> {
        let assigned = notes.map { Set($0.own.filter { $0.binding.assigner != nil }.map(\.binding.key)) }
        return assigned.dropFirst().reduce(assigned.first ?? []) { $0.intersection($1) }
    }
}

extension IsolationLog.Judged: CustomStringConvertible {
    var description: String {
        switch self {
        case .test(let location): "the test at \(location.fileID):\(location.line)"
        case .suite(let location): "the suite at \(location.fileID):\(location.line)"
        case .testCase(let name, _, _): "the test \(name)"
        case .testCases(let name): "the tests of \(name)"
        }
    }

    /// The location, if it is known.
    var location: SourceLocation? {
        switch self {
        case .test(let location), .suite(let location): location
        case .testCase, .testCases: nil
        }
    }

    /// How to ignore unused bindings.
    var waiver: String {
        switch self {
        case .test, .suite: "Write 'ignoring: [.unusedBinding]'."
        case .testCase, .testCases: "Let 'ignoredIssues' be [.unusedBinding]."
        }
    }

    /// The names of the class of a test case and its superclasses, the outermost first, or nothing.
    var classNames: [String] {
        if case .testCase(_, let names, _) = self { names } else { [] }
    }

    /// The module, or nothing for several.
    var module: String {
        switch self {
        case .test(let location), .suite(let location): location.moduleName
        case .testCase(_, _, let module): module
        case .testCases: ""
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
