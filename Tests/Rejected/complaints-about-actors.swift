// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
// error: cannot form key path to main actor-isolated property 'cart'
// error: converting function value of type '@MainActor @Sendable (Int) -> Cart' to '@Sendable (Int) -> Cart' loses global actor 'MainActor'
// error: implicit capture of 'log' requires that 'Log' conforms to 'Sendable'
// error: main actor-isolated default value in a nonisolated context
// error: main actor-isolated property 'cart' can not be mutated from a nonisolated context
// error: main actor-isolated property 'cart' can not be referenced from a nonisolated context
// error: main actor-isolated static property 'cart' can not be referenced from a nonisolated context
// error: stored property '_limit' of 'Sendable'-conforming class 'Receipts' is mutable
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
import Fusion

@MainActor final class Cart {
    init() {}
    init(limit: Int) {}
}

final class Log {}

extension Container {
    @MainActor @Service var cart = Cart()
    @Service var limit = 3
}

struct Badge { @Inject(\.cart) var cart }

final class Receipts: Sendable { @Inject(\.limit) var limit }

func count() { _ = Inject(\.cart) }
func readCart() { _ = Container.cart }
func readMainCart() { _ = Container.main.cart }
func mockCart() {
    Container.mock {
        $0.cart = Cart()
    } then: {
    }
}

func bindShop(in injector: Injector) {
    injector.bind(Cart.self, to: .make { Cart() })
    injector.bind(Cart.self, to: .using(Cart.init(limit:)))
    let log = Log()
    injector.bind(Log.self, to: .make { log })
    injector.bind(Log.self, to: .value(log))
}
