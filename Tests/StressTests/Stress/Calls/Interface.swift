import Fusion
import Wormer

/// The calls that name a type.
protocol Interface: Sendable {
    typealias Make = @Sendable (Container) throws -> Product
    typealias AsyncMake = @Sendable (Container) async throws -> Product

    func bind(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make)
    func bind(
        _ lifetime: Lifetime,
        in container: Container,
        onEnd: @escaping @Sendable (Product) throws -> Void,
        _ make: @escaping Make
    )
    func bindAsync(
        _ lifetime: Lifetime,
        in container: Container,
        onEnd: (@Sendable (Product) throws -> Void)?,
        _ make: @escaping AsyncMake
    )
    func contribute(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make)
    func decorate(in container: Container, _ decorate: @escaping @Sendable (Product) throws -> Product)
    func unbind(in injector: Injector)
    /// Asks for an instance, and gives the product in it.
    func resolve(in injector: Injector) throws(InjectionError) -> Product
    /// The same, for a request that can wait.
    func resolveAsync(in injector: Injector) async throws -> Product
}

/// An interface with an identifier.
struct Typed<S: Shape>: Interface, @unchecked Sendable {
    // The identifier is a string or a number.
    let id: AnyHashable?

    func bind(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make) {
        container.bind(S.Service.self, id: id, lifetime: lifetime) { S.pack(try make($0)) }
    }

    func bind(
        _ lifetime: Lifetime,
        in container: Container,
        onEnd: @escaping @Sendable (Product) throws -> Void,
        _ make: @escaping Make
    ) {
        container.bind(S.Service.self, id: id, lifetime: lifetime, onEnd: { try onEnd(S.unpack($0)) }) {
            S.pack(try make($0))
        }
    }

    func bindAsync(
        _ lifetime: Lifetime,
        in container: Container,
        onEnd: (@Sendable (Product) throws -> Void)?,
        _ make: @escaping AsyncMake
    ) {
        container.bind(
            S.Service.self,
            id: id,
            lifetime: lifetime,
            onEnd: onEnd.map { onEnd in { @Sendable in try onEnd(S.unpack($0)) } },
            asyncFactory: { S.pack(try await make($0)) }
        )
    }

    func contribute(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make) {
        container.contribute(to: S.Service.self, id: id, lifetime: lifetime) { S.pack(try make($0)) }
    }

    func decorate(in container: Container, _ decorate: @escaping @Sendable (Product) throws -> Product) {
        container.decorate(S.Service.self, id: id) { S.pack(try decorate(S.unpack($0))) }
    }

    func unbind(in injector: Injector) {
        injector.unbind(interface: S.Service.self, id: id)
    }

    func resolve(in injector: Injector) throws(InjectionError) -> Product {
        S.unpack(
            id == nil
                ? try injector.throwingInstance(for: S.Service.self)
                : try injector.throwingInstance(for: S.Service.self, id: id)
        )
    }

    func resolveAsync(in injector: Injector) async throws -> Product {
        S.unpack(try await injector.asyncInstance(for: S.Service.self, id: id))
    }
}
