import Fusion

/// The orders of a day, which the app requests by the name of the service.
public struct OrderBook: Sendable {
    /// The names of the ordered articles.
    public let articles: [String]
}

extension Container {
    /// Nothing reads this service at start-up, so only its record tells the graph of it.
    @Service(.singleton) public var orderBook = OrderBook(articles: ["pretzel"])
}
