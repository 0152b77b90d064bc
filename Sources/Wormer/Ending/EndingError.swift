/// The errors of `onEnd` closures, to catch where you end instances, a scope or an override.
///
/// Every `onEnd` closure has run, even if an earlier one threw an error. If such closures create the same instance again
/// and again, an error names it, and the last one has not ended.
///
/// ```swift
/// do {
///     try await Injector.default.end()
/// } catch let error as EndingError {
///     print("failed to end:", error.errors)
/// }
/// ```
///
/// If a closure that you pass to a function such as `withScope` throws, the function throws that error instead. In a
/// test that links `WormerTesting`, the errors of the `onEnd` closures are then recorded as issues. Elsewhere they are
/// printed to the standard error stream.
public struct EndingError: Error {
    private let failures: [Failure]

    /// The errors of the `onEnd` closures, in the order in which the closures ran, and then those of instances that would
    /// never end.
    public var errors: [any Error] { failures.map(\.error) }

    /// An error, and the location of the binding whose `onEnd` threw it.
    package struct Failure: Sendable {
        let error: any Error
        let location: CodeLocation
    }
}

extension EndingError: CustomStringConvertible {
    /// The number of errors, and each error, after the location of the binding.
    public var description: String {
        let count = failures.count == 1 ? "1 error" : "\(failures.count) errors"
        let lines = failures.map { "  - bound at \($0.location): \($0.error)".indented() }
        return (["\(count) while a lifetime ended:"] + lines).joined(separator: "\n")
    }
}

extension EndingError {
    /// Throws the errors of the `onEnd` closures, if there are any.
    package static func check(_ failures: [Failure]) throws {
        if !failures.isEmpty {
            throw EndingError(failures: failures)
        }
    }

    /// Reports the errors of `onEnd` closures that no caller can catch: as issues of the running test, or else on the
    /// standard error stream.
    ///
    /// - Parameters:
    ///   - failures: The errors.
    ///   - occasion: When the closures ran, as the end of a sentence.
    package static func report(_ failures: [Failure], _ occasion: String) {
        for failure in failures {
            var report = Report("An 'onEnd' failed \(occasion).")
            report.add("error", "\(failure.error)")
            report.add("bound at", failure.location)
            report.record(at: failure.location, endsProcess: false)
            let description = "\(failure.location): \(report)"
            UncaughtFailure(error: failure.error, endsProcess: false, description: description).report()
        }
    }
}
