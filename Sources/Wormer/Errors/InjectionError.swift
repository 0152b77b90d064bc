/// Why an interface could not be injected, and what to do about it.
///
/// The forced lookups print the same text before they end the process.
///
/// ```swift
/// do {
///     let gateway = try Injector.default.throwingInstance(for: NotificationGateway.self)
///     gateway.start()
/// } catch {
///     print(error)
/// }
/// ```
public struct InjectionError: Error, @unchecked Sendable {
    // Unchecked for the identifiers, which are only ever compared and printed.

    /// Why the request failed.
    public enum Reason: Sendable {
        /// Nothing is bound to the interface.
        case notBound
        /// The implementation that was made is not of the interface's type.
        case doesNotConform(expected: Any.Type, actual: Any.Type)
        /// Making the instance would need the instance itself.
        case cycle
        /// The initializer threw an error of its own.
        case initializerThrew(any Error)
        /// The initializer belongs to an actor, and the request cannot run it there: it did not come from the main
        /// actor or, where it is another one, it cannot wait.
        case wrongIsolation(expected: any Actor)
        /// The instance is made asynchronously, and the request could not wait for it.
        case needsAwaiting
        /// The binding belongs to a scope that is not open where the request came from.
        case scopeNotOpen(Scope)
        /// The value comes with a scope, and the open one was opened without it.
        case notProvided(Scope, opened: CodeLocation)
        /// The binding's `onEnd` has to be awaited, and its scope was opened where nothing can be.
        case scopeEndsSynchronously(Scope)
        /// The binding is weak, and what was made is not an object of a class.
        case notAnObject(actual: Any.Type)
        /// A `Provider` was called whose injector is gone.
        case injectorIsGone
    }

    /// One request on the way from the outermost one down to the one that failed.
    public struct Step: @unchecked Sendable {
        let key: Key

        /// What was asked for.
        public var interface: Any.Type { key.interface }

        /// The identifier it was asked for with.
        public var identifier: AnyHashable? { key.identifier }

        /// Where it was bound, nil if it was not.
        public let binding: CodeLocation?
    }

    /// The details; by reference, because each construction that an error passes through needs stack space for it.
    private final class Details: Sendable {
        let reason: Reason
        let path: [Step]
        let location: CodeLocation
        let nearMisses: [NearMiss]
        let key: Key

        init(reason: Reason, path: [Step], location: CodeLocation, nearMisses: [NearMiss], key: Key) {
            self.reason = reason
            self.path = path
            self.location = location
            self.nearMisses = nearMisses
            self.key = key
        }
    }

    private let details: Details

    init(reason: Reason, path: [Step], location: CodeLocation, nearMisses: [NearMiss], key: Key) {
        details = Details(reason: reason, path: path, location: location, nearMisses: nearMisses, key: key)
    }

    /// Why the request failed.
    public var reason: Reason { details.reason }

    /// The requests from the outermost one down to the one that failed.
    public var path: [Step] { details.path }

    /// The file and line that asked.
    public var location: CodeLocation { details.location }

    /// Up to three bindings that may have been meant, the likeliest first.
    public var nearMisses: [NearMiss] { details.nearMisses }

    var key: Key { details.key }

    /// What was asked for.
    public var interface: Any.Type { key.interface }

    /// The identifier it was asked for with.
    public var identifier: AnyHashable? { key.identifier }
}

extension InjectionError: CustomStringConvertible {
    /// What was asked for and why it failed, where, on which path, what comes near, and what to do.
    public var description: String {
        var lines = [
            "Cannot inject \(key): \(explanation)",
            "  asked for at  \(location)",
        ]
        if path.count > 1 {
            lines.append("  path          \(path.map(\.description).joined(separator: " -> "))")
        }
        if case .notProvided(_, let opened) = reason {
            lines.append("  opened at     \(opened)")
        }
        if !nearMisses.isEmpty {
            lines.append("  near misses   \(nearMisses.map(\.description).joined(separator: "; "))")
        }
        lines.append("  to do         \(advice)")
        return lines.joined(separator: "\n")
    }
}

extension InjectionError.Step: CustomStringConvertible {
    /// The interface and where it was bound.
    public var description: String {
        binding.map { "\(key) (\($0))" } ?? key.description
    }
}

