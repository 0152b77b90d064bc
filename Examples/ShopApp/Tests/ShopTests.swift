import Fusion
import Shop
import Testing
import WormerTesting

@MainActor
@Suite(.isolatedBindings { injector in bindShop(in: injector) })
struct ShopTests {
    @Test("The list and the screen of a product show what the catalog has")
    func products() async throws {
        Container.catalog = MockCatalog()
        let list = Container.catalogModel
        await list.load()
        let product = try #require(list.products.first)
        let screen = Container.main.productModel(of: product)
        await screen.load()
        #expect(screen.details == "Only in previews and tests")
    }

    @Test("Each session has a cart of its own, which the logout saves", arguments: ["Ada", "Bob"])
    func session(name: String) async throws {
        let saved = SavedOrders()
        Container.orders = saved
        Container.catalog = MockCatalog()
        let login = Container.login
        login.name = name
        login.logIn()
        let cart = try #require(login.cart)
        #expect(cart.user.name == name)
        cart.add(try #require(try await Container.catalog.products().first))
        await login.logOut()
        #expect(await saved.names == ["Mock"])
        #expect(login.cart == nil)
    }

    @Test("A container, such as that of a preview, has a session of its own")
    func preview() async throws {
        let container = Container()
        bindShop(in: container.injector)
        container.login.logIn()
        #expect(container.login.cart === container.cart)
        #expect(Container.login.cart == nil)
        await container.login.logOut()
    }

    @Test("Every dependency is there", .isolatedBindings(ignoring: [.unusedBinding]))
    func graph() async throws {
        let injector = Container.main.injector
        try await injector.withScope(.session, providing: User(name: "Ada")) {
            _ = try await injector.verifyInstances()
        }
    }
}

actor SavedOrders: Orders {
    private(set) var names: [String] = []

    func save(_ names: [String], of user: User) {
        self.names = names
    }
}
