/// How long an instance is kept and who shares it.
///
/// ```swift
/// Injector.default.bind(ImageCache.self, lifetime: .weak, to: .make {
///     MemoryCache()
/// })
/// ```
public enum Lifetime: Hashable, Sendable {
    /// A new instance for each request.
    case transient
    /// One instance, made at the first request and shared by everyone.
    case singleton
    /// One instance, shared as long as somebody holds it; for classes only.
    case weak
    /// One instance for each outermost request, shared by everything that is made to answer it.
    case resolution
    /// One instance for each time that the scope is open.
    case scope(Scope)
}

extension Lifetime {
    @inlinable
    package init(asSingleton: Bool) {
        self = asSingleton ? .singleton : .transient
    }

    /// The scope that has to be opened for an instance to be made.
    var scopeToOpen: Scope? {
        if case .scope(let scope) = self, !scope.isAlwaysOpen { scope } else { nil }
    }

    /// Whether the binding itself has the slot of the instance.
    @inlinable var isKeptByBinding: Bool {
        switch self {
        case .singleton, .weak: true
        case .scope(let scope): scope.isAlwaysOpen
        case .transient, .resolution: false
        }
    }
}

// MARK: - What a lifetime asks of a binding

extension Lifetime {
    /// Ends the process with a text if a binding cannot have this lifetime.
    ///
    /// - Parameters:
    ///   - key: What is bound.
    ///   - implementation: The implementation; where it is an interface, only an instance can tell.
    ///   - hasEnd: Whether something is to be done when the lifetime ends.
    ///   - location: The file and line of the binding.
    @usableFromInline
    package func check(for key: Key, _ implementation: Any.Type, hasEnd: Bool, at location: CodeLocation) {
        checkIsNotOpen(for: key, at: location)
        if self == .weak, !(implementation is AnyClass), !isExistential(implementation) {
            let name = shortName(implementation)
            var report = Report("Cannot bind \(name) with the lifetime weak: it is not a class.")
            report.add("bound at", location)
            report.add(Advice("Make \(name) a class, or bind it with another lifetime."))
            report.endProcess(at: location)
        }
        if hasEnd {
            checkThatItEnds(for: implementation, at: location)
        }
    }

    /// Makes sure that instances end at a known time.
    ///
    /// - Precondition: They do. Otherwise the process ends with a text that says so.
    func checkThatItEnds(for implementation: Any.Type, at location: CodeLocation) {
        if !hasEnd {
            let name = shortName(implementation)
            var report = Report("Cannot bind \(name) with an 'onEnd': nothing ends the lifetime \(self).")
            report.add("bound at", location)
            report.add(Advice("Leave 'onEnd' out, or bind it as a singleton or in a scope."))
            report.endProcess(at: location)
        }
    }

    var hasEnd: Bool {
        switch self {
        case .singleton, .scope: true
        case .transient, .weak, .resolution: false
        }
    }
}

extension Lifetime: CustomStringConvertible {
    /// The lifetime in one word, or the word `scope` with the scope's name.
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
