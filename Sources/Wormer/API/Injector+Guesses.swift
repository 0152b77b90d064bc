// First guesses and calls of other libraries, which do not compile: the compiler says what to write instead.

extension Injector {
    /// Unavailable: the main injector is `default`.
    @available(*, unavailable, renamed: "default")
    public static var shared: Injector { fatalError() }

    /// Unavailable: an initializer creates a child.
    @available(*, unavailable, message: "Write 'Injector(parent: injector)'.")
    public func child() -> Injector { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { ... })'.")
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to make: () async throws -> P
    ) { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { injector in ... })'.")
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to make: (Injector) async throws -> P
    ) { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { ... })'.")
    @discardableResult
    public func register<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: () throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { injector in ... })'.")
    @discardableResult
    public func register<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: (Injector) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: `instance` and `safeInstance` return instances.
    @available(*, unavailable, message: "Write 'instance(for:id:)', or 'safeInstance(for:id:)' for an optional.")
    public func resolve<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        id: AnyHashable? = nil
    ) -> P! { fatalError() }
}

// MARK: - Calls of Swinject and Resolver

extension Injector {
    /// Unavailable: what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Bind a function: 'bind(((X) -> Interface).self, to: .make { ... })'.")
    @discardableResult
    public func register<P, First, each Argument>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: (Injector, First, repeat each Argument) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: `.using` resolves parameters by type.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .using(Implementation.init))'.")
    @discardableResult
    public func autoregister<P, each Dependency>(
        _ interface: P.Type,
        name: AnyHashable? = nil,
        initializer: (repeat each Dependency) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Bind a function: 'bind(((X) -> Interface).self, to: .using { ... })'.")
    @discardableResult
    public func autoregister<P, each Argument, each Dependency>(
        _ interface: P.Type,
        name: AnyHashable? = nil,
        arguments: repeat (each Argument).Type,
        initializer: (repeat each Dependency) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Bind a function: 'bind(((X) -> Interface).self, to: .using { ... })'.")
    @discardableResult
    public func autoregister<P, Argument, each Dependency>(
        _ interface: P.Type,
        name: AnyHashable? = nil,
        argument: Argument.Type,
        initializer: (repeat each Dependency) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Bind a function, and call it: 'instance(for: ((X) -> Interface).self)(x)'.")
    public func resolve<P>(_ interface: P.Type = P.self, name: AnyHashable? = nil, argument: Any) -> P! { fatalError() }

    /// Unavailable: what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Bind a function, and call it: 'instance(for: ((X) -> Interface).self)(x)'.")
    public func resolve<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        arguments: Any...
    ) -> P! { fatalError() }

    /// Unavailable: `isBound` tells whether an interface is bound.
    @available(*, unavailable, message: "Write 'isBound(_:id:)'.")
    public func hasAnyRegistration<P>(of interface: P.Type, name: AnyHashable? = nil) -> Bool { fatalError() }

    /// Unavailable: `end` runs each `onEnd`, and drops the instances.
    @available(*, unavailable, message: "Write 'try await end()', or 'try await end(.session)' for a scope.")
    public func resetObjectScope(_ lifetime: Lifetime) { fatalError() }

    /// Unavailable: `end` runs each `onEnd`, and drops the instances.
    @available(*, unavailable, message: "Write 'try await end()', or 'try await end(.session)' for a scope.")
    public func resetObjectScope(_ scope: Scope) { fatalError() }

    /// Unavailable: `reset` removes all bindings.
    @available(*, unavailable, renamed: "reset()")
    public func removeAll() { fatalError() }

    /// Unavailable: an injector can be used on any thread.
    @available(*, unavailable, message: "Remove it: an injector can be used on any thread.")
    public func synchronize() -> Injector { fatalError() }
}

extension Factory {
    /// Unavailable: `bind` takes the lifetime.
    @available(*, unavailable, message: "Write 'bind(Interface.self, lifetime: .singleton, to: ...)'.")
    @discardableResult
    public func inObjectScope(_ lifetime: Lifetime) -> Factory { fatalError() }

    /// Unavailable: `bind` takes the lifetime.
    @available(*, unavailable, message: "Write 'bind(Interface.self, lifetime: .scope(.session), to: ...)'.")
    @discardableResult
    public func inObjectScope(_ scope: Scope) -> Factory { fatalError() }

    /// Unavailable: the factory completes the instance.
    @available(*, unavailable, message: "Set the properties in '.make { injector in ... }'.")
    @discardableResult
    public func initCompleted(_ complete: (Injector, Interface) -> Void) -> Factory { fatalError() }

    /// Unavailable: each interface has a binding.
    @available(*, unavailable, message: "Write 'bind(Other.self, to: .using { (service: Interface) in service })'.")
    @discardableResult
    public func implements<Other>(_ interface: Other.Type, name: AnyHashable? = nil) -> Factory { fatalError() }
}

// MARK: - Names

extension Injector {
    // `instance` and `asyncInstance` have no guess here: with another overload, the compiler finds no words for a lookup
    // whose type it cannot infer.

    /// Unavailable: the type of the instance is missing.
    @available(*, unavailable, message: "State the type: 'throwingInstance(for: Interface.self)'.")
    @_disfavoredOverload
    public func throwingInstance() throws(InjectionError) -> Any { fatalError() }

    /// Unavailable: the name of a binding is its `id`.
    @available(*, unavailable, renamed: "throwingInstance(for:id:)")
    public func throwingInstance<P>(for interface: P.Type = P.self, name: AnyHashable) throws(InjectionError) -> P {
        fatalError()
    }

    /// Unavailable: the name of a binding is its `id`.
    @available(*, unavailable, renamed: "bind(_:id:lifetime:to:)")
    public func bind<P>(_ interface: P.Type, name: AnyHashable, lifetime: Lifetime = .transient, to factory: Factory<P>)
    { fatalError() }

    /// Unavailable: the name of a binding is its `id`.
    @available(*, unavailable, renamed: "safeInstance(for:id:)")
    public func safeInstance<P>(for interface: P.Type = P.self, name: AnyHashable) -> P? { fatalError() }

    /// Unavailable: the name of a binding is its `id`.
    @available(*, unavailable, renamed: "isBound(_:id:)")
    public func isBound<P>(_ interface: P.Type, name: AnyHashable) -> Bool { fatalError() }

    /// Unavailable: the name of a binding is its `id`.
    @available(*, unavailable, renamed: "unbind(_:id:)")
    public func unbind<P>(_ interface: P.Type, name: AnyHashable) { fatalError() }
}

// MARK: - Lifetimes

extension Lifetime {
    /// Unavailable: one shared instance is a singleton.
    @available(*, unavailable, renamed: "singleton")
    public static var container: Lifetime { fatalError() }

    /// Unavailable: one shared instance is a singleton.
    @available(*, unavailable, renamed: "singleton")
    public static var application: Lifetime { fatalError() }

    /// Unavailable: what one lookup creates shares an instance with `resolution`.
    @available(*, unavailable, renamed: "resolution")
    public static var graph: Lifetime { fatalError() }

    /// Unavailable: an instance that is shared while something references it is `weak`.
    @available(*, unavailable, renamed: "weak")
    public static var shared: Lifetime { fatalError() }

    /// Unavailable: each lookup creates an instance with `transient`.
    @available(*, unavailable, renamed: "transient")
    public static var unique: Lifetime { fatalError() }

    /// Unavailable: instances that can be dropped belong to a scope.
    @available(*, unavailable, message: "Write '.scope(.alwaysOpen(\"cached\"))'.")
    public static var cached: Lifetime { fatalError() }
}
