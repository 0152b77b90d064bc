import Wormer

/// A mistake in the use of a test's bindings, even if the test itself passes.
public struct IsolationIssue: Error, Sendable, CustomStringConvertible {
    /// The kinds of mistakes.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Sendable {
        /// A binding that was added for the tests was never requested.
        case unusedBinding
        /// A task requested an instance after its test had ended.
        case lateRequest
    }

    /// The kind of mistake.
    public let kind: Kind

    /// The interface and its identifier.
    public let interface: String

    /// The file and line of the unused binding or the late request.
    public let location: CodeLocation

    /// The mistake, its location, and how to fix it.
    public var description: String {
        switch kind {
        case .unusedBinding:
            """
            \(interface) was bound for tests, but no test requested it.
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
    static func unusedBinding(_ key: Key, at location: CodeLocation) -> IsolationIssue {
        IsolationIssue(kind: .unusedBinding, interface: "\(key)", location: location)
    }

    static func lateRequest(_ request: Request) -> IsolationIssue {
        IsolationIssue(kind: .lateRequest, interface: "\(request.key)", location: request.location)
    }
}
