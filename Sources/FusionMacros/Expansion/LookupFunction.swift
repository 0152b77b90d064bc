/// A function by which code looks up instances, and what the graph learns from a call of it.
///
/// Whether the need is deferred is a matter of the type: that for a `Provider` is, until the provider is called.
struct LookupFunction {
    /// The owner of the function, which decides how a call states the type.
    enum Owner {
        /// An injector, with the type after `for:`.
        case injector
        /// A container, with the type as the first argument.
        case container
        /// A provider, which looks up at once what it was created for.
        case provider
    }

    /// The result of a call.
    enum Result {
        /// An instance; the call fails if nothing answers it.
        case instance
        /// An instance, or nil if nothing answers.
        case optional
        /// Either, as its context wants; without a type, `resolve` is the function that fails.
        case optionalUnlessForced
        /// A list of contributions, which may be empty.
        case list
    }

    let name: String
    let owner: Owner
    let result: Result

    /// Whether other types have functions with this name, so that it counts only for a known container.
    var isOrdinary: Bool { ["get", "require"].contains(name) }

    /// All public lookups of Wormer and Fusion.
    static let all: [LookupFunction] = [
        (Owner.injector, Result.instance, ["instance", "throwingInstance", "asyncInstance"]),
        (.injector, .optional, ["safeInstance"]),
        (.injector, .list, ["instances", "throwingInstances", "asyncInstances"]),
        (.container, .instance, ["resolveAssert", "resolveThrowing", "require"]),
        (.container, .optionalUnlessForced, ["resolve", "get"]),
        (.provider, .instance, ["get", "callAsFunction"]),
    ].flatMap { owner, result, names in names.map { LookupFunction(name: $0, owner: owner, result: result) } }

    /// The names of the functions by which a provider looks up.
    static let ofProvider = Set(all.filter { $0.owner == .provider }.map(\.name))

    /// Returns the function of a container or an injector with a name.
    static func named(_ name: String) -> LookupFunction? { all.first { $0.name == name && $0.owner != .provider } }
}
