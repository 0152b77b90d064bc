/// Every fault that `verify()` found, at once.
public struct VerificationError: Error, @unchecked Sendable {
    // Unchecked for the identifiers in near misses, which are only ever compared and printed.

    /// One thing that is wrong with the bindings.
    public enum Fault: @unchecked Sendable {
        /// A service that is declared without an initializer was not assigned.
        case unassigned(service: String, at: CodeLocation)
        /// A service has an `onEnd` and a lifetime that nothing ends.
        case endless(service: String, lifetime: Lifetime, at: CodeLocation)
        /// A synchronous initializer requests an instance that can only be awaited and is made for each request.
        case asynchronous(path: [Link])
        /// A synchronous initializer requests an instance that is made for each request, on an actor other than its own.
        case isolated(path: [Link], actor: String)
        /// A binding declares a dependency that is not bound.
        case missing(interface: String, neededBy: String, at: CodeLocation, nearMisses: [NearMiss])
        /// Bindings that declare each other, round to the first.
        case cycle(path: [Link])
        /// A kept instance that would hold what is meant to live shorter, directly or through transient instances.
        case captive(path: [Link], holder: Lifetime, lifetime: Lifetime)
        /// An implementation that is not of its interface's type.
        case nonConforming(interface: String, implementation: String, at: CodeLocation)
        /// A binding whose instance could not be made.
        case failed(InjectionError)
    }

    /// A binding on a path.
    public struct Link: Sendable {
        /// The interface.
        public let interface: String

        /// Where it is bound.
        public let location: CodeLocation
    }

    /// What is wrong, in the order of the interfaces.
    public let faults: [Fault]

    /// Remarks that are not faults.
    public let remarks: Verification.Remarks

    /// The bindings that could not be checked.
    public var unseen: [Verification.Unseen] { remarks.unseen }

    /// The bindings that another one replaced, in the order of the interfaces.
    public var replaced: [Verification.Replacement] { remarks.replaced }

    /// The synchronous requests that are answered under a condition.
    public var requirements: [Verification.Requirement] { remarks.requirements }
}

/// What `verify()` did not find fault with.
public struct Verification: Sendable {
    /// A binding whose initializer is a closure that has not run, so that its dependencies are not known.
    public struct Unseen: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// Where it is bound.
        public let location: CodeLocation

        /// The interface and where it is bound.
        public var description: String { "\(interface) (\(location))" }
    }

    /// An interface that was bound more than once in one injector, so that the last binding counts.
    ///
    /// Bindings of an override, assignments, and bindings after `unbind` or `reset` replace nothing.
    public struct Replacement: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// Where the binding was that is gone.
        public let replaced: CodeLocation

        /// Where the binding is that counts.
        public let location: CodeLocation

        /// The interface and both places.
        public var description: String { "\(interface) (\(location)), in place of the binding at \(replaced)" }
    }

    /// A synchronous request that an instance answers only where it was made before, or on its actor.
    public struct Requirement: Sendable, CustomStringConvertible {
        /// A condition under which the request is answered.
        public enum Condition: Sendable, Equatable {
            /// The instance was made, by `prepare()` or by an awaited request.
            case madeBefore
            /// The request is made on the actor.
            case onActor(String)
        }

        /// The binding that requests, those between, and the one that is requested.
        public let path: [VerificationError.Link]

        /// When the request is answered.
        public let condition: Condition

        /// The path and the condition.
        public var description: String {
            let condition =
                switch condition {
                case .madeBefore: "made before, by 'prepare()' or an awaited request"
                case .onActor(let name): "on \(name)"
                }
            return path.map(\.description).joined(separator: " -> ") + ": \(condition)"
        }
    }

    /// A binding whose closure belongs to the actor that it was written on, although the binding does not say so.
    ///
    /// A request from elsewhere has to wait. In a module whose default isolation is the main actor, that is each closure
    /// of the classic form.
    public struct Isolation: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// Where it is bound.
        public let location: CodeLocation

        /// The actor.
        public let actor: String

        /// The interface, where it is bound, and the actor.
        public var description: String { "\(interface) (\(location)): \(actor)" }
    }

    /// A decorator or a request that has no effect and is probably a mistake.
    public struct Oversight: Sendable, CustomStringConvertible {
        /// The kind of a decorator or request that has no effect.
        public enum Kind: Sendable, Equatable {
            /// A decorator of an interface that is not bound.
            case idleDecorator
            /// A request for an array of an interface that is bound, and that nothing is contributed to.
            case emptyArray(neededBy: String, bound: CodeLocation)
        }

        /// The kind of the oversight.
        public let kind: Kind

        /// The interface.
        public let interface: String

        /// The place of the decorator, or of the binding that requests the array.
        public let location: CodeLocation

        /// The decorator or the array, and why it has no effect.
        public var description: String {
            switch kind {
            case .idleDecorator: "the decorator of \(interface) (\(location)): \(interface) is not bound"
            case .emptyArray(let dependent, let bound):
                "the array of \(interface) for \(dependent) (\(location)): nothing is contributed to \(interface), "
                    + "which is bound at \(bound)"
            }
        }
    }

    /// Remarks that are not faults.
    public struct Remarks: Sendable {
        /// The bindings that could not be checked.
        public let unseen: [Unseen]

        /// The bindings that another one replaced, in the order of the interfaces.
        public let replaced: [Replacement]

        /// The synchronous requests that are answered under a condition.
        public let requirements: [Requirement]

        /// The bindings whose closures belong to an actor without saying so.
        public let isolated: [Isolation]

        /// Faults that there are if synchronous initializers request all that they may: by names in their source, or by
        /// requests that may go without an answer.
        public let possibleFaults: [VerificationError.Fault]

        /// Decorators and arrays that have no effect.
        public let oversights: [Oversight]

        /// Whether services that nothing has read could not be checked, since a compiler before Swift 6.3 does not
        /// record them.
        public let missesServices: Bool
    }

    /// How many bindings were checked; those in `unseen` were not.
    public let count: Int

    /// Remarks that are not faults.
    public let remarks: Remarks

    /// The bindings that could not be checked.
    public var unseen: [Unseen] { remarks.unseen }

    /// The bindings that another one replaced, in the order of the interfaces.
    public var replaced: [Replacement] { remarks.replaced }

    /// The synchronous requests that are answered under a condition.
    public var requirements: [Requirement] { remarks.requirements }
}

