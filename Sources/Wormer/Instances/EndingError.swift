/// The errors that occurred while `withScope` or `end()` ended instances.
///
/// Every `onEnd` closure has run, even if an earlier one threw an error.
///
/// ```swift
/// do {
///     try await Injector.default.end()
/// } catch let error as EndingError {
///     print("failed to end:", error.errors)
/// }
/// ```
public struct EndingError: Error {
    /// The errors, starting with the error of the scope's body if it threw one, followed by the errors of the `onEnd`
    /// closures in the order in which they ran.
    public let errors: [any Error]
}

extension EndingError: CustomStringConvertible {
    /// The number of errors, and each error on its own line.
    public var description: String {
        let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        return (["\(count) while a lifetime ended:"] + errors.map { "  - \($0)" }).joined(separator: "\n")
    }
}

extension EndingError {
    /// Throws the errors of the `onEnd` closures, if there are any.
    static func check(_ errors: [any Error]) throws {
        if !errors.isEmpty {
            throw EndingError(errors: errors)
        }
    }

    /// Returns the error of a scope whose body threw: the body's error, or an `EndingError` if an `onEnd` also threw.
    static func adding(_ errors: [any Error], to error: any Error) -> any Error {
        errors.isEmpty ? error : EndingError(errors: [error] + errors)
    }
}
