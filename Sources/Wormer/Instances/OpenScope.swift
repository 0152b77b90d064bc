/// A scope that is open for a task and its children, with its instances.
final class OpenScope: InstanceCache, @unchecked Sendable {
    let scope: Scope

    /// Whether nothing can be awaited when the scope ends.
    let endsSynchronously: Bool

    /// The scope that was open around this one.
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
    /// Ends the process with a text if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            fatalError(
                """
                Cannot open the scope '\(name)': it is always open.
                  opened at  \(location)
                  to do      Open Scope("\(name)") instead, or leave this one open and end it with end(_:).
                """,
                file: location.file,
                line: location.line
            )
        }
    }
}
