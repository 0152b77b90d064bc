import Wormer

// A diamond: a shop with two parts that share one connection.

package protocol Connection: Sendable {}
package protocol Orders: Sendable {}
package protocol Customers: Sendable {}
package protocol Shop: Sendable {}

package final class LiveConnection: Connection {
    private let number = 1
    private let name = "connection"

    package init() {}
}

package final class LiveOrders: Orders {
    package let connection: any Connection

    package init(connection: any Connection) {
        self.connection = connection
    }
}

package final class LiveCustomers: Customers {
    package let connection: any Connection

    package init(connection: any Connection) {
        self.connection = connection
    }
}

package final class LiveShop: Shop {
    package let orders: any Orders
    package let customers: any Customers

    package init(orders: any Orders, customers: any Customers) {
        self.orders = orders
        self.customers = customers
    }
}

@inline(never)
package func newShop() -> any Shop {
    let connection = LiveConnection()
    return LiveShop(orders: LiveOrders(connection: connection), customers: LiveCustomers(connection: connection))
}

@inline(never)
package func use(_ shop: any Shop) {}

/// Binds the shop and its parts, with closures that use `Injector.default`.
func bindShop(in injector: Injector) {
    injector.bind((any Connection).self, lifetime: .resolution, to: .make { LiveConnection() })
    injector.bind((any Orders).self, to: .make { LiveOrders(connection: Injector.default.instance()) })
    injector.bind((any Customers).self, to: .make { LiveCustomers(connection: Injector.default.instance()) })
    injector.bind(
        (any Shop).self,
        to: .make { LiveShop(orders: Injector.default.instance(), customers: Injector.default.instance()) }
    )
}
