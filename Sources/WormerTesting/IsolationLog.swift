import Testing
import Wormer

/// A log of the bindings of tests that are judged together: those of a suite or class, the cases of a test, or one call.
final class IsolationLog: Sendable {
    private typealias Note = (test: Judged, own: [Own])

    /// The bindings of each test.
    ///
    /// No `==` and no `deinit` of an identifier runs under the lock.
    private let notes = Guarded([Note]())

    let rules: IsolationRules

    /// The suite whose trait the log belongs to; nil if it belongs to one test or call, or to a class.
    let suite: Judged?

    /// A test, or several that are judged together.
    struct Judged: Hashable, CustomStringConvertible {
        let description: String

        /// The location, which isn't known with XCTest.
        let location: SourceLocation?

        /// The names of the class of a test case and its superclasses, the outermost first, or nothing.
        let classNames: [String]

        /// The module, or nothing for several.
        let module: String

        /// A test or suite of Swift Testing, or a call.
        init(_ kind: String, at location: SourceLocation) {
            description = "the \(kind) at \(location.fileID):\(location.line)"
            (self.location, classNames, module) = (location, [], location.moduleName)
        }

        /// A test case, or several, of XCTest.
        init(_ description: String, ofClasses classNames: [String] = [], module: String = "") {
            (self.description, location, self.classNames, self.module) = (description, nil, classNames, module)
        }

        /// How to ignore unused bindings.
        var waiver: String {
            location == nil
                ? "Let 'ignoredIssues' be [.unusedBinding]." : "Write 'ignoring: [.unusedBinding]'."
        }
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

    deinit {
        notes.free()
    }

    /// Adds the bindings of one test.
    func note(_ own: [Own], of test: Judged) {
        notes.withLock { $0.append((test, own)) }
    }

    /// Reports what a test has assigned and did not read, when it ends.
    func end(of test: Judged) {
        let own = notes.withLock { notes in
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
        report(sharingAssignments(notes.withLock { $0 }))
    }

    /// Reports the unused bindings in the order of their lines, and many assignments of one test or suite together.
    ///
    /// A run may select tests of a suite, so it is only a warning if none of them looks up what the suite's trait bound.
    private func report(_ notes: [Note]) {
        let all = notes.flatMap { note in note.own.map { (test: note.test, own: $0) } }
        let uses = Dictionary(grouping: all, by: \.own.binding)
        var known: Set<Binding> = []
        let bindings = all.map(\.own.binding).filter { known.insert($0).inserted }
        let unused = bindings.filter { uses[$0]?.contains { $0.own.isUsed } == false }
            .sorted { $0.location.line < $1.location.line }
        for binding in unused {
            let uses = uses[binding] ?? []
            let isOfSuite = uses.contains { $0.own.isOfSuite }
            let isOfOne = Set(uses.map(\.test)).count == 1 && !isOfSuite
            let together = binding.assigner.map { assigner in unused.filter { $0.assigner == assigner } } ?? []
            if together.count <= 3 {
                rules.report(.unused([binding], byOneTest: isOfOne), isWarning: isOfSuite)
            } else if together[0] == binding {
                rules.report(.unused(together, byOneTest: isOfOne), isWarning: isOfSuite)
            }
        }
    }

    /// Returns the notes in which what all tests of a class and its subclasses assign, in `setUp`, counts as assigned by the
    /// class: the outermost one, if there are several.
    private func sharingAssignments(_ notes: [Note]) -> [Note] {
        var shared: [String: Set<Key>] = [:]
        for name in Set(notes.flatMap(\.test.classNames)) {
            shared[name] = IsolationLog.assigned(byAll: notes.filter { $0.test.classNames.contains(name) })
        }
        return notes.map { note in
            let own = note.own.map { own in
                var own = own
                let assigner = note.test.classNames.first { shared[$0]?.contains(own.binding.key) == true }
                own.binding.assigner = assigner.map { .init("the tests of \($0)") } ?? own.binding.assigner
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
