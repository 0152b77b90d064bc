// First guesses and calls of other libraries, which do not compile: the compiler says what to write instead.

extension Injector {
    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { ... })'.")
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to make: () async throws -> P
    ) { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'to: .value(...)', or 'to: .make { ... }' for a new instance each time.")
    public func bind<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        to instance: P
    ) { fatalError() }

    /// Unavailable: a decorator takes the base instance first.
    @available(*, unavailable, message: "Let the decorator take the interface as its first parameter.")
    public func decorate<P, First, each Dependency>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        with decorator: (First, repeat each Dependency) async throws -> P
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

    /// Unavailable: `bind` takes a factory, and what the caller passes is a parameter of a function.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { r in ... })', or bind a function.")
    @discardableResult
    public func register<P, each Argument>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: (Injector, repeat each Argument) throws -> P
    ) -> Factory<P> { fatalError() }

    /// Unavailable: `instance` and `safeInstance` return instances.
    @available(*, unavailable, message: "Write 'instance(for:id:)', or 'safeInstance(for:id:)' for an optional.")
    public func resolve<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        id: AnyHashable? = nil
    ) -> P! { fatalError() }

    /// Unavailable: `.using` resolves parameters by type.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .using(Implementation.init))'.")
    @discardableResult
    public func autoregister<P, each Dependency>(
        _ interface: P.Type,
        name: AnyHashable? = nil,
        initializer: (repeat each Dependency) throws -> P
    ) -> Factory<P> { fatalError() }

    // `instance` and `asyncInstance` have no guess here: with another overload, the compiler finds no words for a lookup
    // whose type it cannot infer.

    /// Unavailable: the type of the instance is missing.
    @available(*, unavailable, message: "State the type: 'throwingInstance(for: Interface.self)'.")
    public func throwingInstance() throws(InjectionError) -> Any { fatalError() }
}

// MARK: - The graph

extension Injector {
    /// Unavailable: the module `WormerGraph` verifies bindings.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public func verify() throws { fatalError() }

    /// Unavailable: the module `WormerGraph` verifies bindings.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public func verifyInstances() async throws { fatalError() }

    /// Unavailable: the module `WormerGraph` has the graph.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public var graph: Any { fatalError() }

    /// Unavailable: the module `WormerGraph` explains bindings.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public func explain<P>(_ interface: P.Type, id: AnyHashable? = nil) -> String { fatalError() }

    /// Unavailable: the module `WormerGraph` explains bindings.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public func explain<Root, Service>(_ property: KeyPath<Root, Service>) -> String { fatalError() }

    /// Unavailable: the module `WormerGraph` has timelines.
    @available(*, unavailable, message: "Write 'import WormerGraph', and depend on the product of this name.")
    public func timeline(_ body: () async throws -> Void) async throws -> Any { fatalError() }
}
