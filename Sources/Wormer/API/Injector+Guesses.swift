// First guesses and calls of other libraries, which do not compile: the compiler says what to write instead.

extension Injector {
    /// Unavailable: the main injector is `default`.
    @available(*, unavailable, renamed: "default")
    public static var shared: Injector { fatalError() }

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
    public func register<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: () async throws -> P
    ) { fatalError() }

    /// Unavailable: `bind` takes a factory.
    @available(*, unavailable, message: "Write 'bind(Interface.self, to: .make { injector in ... })'.")
    public func register<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        _ make: (Injector) async throws -> P
    ) { fatalError() }

    /// Unavailable: `instance` and `safeInstance` return instances.
    @available(*, unavailable, message: "Write 'instance(for:id:)', or 'safeInstance(for:id:)' for an optional.")
    public func resolve<P>(
        _ interface: P.Type = P.self,
        name: AnyHashable? = nil,
        id: AnyHashable? = nil
    ) -> P! { fatalError() }
}
