import Wormer

// A diamond: a shop, whose two halves share one connection.

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
    private let connection: any Connection

    package init(connection: any Connection) {
        self.connection = connection
    }
}

package final class LiveCustomers: Customers {
    private let connection: any Connection

    package init(connection: any Connection) {
        self.connection = connection
    }
}

package final class LiveShop: Shop {
    private let orders: any Orders
    private let customers: any Customers

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

/// Binds the shop and its parts, with closures that ask `Injector.default`.
func bindShop(in injector: Injector) {
    injector.bind(
        interface: (any Connection).self,
        toImplementation: LiveConnection.self,
        lifetime: .resolution
    ) {
        LiveConnection()
    }
    injector.bind(interface: (any Orders).self, toImplementation: LiveOrders.self) {
        LiveOrders(connection: Injector.default.instance())
    }
    injector.bind(interface: (any Customers).self, toImplementation: LiveCustomers.self) {
        LiveCustomers(connection: Injector.default.instance())
    }
    injector.bind(interface: (any Shop).self, toImplementation: LiveShop.self) {
        LiveShop(orders: Injector.default.instance(), customers: Injector.default.instance())
    }
}

/// Binds the shop and its parts to their initializers.
func wireShop(in injector: Injector) {
    injector.bind(
        interface: (any Connection).self,
        toImplementation: LiveConnection.self,
        lifetime: .resolution
    ) {
        LiveConnection()
    }
    injector.bind(
        interface: (any Orders).self,
        toImplementation: LiveOrders.self,
        initializer: LiveOrders.init(connection:)
    )
    injector.bind(
        interface: (any Customers).self,
        toImplementation: LiveCustomers.self,
        initializer: LiveCustomers.init(connection:)
    )
    injector.bind(
        interface: (any Shop).self,
        toImplementation: LiveShop.self,
        initializer: LiveShop.init(orders:customers:)
    )
}
