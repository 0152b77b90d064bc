/// Every fault that `verify()` found, at once.
public struct VerificationError: Error, @unchecked Sendable {
    // Unchecked for the identifiers in near misses, which are only ever compared and printed.

    /// One thing that is wrong with the bindings.
    public enum Fault: @unchecked Sendable {
        /// A binding declares a dependency that nobody binds.
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

    /// What could not be checked.
    public let unseen: [Verification.Unseen]

    /// The bindings that another one replaced.
    public let replaced: [Verification.Replacement]
}

/// What `verify()` did not find fault with.
public struct Verification: Sendable {
    /// A binding whose initializer resolves by hand and has not run, so that nobody knows what it asks for.
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

    /// How many bindings were checked.
    public let count: Int

    /// What could not be checked.
    public let unseen: [Unseen]

    /// The bindings that another one replaced, in the order of the interfaces.
    public let replaced: [Replacement]
}

extension Verification: CustomStringConvertible {
    /// How many bindings hold, what was bound more than once, and what could not be seen.
    public var description: String {
        (["\(count) bindings verified."] + remark(on: replaced) + remark(on: unseen)).joined(separator: "\n")
    }
}

extension VerificationError: CustomStringConvertible {
    /// All faults, each with its file and line, what was bound more than once, and what could not be seen.
    public var description: String {
        let title = faults.count == 1 ? "1 fault in the bindings:" : "\(faults.count) faults in the bindings:"
        return ([title] + faults.map { "  - \($0)" } + remark(on: replaced) + remark(on: unseen))
            .joined(separator: "\n")
    }
}

private func remark(on replaced: [Verification.Replacement]) -> [String] {
    replaced.isEmpty ? [] : ["Bound more than once, of which the last binding counts:"] + replaced.map { "  - \($0)" }
}

private func remark(on unseen: [Verification.Unseen]) -> [String] {
    unseen.isEmpty ? [] : ["Not seen, because these resolve by hand and have not run:"] + unseen.map { "  - \($0)" }
}

extension VerificationError.Fault: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .missing(let interface, let dependent, let location, let nearMisses):
            "\(interface) is not bound; \(dependent) (\(location)) needs it"
                + (nearMisses.isEmpty ? "" : "; near misses: \(nearMisses.map(\.description).joined(separator: "; "))")
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
