/// A scope that is open for a task and its children.
final class OpenScope: Sendable {
    let scope: Scope
    let keeping = Keeping()

    /// Whether nothing can be awaited when the scope ends.
    let endsSynchronously: Bool

    /// The one that was open around it.
    private let outer: OpenScope?

    /// The scopes that are open for the current task, the innermost first.
    @TaskLocal static var current: OpenScope?

    init(_ scope: Scope, endsSynchronously: Bool) {
        self.scope = scope
        self.endsSynchronously = endsSynchronously
        outer = OpenScope.current
    }

    /// The innermost open scope of a name.
    static func innermost(_ scope: Scope) -> OpenScope? {
        var next = current
        while let candidate = next, candidate.scope != scope {
            next = candidate.outer
        }
        return next
    }
}

extension Scope {
    /// Ends the process with a text if the scope is open from the start.
    func checkCanBeOpened(at location: CodeLocation) {
        if isLongLived {
            fatalError(
                """
                Cannot open the scope '\(name)': it is open from the start.
                  opened at  \(location)
                  to do      Open a Scope("\(name)") that is spelled without 'id', or leave this one open and end it with \
                end(_:).
                """,
                file: location.file,
                line: location.line
            )
        }
    }
}
