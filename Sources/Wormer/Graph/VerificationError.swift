/// An error that lists every fault that `verify()` found.
///
/// ```swift
/// do {
///     try Injector.default.verify()
/// } catch {
///     for fault in error.faults {
///         print(fault)
///     }
/// }
/// ```
public struct VerificationError: Error, @unchecked Sendable {
    // Unchecked because of the identifiers in near misses, which are only compared and printed.

    /// A fault in the bindings.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Fault: @unchecked Sendable {
        /// A service that is declared without an initializer wasn't assigned.
        case unassigned(service: String, at: CodeLocation)
        /// A service has an `onEnd`, but nothing ends its lifetime.
        case onEndNeverRuns(service: String, lifetime: Lifetime, at: CodeLocation)
        /// A synchronous factory looks up an instance that must be awaited and that each lookup creates anew.
        case needsAwaiting(path: [Link])
        /// A synchronous factory looks up an instance that each lookup creates anew, on another actor.
        case wrongIsolation(path: [Link], actor: String)
        /// A binding, or its decorator at the given location, needs an interface that isn't bound.
        case notBound(interface: String, neededBy: String, at: CodeLocation, nearMisses: [NearMiss])
        /// A property of the program resolves an interface to which nothing is bound, in any injector and under any
        /// identifier.
        ///
        /// The code binds the interface.
        case notInjected(interface: String, property: String, nearMisses: [NearMiss], code: String)
        /// Bindings depend on each other in a cycle.
        case cycle(path: [Link])
        /// A shared instance would hold a shorter-lived one, directly or through transient instances.
        case captiveDependency(path: [Link], holderLifetime: Lifetime, captiveLifetime: Lifetime)
        /// An implementation doesn't conform to its interface.
        case doesNotConform(interface: String, implementation: String, at: CodeLocation)
        /// An instance could not be created.
        case failed(InjectionError)
        /// The `onEnd` of the binding at the location threw an error.
        case onEndThrew(any Error, at: CodeLocation)
    }

    /// A binding on a path, or the decorator of a binding that needs the next binding on the path.
    public struct Link: Sendable {
        /// The interface; "the decorator of" the interface for a decorator.
        public let interface: String

        /// The location of the binding or of the decorator.
        public let location: CodeLocation
    }

    /// All faults, the worst first.
    public let faults: [Fault]

    /// Remarks that aren't faults.
    public let remarks: [Verification.Remark]
}

extension VerificationError: CustomStringConvertible {
    /// All faults, each with its file and line, and the remarks, each kind of which is shortened to five lines.
    public var description: String {
        let title = faults.count == 1 ? "1 fault in the bindings:" : "\(faults.count) faults in the bindings:"
        return ([title] + faults.map { "  - \($0)" } + remarks.lines).joined(separator: "\n")
    }
}

extension VerificationError.Fault: CustomStringConvertible {
    /// The bindings on the path of a fault that has one.
    var places: [VerificationError.Link] {
        switch self {
        case .cycle(let path), .needsAwaiting(let path), .wrongIsolation(let path, _),
            .captiveDependency(let path, _, _):
            path
        default: []
        }
    }

    /// How bad the fault is: a lookup fails, an instance is used wrongly, or an end is missing.
    var rank: Int {
        switch self {
        case .failed, .doesNotConform: 0
        case .notBound, .notInjected, .unassigned: 1
        case .cycle, .needsAwaiting, .wrongIsolation: 2
        case .captiveDependency: 3
        case .onEndNeverRuns, .onEndThrew: 4
        }
    }

    /// The fault in one line.
    public var description: String {
        switch self {
        case .unassigned(let service, let location):
            "\(service) (\(location)) is declared without an initializer and was not assigned"
        case .onEndNeverRuns(let service, let lifetime, let location):
            "\(service) (\(location)) has an 'onEnd', but nothing ends the lifetime \(lifetime)"
        case .needsAwaiting(let path):
            "created asynchronously and resolved synchronously: " + path.text
        case .wrongIsolation(let path, let actor):
            "created on \(actor) and resolved elsewhere: " + path.text
        case .notBound(let interface, let dependent, let location, let nearMisses):
            "\(interface) is not bound; \(dependent) (\(location)) needs it" + nearMisses.texts(for: location.facade)
        case .notInjected(let interface, let property, let nearMisses, let code):
            "\(property) resolves \(interface), but nothing is bound to it"
                + nearMisses.texts(for: .injector) + "; bind it: \(code)"
        case .cycle(let path):
            "cycle: " + (path + path.prefix(1)).text
        case .captiveDependency(let path, let holder, let lifetime):
            "\(holder.nameOfInstance) would hold a shorter-lived instance, not its 'Provider' (\(lifetime)): "
                + path.text
        case .doesNotConform(let interface, let implementation, let location):
            "\(implementation) is bound to \(interface) at \(location) but does not conform to it"
        case .failed(let error):
            error.description.indented()
        case .onEndThrew(let error, let location):
            "the 'onEnd' of the binding at \(location) threw \(shortName(type(of: error))): \(error)"
        }
    }
}

extension VerificationError.Link: CustomStringConvertible {
    /// The interface and the location of its binding.
    public var description: String { "\(interface) (\(location))" }
}

extension Lifetime {
    fileprivate var nameOfInstance: String {
        switch self {
        case .singleton: "a singleton"
        case .weak: "a weak instance"
        case .scope(let scope): "an instance of the scope '\(scope.name)'"
        case .transient, .resolution: "an instance"
        }
    }
}
