/// A binding of the interface `P`.
@usableFromInline
package final class Binding<P>: AnyBinding, @unchecked Sendable {
    /// The factory's function, for readers that know that a factory exists; see `FactoryBody.make`.
    @usableFromInline let make: (Injector, UnsafeMutablePointer<Teardown?>?) throws -> P

    /// Creates the box of an instance; see `FactoryBody.box`.
    @usableFromInline let box: (P, Teardown?) -> AnyInstance

    /// Creates a binding with a factory.
    ///
    /// This initializer is compiled into the client, so that the interface's type is known at compile time.
    ///
    /// - Precondition: Instances can have the lifetime. Otherwise the process ends with a message.
    @inlinable
    convenience init(
        _ key: Key,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        _ factory: FactoryBody<P>,
        at location: CodeLocation
    ) {
        let implementation = implementation ?? factory.traits.implementation ?? P.self
        lifetime.check(for: key, implementation, hasEnd: factory.traits.hasEnd, at: location)
        // A cached stand-in would record only its first use.
        let lifetime = factory.traits.isUnimplemented ? .transient : lifetime
        let factory = factory.traits.isProvided ? factory.provided(for: key, lifetime, at: location) : factory
        self.init(key: key, implementation: implementation, lifetime: lifetime, location: location, factory: factory)
    }

    /// Creates the binding of a declared service.
    ///
    /// Each request passes the factory.
    convenience init(
        declaring declaration: Declaration,
        _ lifetime: Lifetime,
        onEnd: OnEnd<P>? = nil,
        isUnavailableInTests: Bool = false
    ) {
        self.init(key: Key(P.self, .declaration(declaration)), lifetime: lifetime, location: declaration.location)
        registration.isUnavailableInTests = isUnavailableInTests
        if let onEnd {
            lifetime.checkThatItEnds(for: P.self, at: location)
            registration.hasEnd = true
            registration.hasAsyncTeardown = onEnd.isAwaited
        }
    }

    /// Creates a binding with an assigned instance.
    @usableFromInline
    convenience init(key: Key, assigned instance: Instance<P>, location: CodeLocation) {
        self.init(key: key, lifetime: .singleton, location: location)
        give(instance)
    }

    /// Creates the binding of a declared service that must not be used.
    convenience init(declaring declaration: Declaration, by factory: FactoryBody<P>) {
        let key = Key(P.self, .declaration(declaration))
        self.init(key: key, lifetime: .transient, location: declaration.location, factory: factory)
        registration.isAssigned = true
    }

    @usableFromInline
    init(
        key: Key,
        implementation: Any.Type = P.self,
        lifetime: Lifetime,
        location: CodeLocation,
        identity: Int? = nil,
        factory: FactoryBody<P>? = nil
    ) {
        // The operator `??` would wrap the function twice.
        if let factory {
            make = factory.make
            box = factory.box
        } else {
            make = { _, _ in throw ResolutionError.failed(.notBound) }
            box = { Instance($0, $1) }
        }
        super.init(
            key: key,
            implementation: implementation,
            lifetime: lifetime,
            location: location,
            identity: identity,
            factory: factory
        )
    }

    /// Makes this the binding of an assigned instance, before it is registered.
    private func give(_ instance: Instance<P>) {
        slot.fill(with: instance)
        registration.isAssigned = true
    }

    /// The factory with its type: a `Binding<P>` is only created with a `FactoryBody<P>`.
    final var typedFactory: FactoryBody<P>? {
        factory.map { unsafeDowncast($0, to: FactoryBody<P>.self) }
    }

    override package var keptInstance: Any? { (kept() as? Instance<P>)?.value }

    override func request(from injector: Injector, at location: CodeLocation) throws {
        _ = try injector.require(P.self, nil, Request(key, at: location))
    }

    override nonisolated(nonsending) func asyncRequest(from injector: Injector, at location: CodeLocation) async throws
    {
        _ = try await injector.asyncRequire(P.self, Request(key, at: location))
    }

    override func copy() -> AnyBinding {
        isAssigned ? self : copy(with: typedFactory)
    }

    override func decorated(by decorations: [AnyDecoration]) -> AnyBinding {
        // A decoration of this key is always a `Decoration<P>`.
        let decorated = copy(
            with: isAssigned
                ? nil
                : decorations.reduce(typedFactory) { factory, decoration in
                    factory?.decorated(by: unsafeDowncast(decoration, to: Decoration<P>.self))
                }
        )
        decorated.registration.decorations += decorations
        if isAssigned {
            (kept() as? Instance<P>).map(decorated.give)
            decorated.registration.overridden = overridden?.decorated(by: decorations)
        }
        return decorated
    }

    private func copy(with factory: FactoryBody<P>?) -> Binding {
        let copy = Binding(
            key: key,
            implementation: implementation,
            lifetime: lifetime,
            location: location,
            identity: identity,
            factory: factory
        )
        copy.inherit(from: self)
        if factory != nil {
            copy.publishFactory()
        }
        return copy
    }
}
