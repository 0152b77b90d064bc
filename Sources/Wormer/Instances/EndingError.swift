/// What went wrong while a scope or an injector ended.
///
/// Every `onEnd` has run, whatever the others threw.
public struct EndingError: Error {
    /// What was thrown: by the body of the scope if it threw, then by the `onEnd`s in the order in which they ran.
    public let errors: [any Error]
}

extension EndingError: CustomStringConvertible {
    /// The number of errors, and each on a line of its own.
    public var description: String {
        let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        return (["\(count) while a lifetime ended:"] + errors.map { "  - \($0)" }).joined(separator: "\n")
    }
}

extension Result where Failure == any Error {
    /// The outcome of a scope's body once the scope has ended.
    ///
    /// - Parameter errors: What the `onEnd`s threw.
    /// - Returns: What the body returned.
    /// - Throws: The body's error as it is, or `EndingError` if there is another one.
    func get(after errors: [any Error]) throws -> Success {
        switch self {
        case _ where errors.isEmpty: return try get()
        case .success: throw EndingError(errors: errors)
        case .failure(let error): throw EndingError(errors: [error] + errors)
        }
    }
}
