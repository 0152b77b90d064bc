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

extension EndingError {
    /// Throws what the `onEnd`s threw, if they did.
    static func check(_ errors: [any Error]) throws {
        if !errors.isEmpty {
            throw EndingError(errors: errors)
        }
    }

    /// The error of a scope whose body threw: that error as it is, unless an `onEnd` threw too.
    static func adding(_ errors: [any Error], to error: any Error) -> any Error {
        errors.isEmpty ? error : EndingError(errors: [error] + errors)
    }
}
