/// A step of `prepare()`, in the order of the steps.
///
/// Later steps find the instances of earlier ones, also in synchronous lookups. In a step, the instances are created in the
/// order in which they were bound.
package enum PreparationStep: Int, CaseIterable {
    case asynchronous, asynchronousWithParameters, isolated, others

    /// Whether the instances of the step are created at the same time.
    var isAsynchronous: Bool { self == .asynchronous || self == .asynchronousWithParameters }
}

extension Binding {
    package var preparationStep: PreparationStep {
        if isAsynchronous {
            return dependencies.isEmpty ? .asynchronous : .asynchronousWithParameters
        }
        return isolation != nil ? .isolated : .others
    }
}

/// The errors of the singletons that `prepare()` could not create, to catch at startup.
///
/// ```swift
/// do {
///     try await Injector.default.prepare()
/// } catch let error as PreparationError {
///     print("cannot start:", error)
/// }
/// ```
public struct PreparationError: Error {
    /// The errors.
    ///
    /// The failure of a singleton that others need appears once.
    public let errors: [InjectionError]

    /// Throws errors, if there are any.
    static func check(_ errors: [InjectionError]) throws {
        var known: Set<String> = []
        let own = errors.ordered { $0.path.count < $1.path.count }.filter { error in
            guard let last = error.path.last else { return true }
            // Several bindings may be made on one line.
            return known.insert("\(last.key) \(last.bindingLocation ?? error.location)").inserted
        }
        if !own.isEmpty {
            throw PreparationError(errors: own)
        }
    }
}

extension PreparationError: CustomStringConvertible {
    /// The number of errors, and the message of each error.
    public var description: String {
        let title = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        let texts = errors.map { "  - " + $0.description.indented() }
        return (["\(title) while singletons were created:"] + texts).joined(separator: "\n")
    }
}
