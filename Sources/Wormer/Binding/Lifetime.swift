/// How long instances live, and who shares them, for a binding whose lookups don't each create one.
///
/// ```swift
/// Injector.default.bind(ImageCache.self, lifetime: .weak, to: .make {
///     MemoryCache()
/// })
/// ```
///
/// A minor version may add cases. Write a `default` in a `switch`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum Lifetime: Hashable, Sendable {
    /// A new instance for each lookup.
    case transient
    /// One instance, which the first lookup creates and all later ones share.
    case singleton
    /// One instance, shared as long as something references it.
    ///
    /// Only instances of classes can have this lifetime.
    case weak
    /// One instance for each outermost lookup, shared by everything that is created for it in the same scopes.
    ///
    /// A lookup is outermost unless a factory makes it. An instance that's kept for longer, such as a singleton, and what
    /// is created for it, share instances of their own.
    case resolution
    /// One instance for each period in which the scope is open.
    case scope(Scope)
}

extension Lifetime {
    /// Unavailable: a scope is declared as a constant.
    @available(
        *,
        unavailable,
        message: "Declare 'extension Scope { static let job = Scope(\"job\") }', and write '.scope(.job)'."
    )
    public static func scope(_ name: String) -> Lifetime { fatalError() }

    /// The scope that `withScope` must open before an instance can be created, if any.
    package var scopeToOpen: Scope? {
        if case .scope(let scope) = self, !scope.isAlwaysOpen { scope } else { nil }
    }

    /// Whether an open scope or the outermost lookup keeps the instance.
    var isInCache: Bool { if case .resolution = self { true } else { scopeToOpen != nil } }

    /// Whether something keeps the instance from one lookup to the next.
    package var isKept: Bool {
        switch self {
        case .singleton, .weak, .scope: true
        case .transient, .resolution: false
        }
    }

    /// Whether the binding itself stores the instance.
    var isKeptByBinding: Bool { isKept && scopeToOpen == nil }
}

// MARK: - Requirements of lifetimes

extension Lifetime {
    /// Ends the process with a message if a binding cannot have this lifetime.
    ///
    /// - Parameters:
    ///   - key: The key of the binding.
    ///   - implementation: The implementation. If it is a protocol, only an instance shows whether the implementation
    ///     is a class.
    ///   - traits: The rare parts of the factory, or nil if it has none.
    ///   - location: The file and line of the binding.
    func check(for key: Key, _ implementation: Any.Type, _ traits: FactoryTraits?, at location: CodeLocation) {
        // Other tasks in the scope would also use the binding.
        if let scope = scopeToOpen, let open = OpenedScope.find(scope, among: OpenedScope.ofTask), open.isOpen,
            open.sharesBindings
        {
            endProcess(with: Report.bindingInScope(key, open, at: location), at: location)
        }
        if self == .weak, !(implementation is AnyClass), !isExistential(implementation) {
            endProcess(with: Report.weakValue(implementation, at: location), at: location)
        }
        if traits?.parts.end != nil {
            checkThatItEnds(for: implementation, at: location)
        }
        if traits?.parts.isProvided == true, scopeToOpen == nil || key.qualifier != nil || traits?.parts.end != nil {
            endProcess(with: Report.unprovidable(key, self, at: location), at: location)
        }
    }

    /// Ends the process with a message if this lifetime never ends.
    func checkThatItEnds(for implementation: Any.Type, at location: CodeLocation) {
        if !hasEnd {
            endProcess(with: Report.endlessLifetime(implementation, self, at: location), at: location)
        }
    }

    var hasEnd: Bool { isKept && self != .weak }
}

extension Lifetime: CustomStringConvertible {
    /// The name of the lifetime.
    ///
    /// For a scope, `scope` and the scope's name.
    public var description: String {
        switch self {
        case .transient: "transient"
        case .singleton: "singleton"
        case .weak: "weak"
        case .resolution: "resolution"
        case .scope(let scope): "scope \(scope.name)"
        }
    }
}
