// The upper module, whose services depend on services of the lower module.

package import Fusion
import Warehouse

package protocol Payment: Sendable {}

package struct CardPayment: Payment {
    package init() {}
}

package struct Desk: Sendable {
    let needs: [Sendable]
    init(_ needs: any Sendable...) { self.needs = needs }
}

extension Container {
    @Service package var catalog = Desk(stock, labels)
    @Service package var prices = Desk(catalog)
    @Service(.singleton) package var basket = Desk(prices)
    @Service package var payment = Desk(Container.main.injector.instance(for: Payment.self))
    @Service package var checkout = Desk(basket, payment)
    @Service package var delivery = Desk(outbound, clock)
    @Service package var returns = Desk(inbound)
    @Service package var mailer = Desk()
    @Service package var newsletter = Desk(mailer, catalog)
    @Service package var search: Desk = Container.isTest ? Desk() : Desk(catalog)
    @Service(lifetime: .weak) package var window: Window = Window(search)
    @Service package var front = Desk(window, checkout)
    @Service package var support = Desk(mailer, returns)
    @Service(lifetime: .resolution) package var session = Desk(clock)
    @Service private var report = Desk(front, support, session)
}

package final class Window: Sendable {
    let desk: Desk
    init(_ desk: Desk) { self.desk = desk }
}

extension Container {
    package var shopReports: [Desk] { [report] }
}
