import Wormer

/// Something that `verify()` or `verifyInstances()` found, for code that allows or rejects some of it.
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
public final class Finding: Sendable, CustomStringConvertible {
    /// A kind of finding, for code that allows or rejects some: the faults, and then the remarks, which aren't faults.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Sendable, CaseIterable {
        /// A lookup fails, or would fail, for the `reason` of the finding.
        case failure
        /// An `onEnd` threw an error, or never runs because nothing ends the lifetime.
        case onEnd
        /// The process has several copies of the library, and each has bindings of its own.
        case severalCopies
        /// A path that fails, unless a condition holds: an instance exists already, the code runs on an actor, the factory
        /// skips the lookup or accepts its failure, or functions that call each other come to an end.
        case conditional
        /// A decorator of an interface that isn't bound, or that a parent binds; or a default argument of a parameter that
        /// is resolved to nothing.
        case withoutEffect
        /// An array or a dictionary that something resolves, although nothing contributes to it.
        case empty
        /// A binding and the binding of the same injector that it replaced.
        ///
        /// Bindings in an override, assignments, and bindings after `unbind` or `reset` don't count.
        case replaced
        /// Two scopes that have the same name, although only one of them is always open; or a scope or a service that two
        /// modules declare.
        case sameName
        /// A binding with a closure that hasn't run, or only with an error, so that not all of its dependencies are known.
        case unchecked
        /// A binding of which `verifyInstances()` didn't create an instance, because it is unimplemented, needs an
        /// unimplemented instance, or needs a value that wasn't provided.
        case notCreated
        /// An injected property of whose key path only the type is known, and to which nothing is bound; or all injected
        /// properties, in an override.
        case notFollowed
        /// An injected property whose type is unknown, or the properties of a module without reflection metadata.
        case undescribed
    }

    /// A binding or a decorator that a finding is about, for code that shows findings in a form of its own.
    public struct Place: Sendable, CustomStringConvertible {
        /// The interface; "the decorator of" the interface for a decorator.
        public let interface: String

        /// The location of the binding or of the decorator.
        public let location: CodeLocation

        /// The interface and the location.
        public var description: String { [interface, " (", location.description, ")"].joined() }
    }

    /// The kind of the finding.
    public let kind: Kind

    /// Why the lookup fails, or nil for another kind than `failure`.
    public let reason: InjectionError.Reason?

    /// The bindings that the finding is about: the binding itself first, then the one that it replaced, or the others on
    /// the path; for an interface that isn't bound, the binding that needs it.
    public let places: [Place]

    /// The finding in one line; the whole message of a lookup that failed.
    public let description: String

    init(_ kind: Kind, _ places: [Place], _ description: String, because reason: InjectionError.Reason? = nil) {
        (self.kind, self.reason, self.places, self.description) = (kind, reason, places, description)
    }
}

extension Finding {
    var isFault: Bool { kind == .failure || kind == .onEnd || kind == .severalCopies }
}

extension [Finding] {
    /// The number of bindings whose closures have not run, or that were not created.
    var uncheckedCount: Int {
        Set(filter { [.unchecked, .notCreated].contains($0.kind) }.flatMap(\.places).map(\.description)).count
    }

    /// Returns the remarks by their kinds, each shortened to five lines.
    ///
    /// - Parameter isOfInstances: Whether `verifyInstances()` found them, which has run what it can.
    /// - Returns: The lines.
    fileprivate func remarkLines(_ isOfInstances: Bool) -> [String] {
        Finding.Kind.allCases.flatMap { kind in
            let remarks = filter { $0.kind == kind }
            let (lines, rest) = (remarks.prefix(5).map { "  - \($0)" }, remarks.dropFirst(5).count)
            let advice = kind == .unchecked && !isOfInstances ? " 'verifyInstances()' runs them:" : ""
            return remarks.isEmpty ? [] : [kind.title + advice] + lines + (rest == 0 ? [] : ["  - and \(rest) more"])
        }
    }
}

extension Finding.Kind: CustomStringConvertible {
    /// The name of the case.
    public var description: String { rawValue }
}

extension Finding.Kind {
    fileprivate var title: String {
        switch self {
        case .failure, .onEnd, .severalCopies: ""
        case .conditional: "Depends on a condition:"
        case .withoutEffect: "Without effect:"
        case .empty: "Empty, because nothing is contributed or bound:"
        case .replaced: "Bound more than once (the last binding counts):"
        case .sameName: "With the same name:"
        case .unchecked: "Not verified: these closures have created nothing yet."
        case .notCreated: "Not created:"
        case .notFollowed: "Not verified: what these injected properties read."
        case .undescribed: "Not verified, because the compiler does not describe their types:"
        }
    }
}

// MARK: - Lists of findings

/// The result of a verification without faults, to print or check its remarks.
///
/// ```swift
/// let verification = try Injector.default.verify()
/// print(verification.checkedCount, "bindings checked")
/// for remark in verification.remarks where remark.kind == .replaced {
///     print(remark)
/// }
/// ```
public struct Verification: Sendable, CustomStringConvertible {
    /// The number of bindings that were checked, excluding those whose closures have not run, or only with an error, and
    /// those that `verifyInstances()` has not created.
    public let checkedCount: Int

    /// Remarks that aren't faults.
    public let remarks: [Finding]

    let uncheckedCount: Int
    let isOfInstances: Bool

    /// The number of bindings that were checked, of how many, and the remarks, each kind of which is shortened to five
    /// lines.
    public var description: String {
        let count = checkedCount + uncheckedCount
        let all = "\(count) \(count == 1 ? "binding" : "bindings") verified."
        let title = uncheckedCount == 0 ? all : "\(checkedCount) of " + all
        return ([title] + remarks.remarkLines(isOfInstances)).joined(separator: "\n")
    }
}

/// An error that lists every fault that `verify()` found, to print or check at startup and in a test.
///
/// ```swift
/// do {
///     try Injector.default.verify()
/// } catch {
///     print(error)
/// }
/// ```
public struct VerificationError: Error, CustomStringConvertible {
    /// All faults, those of single bindings and properties before those of paths.
    public let faults: [Finding]

    /// Remarks that aren't faults.
    public let remarks: [Finding]

    let isOfInstances: Bool

    /// All faults, each with its file and line, and the remarks, each kind of which is shortened to five lines.
    public var description: String {
        let title = faults.count == 1 ? "1 fault in the bindings:" : "\(faults.count) faults in the bindings:"
        return ([title] + faults.map { "  - \($0)" } + remarks.remarkLines(isOfInstances)).joined(separator: "\n")
    }
}
