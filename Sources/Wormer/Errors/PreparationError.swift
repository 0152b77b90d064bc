/// The errors of the singletons that `prepare()` could not create.
///
/// Singletons that need a failed singleton are skipped and have no error here.
///
/// ```swift
/// do {
///     try await Injector.default.prepare()
/// } catch let error as PreparationError {
///     print("cannot start:", error)
/// }
/// ```
public struct PreparationError: Error {
    /// The errors, sorted by interface.
    ///
    /// An error that several singletons share appears once.
    public let errors: [InjectionError]

    init(_ errors: [InjectionError]) {
        var known: Set<String> = []
        self.errors = errors.filter { known.insert($0.description).inserted }
    }
}

extension PreparationError: CustomStringConvertible {
    /// The number of errors, and the message of each.
    public var description: String {
        let title = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        let texts = errors.map { "  - " + $0.description.indented() }
        return (["\(title) while singletons were made:"] + texts).joined(separator: "\n")
    }
}
