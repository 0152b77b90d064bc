// Calls of Factory, which do not compile: the compiler says what to write instead.

import Wormer

extension Container.Scope {
    /// Unavailable: instances that can be dropped belong to a scope with a name.
    @available(*, unavailable, message: "Write '.id(\"cached\")', or declare it in 'extension Container.Scope'.")
    public static var cached: Self { fatalError() }

    /// Unavailable: `@Service(lifetime:)` takes the lifetimes of the module `Wormer`.
    @available(*, unavailable, message: "Write 'lifetime: .weak'.")
    public static var shared: Self { fatalError() }

    /// Unavailable: `@Service(lifetime:)` takes the lifetimes of the module `Wormer`.
    @available(*, unavailable, message: "Write 'lifetime: .resolution'.")
    public static var graph: Self { fatalError() }

    /// Unavailable: each read creates an instance with `transient`.
    @available(*, unavailable, renamed: "transient")
    public static var unique: Self { fatalError() }

    /// Unavailable: `@Service` takes the scope itself.
    @available(*, unavailable, message: "Write the scope itself: '@Service(.login)'.")
    public static func scope(_ scope: Self) -> Self { fatalError() }

    /// Unavailable: `@Service(lifetime:)` takes the scopes of the module `Wormer`.
    @available(*, unavailable, message: "Write 'lifetime: .scope(...)'.")
    public static func scope(_ scope: Wormer.Scope) -> Self { fatalError() }
}

// Without these, the compiler finds no words for a lookup whose type it cannot infer.
extension Container {
    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveAssert(Service.self)'.")
    @_disfavoredOverload
    public func resolveAssert() -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveAssert(Service.self)'.")
    @_disfavoredOverload
    public static func resolveAssert() -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveThrowing(Service.self)'.")
    @_disfavoredOverload
    public func resolveThrowing() throws -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveThrowing(Service.self)'.")
    @_disfavoredOverload
    public static func resolveThrowing() throws -> Any { fatalError() }
}

extension Container {
    /// Unavailable: a container has no manager.
    @available(*, unavailable, message: "Write 'Container.reset(.login)' for a scope, or 'Container.unassignAll()'.")
    public var manager: Container { fatalError() }

    /// Unavailable: `reset` drops instances, and `unassignAll` removes assigned values.
    @available(*, unavailable, message: "Write 'reset()' for singletons, 'reset(.login)', or 'unassignAll()'.")
    public func reset(options: _ResetOptions) { fatalError() }

    /// Unavailable: `reset` drops instances, and `unassignAll` removes assigned values.
    @available(*, unavailable, message: "Write 'reset()' for singletons, 'reset(.login)', or 'unassignAll()'.")
    public static func reset(options: _ResetOptions) { fatalError() }

    /// Unavailable: an override ends with its block.
    @available(*, unavailable, message: "Write 'mock { ... } then: { ... }', or 'withIsolatedBindings' in a test.")
    public func push() { fatalError() }

    /// Unavailable: an override ends with its block.
    @available(*, unavailable, message: "Write 'mock { ... } then: { ... }', or 'withIsolatedBindings' in a test.")
    public func pop() { fatalError() }

    /// Unavailable: services are assigned one by one.
    @available(*, unavailable, message: "Assign: 'container.api = Mock()'; in a preview, 'mock(\\.api, value: ...)'.")
    @discardableResult
    public func with(_ transform: (Container) -> Void) -> Container { fatalError() }

    /// Unavailable: `reset` takes a scope.
    @available(*, unavailable, message: "Write 'reset()' for singletons, 'reset(.login)', or 'unassignAll()'.")
    public enum _ResetOptions { case all, context, registration, scope, none }
}
