import FactoryKit
import Fixtures

extension Container {
    fileprivate var systemClock: Factory<any Clock> { self { SystemClock() }.singleton }
    fileprivate var shortMessage: Factory<any Message> { self { ShortMessage() } }

    fileprivate var disk: Factory<any Disk> { self { LiveDisk() } }
    fileprivate var network: Factory<any Network> { self { LiveNetwork() } }
    fileprivate var cache: Factory<any Cache> { self { LiveCache() } }
    fileprivate var keychain: Factory<any Keychain> { self { LiveKeychain() } }
    fileprivate var locale: Factory<any Locale> { self { LiveLocale() } }
    fileprivate var random: Factory<any Random> { self { LiveRandom() } }
    fileprivate var storage: Factory<any Storage> { self { LiveStorage(disk: self.disk(), cache: self.cache()) } }
    fileprivate var session: Factory<any Session> {
        self { LiveSession(network: self.network(), keychain: self.keychain()) }
    }
    fileprivate var format: Factory<any Format> { self { LiveFormat(locale: self.locale(), random: self.random()) } }
    fileprivate var application: Factory<any Application> {
        self { LiveApplication(storage: self.storage(), session: self.session(), format: self.format()) }
    }

    fileprivate var connection: Factory<any Connection> { self { LiveConnection() }.graph }
    fileprivate var orders: Factory<any Orders> { self { LiveOrders(connection: self.connection()) } }
    fileprivate var customers: Factory<any Customers> { self { LiveCustomers(connection: self.connection()) } }
    fileprivate var shop: Factory<any Shop> { self { LiveShop(orders: self.orders(), customers: self.customers()) } }
}

extension Peer {
    static let factory = {
        let container = Container.shared
        let rebound = Container()
        return Peer(
            name: "Factory",
            singletonAsProperty: { container.systemClock() },
            transientAsProperty: { container.shortMessage() },
            graphAsProperties: { container.application() },
            diamondAsProperties: { container.shop() },
            override: {
                // As the trait `.container` of its tests does.
                Scope.$singleton.withValue(Scope.singleton.clone()) {
                    Container.$shared.withValue(Container()) {
                        Container.shared.systemClock { mock }
                        return Container.shared.systemClock()
                    }
                }
            },
            rebinding: { message in rebound.shortMessage { message } },
            rebound: { rebound.shortMessage() },
            startupAsProperty: { Container().shortMessage() }
        )
    }()
}
