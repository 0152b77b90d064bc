import Fusion
import Wormer

/// The calls that name a type.
protocol Interface: Sendable {
    typealias Make = @Sendable (Container) throws -> Product

    func bind(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make)
    func bind(
        _ lifetime: Lifetime,
        in container: Container,
        onEnd: @escaping @Sendable (Product) throws -> Void,
        _ make: @escaping Make
    )
    func contribute(_ lifetime: Lifetime, in container: Container, _ make: @escaping Make)
    func decorate(in container: Container, _ decorate: @escaping @Sendable (Product) throws -> Product)
    func unbind(in injector: Injector)
    /// Asks for an instance, and gives the product in it.
    func resolve(in injector: Injector) throws(InjectionError) -> Product
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
}
