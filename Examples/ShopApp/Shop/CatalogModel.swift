import Observation

/// The content of the list.
@MainActor @Observable
package final class CatalogModel {
    package private(set) var products: [Product] = []
    package private(set) var message = ""
    @ObservationIgnored private let catalog: any Catalog

    init(catalog: any Catalog) {
        self.catalog = catalog
    }

    package func load() async {
        do { products = try await catalog.products() } catch { message = "\(error)" }
    }
}

/// The content of the screen of one product.
@MainActor @Observable
package final class ProductModel {
    package let product: Product
    package private(set) var details = ""
    @ObservationIgnored private let catalog: any Catalog

    init(product: Product, catalog: any Catalog) {
        self.product = product
        self.catalog = catalog
    }

    package func load() async {
        details = (try? await catalog.details(of: product)) ?? "Try again later."
    }
}
