import Recipes
import Testing
import Wormer
import WormerGraph
import WormerTesting

@testable import Bakery

private struct Cake: Recipe {
    let name = "cake"
}

// If an image had a copy of the library, its services would be missing from the registry of the tests.
@Suite("The app, its frameworks and the tests that it hosts use one registry", .isolatedBindings)
struct SharedRegistryTests {
    @Test("The graph lists the services of the app and of both frameworks")
    func graph() {
        let services = Injector.default.graph.nodes.map { node in
            "\(node.module ?? "not bound"): \(node.interface), \(node.identifier ?? "bound by type")"
        }
        #expect(
            services.sorted() == [
                "Bakery: Oven, oven", "Orders: OrderBook, orderBook", "Recipes: Recipe, bound by type",
            ]
        )
    }

    @Test("A service of the app gets the services of both frameworks")
    func services() {
        #expect(bake() == ["rye bread", "pretzel"])
    }

    @Test("A binding of a test replaces a framework's in a service of the app")
    func replacement() {
        Injector.default.bind((any Recipe).self, to: .make { Cake() })
        #expect(bake() == ["cake", "pretzel"])
    }

    @Test("A lookup of an unimplemented service by the app is an issue of the test")
    func unimplemented() {
        Injector.default.bind((any Recipe).self, to: .unimplemented(placeholder: Cake()))
        withKnownIssue {
            #expect(bake() == ["cake", "pretzel"])
        } matching: { issue in
            issue.comments.first?.rawValue.hasPrefix("Recipe was looked up, but is unimplemented.") == true
        }
    }
}
