import Fusion

final class Basket: Sendable {}
struct Coupon: Sendable {}
extension Wormer.Scope { static let shopping = Wormer.Scope("shopping") }

// Functions whose bodies name services in many ways.
extension Container {
    @Service(lifetime: .scope(.shopping)) private var basket = Basket()
    @Provides(lifetime: .scope(.shopping)) private func filled(_ count: Int) -> Basket { Basket() }

    // Each of them would keep a basket.
    @Provides(.singleton) private func called(_ id: Int) -> Basket { self.filled(id) }
    @Provides(.singleton) private func read(_ id: Int) -> Basket { self.basket }
    @Provides(.singleton) private func ofMain(_ id: Int) -> Basket { Container.main.filled(id) }
    @Provides(.singleton) private func ofConstant(_ id: Int) -> Basket {
        let main = Container.main
        return main.basket
    }
    @Provides(.singleton) private func ofItself(_ id: Int) -> Basket {
        let container = self
        return container.filled(id)
    }
    @Provides(.singleton) private func byKeyPath(_ id: Int) -> Basket { self[keyPath: \.basket] }
    @Provides(.singleton) private func hiddenInABlock(_ id: Int) -> Basket {
        do {
            let basket = id
            _ = basket
        }
        return basket
    }
    @Provides(.singleton) private func hiddenInAClosure(_ id: Int) -> Basket {
        let ids = [id].map { basket in basket + 1 }
        _ = ids
        return basket
    }
    @Provides(.singleton) private func hiddenLater(_ id: Int) -> Basket {
        let basket = basket
        return basket
    }
    @Provides(.singleton) private func namedLikeAParameter(_ basket: Int) -> Basket { self.basket }

    // These need each other.
    @Provides(.singleton) private func one() -> Basket { self.two() }
    @Provides(.singleton) private func two() -> Basket { self.one() }

    // These need a coupon.
    @Provides private func unbound(_ id: Int) -> Coupon { self.injector.instance(for: Coupon.self) }
    @Provides private func unboundInMain(_ id: Int) -> Coupon {
        let injector = Injector.default
        return injector.instance(for: Coupon.self)
    }

    // This keeps a basket if 'map' calls the closure at once.
    @Provides(.singleton) private func mapped(_ id: Int) -> Basket { [id].map { filled($0) }[0] }

    // Only the running program knows what these need.
    @Provides(.singleton) private func helped(_ id: Int) -> Basket { self.makeBasket() }
    @Provides(.singleton) private func withKeyPath(_ id: Int) -> [Basket] { [self].map(\.basket) }
    @Provides(.singleton) private func handedOver(_ id: Int) -> Basket { Helper(container: self).basket }
    @Provides(.singleton) private func ofProvider(_ id: Int) -> Basket {
        let provider: Provider<Basket> = injector.instance()
        return provider()
    }

    // These need nothing that verify() has to know.
    @Provides(.singleton) private func local(_ id: Int) -> Int {
        let basket = id
        return basket
    }
    @Provides(.singleton) private func parameter(_ basket: Int) -> Int { basket }
    @Provides(.singleton) private func unwrapped(_ id: Int?) -> Int { if let basket = id { basket } else { 0 } }

    private func makeBasket() -> Basket { basket }
}

private struct Helper {
    let container: Container
    var basket: Basket { container.injector.instance() }
}
