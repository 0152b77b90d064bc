/// The singletons that `prepare()` could not make; those that need one of them are not tried.
public struct PreparationError: Error {
    /// Why each singleton failed, in the order of the interfaces; what several failed for is there once.
    public let errors: [InjectionError]

    init(_ errors: [InjectionError]) {
        var known: Set<String> = []
        self.errors = errors.filter { known.insert($0.description).inserted }
    }
}

extension PreparationError: CustomStringConvertible {
    /// The number of errors, and the text of each.
    public var description: String {
        let title = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        let texts = errors.map { "  - " + $0.description.split(separator: "\n").joined(separator: "\n    ") }
        return (["\(title) while singletons were made:"] + texts).joined(separator: "\n")
    }
}
