package struct Product: Identifiable, Equatable, Sendable {
    package let id: Int
    package let name: String
    package let cents: Int
}

package protocol Catalog: Sendable {
    func products() async throws -> [Product]
    func details(of product: Product) async throws -> String
}

/// Has its products in memory, where another app would ask a server.
struct LiveCatalog: Catalog {
    func products() -> [Product] {
        [Product(id: 1, name: "Tea", cents: 395), Product(id: 2, name: "Coffee", cents: 595)]
    }

    func details(of product: Product) -> String {
        "Half a pound of our best \(product.name.lowercased())"
    }
}

package struct MockCatalog: Catalog {
    package init() {}
    package func products() -> [Product] { [Product(id: 7, name: "Mock", cents: 100)] }
    package func details(of product: Product) -> String { "Only in previews and tests" }
}