extension Verification: CustomStringConvertible {
    /// How many bindings were checked, and the remarks.
    public var description: String {
        (["\(count) \(count == 1 ? "binding" : "bindings") verified."] + remarks.lines).joined(separator: "\n")
    }
}

extension VerificationError: CustomStringConvertible {
    /// All faults, each with its file and line, and the remarks.
    public var description: String {
        let title = faults.count == 1 ? "1 fault in the bindings:" : "\(faults.count) faults in the bindings:"
        return ([title] + faults.map { "  - \($0)" } + remarks.lines).joined(separator: "\n")
    }
}

extension Verification.Remarks {
    fileprivate var lines: [String] {
        list(replaced, under: "Bound more than once, of which the last binding counts:")
            + list(requirements, under: "Synchronous requests that need the instance to exist, or its actor:")
            + list(isolated, under: "Made on the actor that their closures were written on, and nowhere else:")
            + list(oversights, under: "Without effect:")
            + list(possibleFaults, under: "Possible faults, by what initializers name or may go without:")
            + list(unseen, under: Self.titleOfUnseen)
            + (missesServices ? ["Not verified: services that nothing has read, which Swift records from 6.3 on."] : [])
    }

    private static let titleOfUnseen =
        "Not verified: these closures have not run, so their requests are unknown. 'verify(making: true)' runs those "
        + "that are not asynchronous:"

    private func list(_ items: [some CustomStringConvertible], under title: String) -> [String] {
        items.isEmpty ? [] : [title] + items.map { "  - \($0)" }
    }
}

extension VerificationError.Fault: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .unassigned(let service, let location):
            "\(service) (\(location)) is declared without an initializer and was not assigned"
        case .endless(let service, let lifetime, let location):
            "\(service) (\(location)) has an 'onEnd', and nothing tells when the lifetime \(lifetime) ends"
        case .asynchronous(let path):
            "made asynchronously and requested synchronously: " + path.map(\.description).joined(separator: " -> ")
        case .isolated(let path, let actor):
            "made on \(actor) and requested elsewhere: " + path.map(\.description).joined(separator: " -> ")
        case .missing(let interface, let dependent, let location, let nearMisses):
            "\(interface) is not bound; \(dependent) (\(location)) needs it" + nearMisses.texts(for: location.facade)
        case .cycle(let path):
            "cycle: " + (path + path.prefix(1)).map(\.description).joined(separator: " -> ")
        case .captive(let path, let holder, let lifetime):
            "\(holder.nameOfInstance) would hold what lives shorter (\(lifetime)): "
                + path.map(\.description).joined(separator: " -> ")
        case .nonConforming(let interface, let implementation, let location):
            "\(implementation) is bound to \(interface) at \(location) and does not conform to it"
        case .failed(let error):
            error.description.split(separator: "\n").joined(separator: "\n    ")
        }
    }
}

extension VerificationError.Link: CustomStringConvertible {
    /// The interface and where it is bound.
    public var description: String {
        "\(interface) (\(location))"
    }
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
