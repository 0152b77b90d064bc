// Calls of Factory, and lifetimes in place of scopes, which do not compile: the compiler says what to write instead.

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

    /// Unavailable: `@Service(lifetime:)` takes the lifetimes of the module `Wormer`.
    @available(*, unavailable, message: "Write 'lifetime: .weak'.")
    public static var weak: Self { fatalError() }

    /// Unavailable: `@Service(lifetime:)` takes the lifetimes of the module `Wormer`.
    @available(*, unavailable, message: "Write 'lifetime: .resolution'.")
    public static var resolution: Self { fatalError() }

    /// Unavailable: `@Service(lifetime:)` takes the lifetimes of the module `Wormer`.
    ///
    /// - Parameter scope: A scope.
    /// - Returns: Nothing.
    @available(*, unavailable, message: "Write 'lifetime: .scope(...)'.")
    public static func scope(_ scope: Wormer.Scope) -> Self { fatalError() }

    /// Unavailable: each read creates an instance with `transient`.
    @available(*, unavailable, renamed: "transient")
    public static var unique: Self { fatalError() }
}

// Without these, the compiler finds no words for a lookup whose type it cannot infer.
extension Container {
    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveAssert(Service.self)'.")
    public func resolveAssert() -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveAssert(Service.self)'.")
    public static func resolveAssert() -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveThrowing(Service.self)'.")
    public func resolveThrowing() throws -> Any { fatalError() }

    /// Unavailable: the type of the service is missing.
    @available(*, unavailable, message: "State the type: 'resolveThrowing(Service.self)'.")
    public static func resolveThrowing() throws -> Any { fatalError() }
}
