import Wormer

/// The rules that a trait, a test case class or a call of `withIsolatedBindings` sets, and the receiver of the issues.
final class IsolationRules: Sendable {
    /// The live instances that a test may create.
    let live: LiveInstances

    /// Further modules whose bindings are not live.
    let testModules: [String]

    /// The issues that are not reported.
    private let ignored: Set<IsolationIssue.Kind>
    private let handle: @Sendable (IsolationIssue, _ isWarning: Bool) -> Void

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

    func ignores(_ kind: IsolationIssue.Kind) -> Bool { ignored.contains(kind) }

    func report(_ issue: IsolationIssue, isWarning: Bool = false) {
        if !ignores(issue.kind) {
            handle(issue, isWarning)
        }
    }
}
