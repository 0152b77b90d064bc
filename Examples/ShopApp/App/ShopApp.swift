import Fusion
import Shop
import SwiftUI

@main
struct ShopApp: App {
    init() {
        bindShop(in: .default)
    }

    var body: some Scene {
        WindowGroup { RootView() }
    }
}

struct RootView: View {
    @InjectState(\.login) private var login

    var body: some View {
        if let cart = login.cart {
            NavigationStack {
                CatalogView(cart: cart)
            }
            Button("Log out") { Task { await login.logOut() } }
        } else {
            TextField("Name", text: $login.name)
            Button("Log in") { login.logIn() }
            Text(login.message)
        }
    }
}

#Preview {
    let container = Container()
    let _ = bindShop(in: container.injector)
    RootView().container(container)
}
