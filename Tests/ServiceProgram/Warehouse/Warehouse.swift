// The lower module of a program with thirty declared services, fifteen in each module.

package import Fusion

package protocol Stock: Sendable {
    func amount(of article: String) -> Int
}

package struct Clock: Sendable {}

package struct Database: Sendable {
    package let name: String
    package init(name: String) { self.name = name }
}

package struct Part: Sendable {
    let needs: [Sendable]
    init(_ needs: any Sendable...) { self.needs = needs }
}

struct CountedStock: Stock {
    let database: Database
    func amount(of article: String) -> Int { article.count }
}

extension Container {
    /// The only service without an initializer, which the program must assign.
    @Service package var database: Database
    @Service package var auditor: Part?

    @Service(.singleton) package var clock = Clock()
    @Service(.singleton) package var stock: any Stock = CountedStock(database: database)
    @Service package var shelves = Part(database, clock)
    @Service package var forklift = Part(shelves)
    @Service package var inbound = Part(stock, forklift)
    @Service package var outbound: Part = {
        let truck = forklift
        return Part(truck, stock)
    }()
    @Service package var labels = Part("printed by \(clock)")
    @Service package var counter: @Sendable () -> Part = ({ [stock] in Part(stock) })
    @Service(.singleton) package var inspector = Part(inbound, outbound)
    @Service(.id("night")) package var nightShift = Part(inspector)
    // Another module has a service of this name.
    @Service var support = Part(shelves, labels)
    @MainActor @Service(.singleton) package var screen = Part(inspector)
    @Service private var report = Part(support, counter)
}

extension Container {
    package var reports: [Part] { [report] }
}