extension InjectionError {
    private var explanation: String {
        switch reason {
        case .notBound where key.isDeclaration:
            "it is declared without an initializer, and nothing was assigned to it."
        case .notBound:
            "nothing is bound to it."
        case .doesNotConform(let expected, let actual):
            "what was made for it is a \(fullName(actual)), which is not a \(fullName(expected))."
        case .cycle:
            "it depends on itself."
        case .initializerThrew(let error):
            "its initializer threw \(type(of: error)): \(error)"
        case .wrongIsolation(let expected) where expected is MainActor:
            "its initializer belongs to MainActor, and the request came from elsewhere."
        case .wrongIsolation(let expected):
            "its initializer belongs to \(type(of: expected)), where only a request that waits can run it."
        case .needsAwaiting:
            "it is made asynchronously, and the request cannot wait for it."
        case .scopeNotOpen(let scope):
            "it is bound for the scope '\(scope.name)', which is not open here."
        case .notProvided(let scope, _):
            "it comes with the scope '\(scope.name)', which was opened without it."
        case .scopeEndsSynchronously(let scope):
            "its 'onEnd' has to be awaited, and the scope '\(scope.name)' was opened where nothing can be."
        case .notAnObject(let actual):
            "its lifetime is weak, and what was made for it, a \(fullName(actual)), is not an object of a class."
        case .injectorIsGone:
            "the injector of the provider that was called for it is gone."
        }
    }

    private var advice: String {
        switch reason {
        case .notBound:
            bindingAdvice
        case .doesNotConform(let expected, let actual):
            "Make \(actual) conform to \(expected), or bind \(expected) to a type that does."
        case .cycle:
            "Let one of them take a Provider and ask later, or move what both need into a third."
        case .initializerThrew:
            "Mend what the initializer reports; nothing was kept, and the next request runs it again."
        case .wrongIsolation(let expected) where key.isDeclaration:
            "Read it on \(type(of: expected)), or from elsewhere by its name and 'await', not through a key path."
        case .wrongIsolation(let expected):
            "Ask \(expected is MainActor ? "on MainActor or " : "")with 'try await asyncInstance(for:)', "
                + "or write an initializer that does not need it ('nonisolated', '@Sendable in')."
        case .needsAwaiting:
            "Ask with 'try await asyncInstance(for:)'; once made, what is shared can be had synchronously too."
        case .scopeNotOpen(let scope):
            "Ask inside withScope(Scope(\"\(scope.name)\")) { ... }, in the task that opens it or in a child of that task."
        case .notProvided(let scope, _):
            "Give the scope a value of this type: withScope(Scope(\"\(scope.name)\"), providing: ...)."
        case .scopeEndsSynchronously:
            "Open the scope with 'try await withScope', or give an 'onEnd' that need not be awaited."
        case .notAnObject(let actual):
            "Make \(actual) a class, or bind it with another lifetime."
        case .injectorIsGone:
            "Keep the injector, or the container that it belongs to, for as long as its providers are called."
        }
    }

    private var bindingAdvice: String {
        switch key.qualifier {
        case nil, .contribution:
            "Bind it before it is asked for: bind(\(expression(of: interface)), to: ...)."
        case .identifier(let identifier):
            "Bind it before it is asked for: "
                + "bind(\(expression(of: interface)), id: \(quoted(identifier.value)), to: ...)."
        case .name(let name):
            "Bind it before it is asked for: bindInterface(named: \"\(name.value)\", toImplementation: ...)."
        case .declaration(let declaration):
            "Assign it before it is read, 'Container.\(declaration.name) = ...', or declare it with an initializer."
        }
    }
}

extension Key {
    fileprivate var isDeclaration: Bool {
        if case .declaration = qualifier { true } else { false }
    }
}

/// A type's name with its module.
func fullName(_ type: Any.Type) -> String {
    String(reflecting: type)
}

/// A type as an expression, as it is written in a call.
func expression(of type: Any.Type) -> String {
    let words = "\(type)".split(separator: " ")
    return words.contains("->") || words.contains("&") ? "(\(type)).self" : "\(type).self"
}
