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
        /// A service that is declared without an initializer was not assigned.
        case unassigned(service: String, at: CodeLocation)
        /// A service has an `onEnd`, but nothing ends its lifetime.
        case onEndNeverRuns(service: String, lifetime: Lifetime, at: CodeLocation)
        /// A synchronous initializer requests an instance that must be awaited and that is created anew for each
        /// request.
        case needsAwaiting(path: [Link])
        /// A synchronous initializer requests an instance that is created anew for each request, on another actor.
        case wrongIsolation(path: [Link], actor: String)
        /// A binding, or its decorator at the given location, declares a dependency that is not bound.
        case notBound(interface: String, neededBy: String, at: CodeLocation, nearMisses: [NearMiss])
        /// Bindings depend on each other in a cycle.
        case cycle(path: [Link])
        /// A shared instance would hold a shorter-lived one, directly or through transient instances.
        case captiveDependency(path: [Link], holderLifetime: Lifetime, captiveLifetime: Lifetime)
        /// An implementation does not conform to its interface.
        case doesNotConform(interface: String, implementation: String, at: CodeLocation)
        /// An instance could not be created.
        case failed(InjectionError)
    }

    /// A binding on a path, or the decorator of a binding that needs the next binding on the path.
    public struct Link: Sendable {
        /// The interface; "the decorator of" the interface for a decorator.
        public let interface: String

        /// The location of the binding or of the decorator.
        public let location: CodeLocation
    }

    /// All faults.
    public let faults: [Fault]

    /// Remarks that are not faults.
    public let remarks: Verification.Remarks
}

/// The result of a verification without faults.
///
/// ```swift
/// let verification = try Injector.default.verify()
/// print(verification.checkedCount, "bindings checked,", verification.remarks.unchecked.count, "not checked")
/// ```
public struct Verification: Sendable {
    /// A binding whose dependencies are unknown, because its initializer is a closure that has not run.
    public struct UncheckedBinding: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// The location of the binding.
        public let location: CodeLocation

        /// The interface and the location of the binding.
        public var description: String { "\(interface) (\(location))" }
    }

    /// An interface that was bound more than once in one injector.
    ///
    /// The last binding applies.
    ///
    /// Bindings in an override, assignments, and bindings after `unbind` or `reset` do not count as replacements.
    public struct Replacement: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// The location of the replaced binding.
        public let replacedLocation: CodeLocation

        /// The location of the binding that applies.
        public let location: CodeLocation

        /// The interface and both locations.
        public var description: String { "\(interface) (\(location)) replaces the binding at \(replacedLocation)" }
    }

    /// A synchronous request that succeeds only if the instance already exists, or only on the instance's actor.
    public struct ConditionalRequest: Sendable, CustomStringConvertible {
        /// A condition under which the request succeeds.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Condition: Sendable, Equatable {
            /// The instance was created by `prepare()` or by an awaited request.
            case createdBefore
            /// The request is made on the actor.
            case onActor(String)
        }

        /// The path from the binding that makes the request to the requested binding.
        public let path: [VerificationError.Link]

        /// The condition under which the request succeeds.
        public let condition: Condition

        /// The path and the condition.
        public var description: String {
            let condition =
                switch condition {
                case .createdBefore: "only after 'prepare()' or an asynchronous request"
                case .onActor(let name): "only on \(name)"
                }
            return path.text + ": \(condition)"
        }
    }

    /// A binding whose closure is implicitly isolated to an actor, because it is written in code of that actor.
    ///
    /// A request from outside the actor must be awaited. In a module whose default isolation is the main actor, this
    /// applies to each closure that you pass to `bind(interface:toImplementation:)`.
    public struct ImplicitIsolation: Sendable, CustomStringConvertible {
        /// The interface.
        public let interface: String

        /// The location of the binding.
        public let location: CodeLocation

        /// The actor.
        public let actor: String

        /// The interface, the location of the binding, and the actor.
        public var description: String { "\(interface) (\(location)): \(actor)" }
    }

    /// A probable mistake.
    ///
    /// It is a decorator of an interface that is not bound, or a request for an array that is always empty.
    public struct Warning: Sendable, CustomStringConvertible {
        /// The kind of a warning.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: Sendable, Equatable {
            /// A decorator of an interface that is not bound.
            case unusedDecorator
            /// A request for an array of an interface that is bound but has no contributions.
            case emptyArray(neededBy: String, boundAt: CodeLocation)
        }

        /// The kind of the warning.
        public let kind: Kind

        /// The interface.
        public let interface: String

        /// The location of the decorator, or of the binding that requests the array.
        public let location: CodeLocation

        /// The decorator or the array, its location, and the reason for the warning.
        public var description: String {
            switch kind {
            case .unusedDecorator: "the decorator of \(interface) (\(location)): \(interface) is not bound"
            case .emptyArray(let dependent, let bound):
                "the array of \(interface) for \(dependent) (\(location)): nothing is contributed to \(interface), "
                    + "which is bound at \(bound)"
            }
        }
    }

    /// Remarks that are not faults.
    public struct Remarks: Sendable {
        /// The bindings that could not be checked.
        public let unchecked: [UncheckedBinding]

        /// The replaced bindings, in the order of the interfaces.
        public let replacements: [Replacement]

        /// The synchronous requests that succeed only under a condition.
        public let conditionalRequests: [ConditionalRequest]

        /// The bindings whose closures are implicitly isolated to an actor.
        public let implicitIsolations: [ImplicitIsolation]

        /// Faults that may not occur at run time, because a request is conditional or accepts a missing instance.
        public let possibleFaults: [VerificationError.Fault]

        /// Decorators of interfaces that are not bound, and requests for arrays that are always empty.
        public let warnings: [Warning]

        /// Whether services that were never read could not be checked, because compilers before Swift 6.3 do not record
        /// them.
        public let skipsUnreadServices: Bool
    }

    /// The number of bindings that were checked, excluding the bindings in `unchecked`.
    public let checkedCount: Int

    /// Remarks that are not faults.
    public let remarks: Remarks
}

