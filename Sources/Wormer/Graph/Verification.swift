/// The result of a verification without faults.
///
/// ```swift
/// let verification = try Injector.default.verify()
/// print(verification.checkedCount, "bindings checked")
/// for remark in verification.remarks where remark.kind == .replaced {
///     print(remark)
/// }
/// ```
public struct Verification: Sendable {
    /// Something that isn't a fault, but that you may want to know.
    public struct Remark: Sendable, CustomStringConvertible {
        /// The kind of a remark.
        ///
        /// A minor version may add cases. Write a `default` in a `switch`.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: Sendable, CaseIterable {
            /// A path that fails, unless a condition holds: an instance exists already, the code runs on an actor, or
            /// the factory skips the lookup or accepts its failure.
            case conditional
            /// A decorator of an interface that isn't bound, or a lookup of an array that is always empty.
            case withoutEffect
            /// A binding and the binding of the same injector that it replaced.
            ///
            /// Bindings in an override, assignments, and bindings after `unbind` or `reset` don't count.
            case replaced
            /// A binding with a closure that hasn't run, so that its dependencies are unknown.
            case unchecked
            /// A binding of which `verifyInstances()` didn't create an instance, because it is unimplemented, needs an
            /// unimplemented instance, or needs a value that wasn't provided.
            case notCreated
            /// An injected property whose type is unknown, the properties of a module without reflection metadata, or
            /// something that the platform or the compiler doesn't describe.
            case undescribed
        }

        /// The kind of the remark.
        public let kind: Kind

        /// The bindings that the remark is about: the binding itself first, then the one that it replaced, or the
        /// others on the path.
        public let places: [VerificationError.Link]

        /// The remark in one line.
        public let description: String
    }

    /// The number of bindings that were checked, excluding those whose closures have not run.
    public let checkedCount: Int

    /// Remarks that aren't faults.
    public let remarks: [Remark]
}

extension Verification: CustomStringConvertible {
    /// The number of bindings that were checked, of how many, and the remarks, each kind of which is shortened to five
    /// lines.
    public var description: String {
        let uncheckedCount = remarks.count { $0.kind == .unchecked }
        let count = checkedCount + uncheckedCount
        let all = "\(count) \(count == 1 ? "binding" : "bindings") verified."
        let title = uncheckedCount == 0 ? all : "\(checkedCount) of " + all
        return ([title] + remarks.lines).joined(separator: "\n")
    }
}

extension [Verification.Remark] {
    /// The remarks by their kinds, each shortened to five lines.
    var lines: [String] {
        Verification.Remark.Kind.allCases.flatMap { kind in
            let remarks = filter { $0.kind == kind }
            let (lines, rest) = (remarks.prefix(5).map { "  - \($0)" }, remarks.dropFirst(5).count)
            return remarks.isEmpty ? [] : [kind.title] + lines + (rest == 0 ? [] : ["  - and \(rest) more"])
        }
    }
}

extension Verification.Remark.Kind {
    fileprivate var title: String {
        switch self {
        case .conditional: "Depends on a condition:"
        case .withoutEffect: "Without effect:"
        case .replaced: "Bound more than once (the last binding counts):"
        case .unchecked: "Not verified: these closures have not run. 'verifyInstances()' runs them:"
        case .notCreated: "Not created:"
        case .undescribed: "Not verified, because the compiler does not describe their types:"
        }
    }
}
