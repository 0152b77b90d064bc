import Fusion
import Orders
import Recipes

struct Oven: Sendable {
    let recipe: any Recipe
    let orders: OrderBook
}

extension Container {
    /// Nothing reads this service at start-up, so only its record tells the graph of it.
    @Service var oven = Oven(recipe: Self.resolve(), orders: orderBook)
}

/// Returns what the oven bakes: a recipe of one framework, and the orders of the other.
func bake() -> [String] {
    let oven = Container.main.oven
    return [oven.recipe.name] + oven.orders.articles
}
