import CWormer

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

    /// The innermost open scope of a name, for the length of a call: the task retains it.
    static func innermost(_ scope: borrowing Scope) -> Unmanaged<OpenScope>? {
        var next = wormer_task_local_address(key)?.load(as: UnsafeRawPointer?.self)
        while let address = next {
            let candidate = Unmanaged<OpenScope>.fromOpaque(address)
            if candidate._withUnsafeGuaranteedRef({ $0.scope == scope }) {
                return candidate
            }
            next = candidate._withUnsafeGuaranteedRef { scope in
                scope.outer.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
            }
        }
        return nil
    }

    // The address of the task-local, which is a constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(OpenScope.$current).toOpaque()
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
