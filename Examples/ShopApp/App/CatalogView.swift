import Fusion
import Shop
import SwiftUI

struct CatalogView: View {
    let cart: Cart
    @InjectState(\.catalogModel) private var model

    var body: some View {
        VStack {
            Text("\(cart.user.name) wants \(cart.products.count) products")
            List(model.products) { product in
                NavigationLink(product.name) { ProductView(product: product, cart: cart) }
            }
            Text(model.message)
        }
        .navigationTitle("Shop")
        .task { await model.load() }
    }
}
