import Observation

package struct User: Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The products that a user wants to buy, from login to logout.
@MainActor @Observable
package final class Cart {
    package private(set) var products: [Product] = []
    package let user: User
    @ObservationIgnored private let orders: any Orders

    init(user: User, orders: any Orders) {
        self.user = user
        self.orders = orders
    }

    package func add(_ product: Product) {
        products.append(product)
    }

    func save() async throws {
        try await orders.save(products.map(\.name), of: user)
    }
}

/// Where carts are kept between two sessions.
package protocol Orders: Sendable {
    func save(_ names: [String], of user: User) async throws
}

struct LiveOrders: Orders {
    func save(_ names: [String], of user: User) {
        print("saves \(user.name)'s cart:", names)
    }
}
