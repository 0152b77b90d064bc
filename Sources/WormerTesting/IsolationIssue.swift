import Wormer

/// What is wrong with a test's bindings although the test may have passed.
public struct IsolationIssue: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: String, Sendable {
        /// A binding that was made for the tests was requested by none of them.
        case unusedOverride
        /// A task that a test has left behind requested an instance.
        case lateRequest
    }

    /// What went wrong.
    public let kind: Kind

    /// The interface with its identifier.
    public let interface: String

    /// The file and line of the binding that was not used, or of the request that came late.
    public let location: CodeLocation

    /// What went wrong, where, and what to do about it.
    public var description: String {
        switch kind {
        case .unusedOverride:
            """
            \(interface) was bound for this test, and no test requested it.
              bound at  \(location)
              to do     Remove the binding, or find out why no test requests it.
            """
        case .lateRequest:
            """
            \(interface) was requested after the test had ended.
              requested at  \(location)
              to do         Await the task that requests it before the test returns.
            """
        }
    }
}

extension IsolationIssue {
    static func unusedOverride(_ key: Key, at location: CodeLocation) -> IsolationIssue {
        IsolationIssue(kind: .unusedOverride, interface: "\(key)", location: location)
    }

    static func lateRequest(_ request: Request) -> IsolationIssue {
        IsolationIssue(kind: .lateRequest, interface: "\(request.key)", location: request.location)
    }
}
