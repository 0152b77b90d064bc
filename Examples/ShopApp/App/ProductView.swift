import Fusion
import Shop
import SwiftUI

struct ProductView: View {
    let cart: Cart
    @State private var model: ProductModel

    init(product: Product, cart: Cart) {
        self.cart = cart
        _model = State(wrappedValue: Container.main.productModel(of: product))
    }

    var body: some View {
        VStack {
            Text(model.details)
            Button("Add to the cart") { cart.add(model.product) }
        }
        .navigationTitle(model.product.name)
        .task { await model.load() }
    }
}
