import Fusion
import Wormer

extension Wormer.Scope {
    /// From login to logout.
    package static let session = Scope("session")
}

extension Container {
    @Service(.singleton) package var catalog: any Catalog = isPreview ? MockCatalog() : LiveCatalog()
    @Service package var orders: any Orders = LiveOrders()

    @MainActor @Service(.singleton) package var login = Login(container: Container(injector))
    @MainActor @Service package var catalogModel = CatalogModel(catalog: catalog)
    @MainActor @Provides package func productModel(of product: Product) -> ProductModel {
        ProductModel(product: product, catalog: catalog)
    }

    /// The end of the session saves the cart.
    @MainActor @Service(lifetime: .scope(.session), onEnd: { (cart: Cart) in try await cart.save() })
    package var cart = Cart(user: injector.instance(), orders: orders)
}

/// Binds what no service can: the user, who comes with the session.
package func bindShop(in injector: Injector) {
    injector.bind(User.self, lifetime: .scope(.session), to: .provided)
}