extension Verification: CustomStringConvertible {
    /// The number of bindings that were checked, of how many, and the remarks.
    public var description: String {
        let count = checkedCount + remarks.unchecked.count
        let all = "\(count) \(count == 1 ? "binding" : "bindings") verified."
        let title = remarks.unchecked.isEmpty ? all : "\(checkedCount) of " + all
        return ([title] + remarks.lines).joined(separator: "\n")
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
        list(replacements, under: "Bound more than once (the last binding counts):")
            + list(conditionalRequests, under: "Synchronous requests that succeed only under a condition:")
            + list(implicitIsolations, under: "Made only on the actor on which the closure was written:")
            + list(warnings, under: "Without effect:")
            + list(possibleFaults, under: "Possible faults, in conditional or optional requests:")
            + list(unchecked, under: Self.titleOfUnchecked)
            + (skipsUnreadServices ? [Self.noteOnServices] : [])
    }

    private static let noteOnServices =
        "Not verified: services that were never read. Only Swift 6.3 or later records them."
    private static let titleOfUnchecked =
        "Not verified: these closures have not run. 'verify(creatingInstances: true)' runs the synchronous ones:"

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
        case .onEndNeverRuns(let service, let lifetime, let location):
            "\(service) (\(location)) has an 'onEnd', but nothing ends the lifetime \(lifetime)"
        case .needsAwaiting(let path):
            "made asynchronously and requested synchronously: " + path.text
        case .wrongIsolation(let path, let actor):
            "made on \(actor) and requested elsewhere: " + path.text
        case .notBound(let interface, let dependent, let location, let nearMisses):
            "\(interface) is not bound; \(dependent) (\(location)) needs it" + nearMisses.texts(for: location.facade)
        case .cycle(let path):
            "cycle: " + (path + path.prefix(1)).text
        case .captiveDependency(let path, let holder, let lifetime):
            "\(holder.nameOfInstance) would hold a shorter-lived instance (\(lifetime)): "
                + path.text
        case .doesNotConform(let interface, let implementation, let location):
            "\(implementation) is bound to \(interface) at \(location) but does not conform to it"
        case .failed(let error):
            error.description.indented()
        }
    }
}

extension VerificationError.Link: CustomStringConvertible {
    /// The interface and the location of its binding.
    @inline(never)
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
