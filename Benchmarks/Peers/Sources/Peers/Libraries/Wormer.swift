import Fixtures
import Fusion

extension Container {
    @Service(.singleton) fileprivate var systemClock: any Clock = SystemClock()
    @Service fileprivate var shortMessage: any Message = ShortMessage()

    @Service fileprivate var disk: any Disk = LiveDisk()
    @Service fileprivate var network: any Network = LiveNetwork()
    @Service fileprivate var cache: any Cache = LiveCache()
    @Service fileprivate var keychain: any Keychain = LiveKeychain()
    @Service fileprivate var locale: any Locale = LiveLocale()
    @Service fileprivate var random: any Random = LiveRandom()
    @Service fileprivate var storage: any Storage = LiveStorage(disk: disk, cache: cache)
    @Service fileprivate var session: any Session = LiveSession(network: network, keychain: keychain)
    @Service fileprivate var format: any Format = LiveFormat(locale: locale, random: random)
    @Service fileprivate var application: any Application = LiveApplication(
        storage: storage,
        session: session,
        format: format
    )

    @Service(lifetime: .resolution) fileprivate var connection: any Connection = LiveConnection()
    @Service fileprivate var orders: any Orders = LiveOrders(connection: connection)
    @Service fileprivate var customers: any Customers = LiveCustomers(connection: connection)
    @Service fileprivate var shop: any Shop = LiveShop(orders: orders, customers: customers)
}

private struct InjectorBinder: Binder {
    let injector: Injector

    func bind<Other: OtherService>(_: Other.Type) {
        injector.bind(Other.self, to: .make { Other() })
    }
}

extension Peer {
    static let wormer = {
        let injector = Injector.default
        let container = Container.main
        InjectorBinder(injector: injector).bindOthers(50)
        injector.bind(Clock.self, lifetime: .singleton, to: .make { SystemClock() })
        injector.bind(Clock.self, id: "wall", lifetime: .singleton, to: .make { SystemClock() })
        injector.bind(Message.self, to: .make { ShortMessage() })
        injector.bind(Disk.self, to: .make { LiveDisk() })
        injector.bind(Network.self, to: .make { LiveNetwork() })
        injector.bind(Cache.self, to: .make { LiveCache() })
        injector.bind(Keychain.self, to: .make { LiveKeychain() })
        injector.bind(Locale.self, to: .make { LiveLocale() })
        injector.bind(Random.self, to: .make { LiveRandom() })
        injector.bind(Storage.self, to: .using(LiveStorage.init))
        injector.bind(Session.self, to: .using(LiveSession.init))
        injector.bind(Format.self, to: .using(LiveFormat.init))
        injector.bind(Application.self, to: .using(LiveApplication.init))
        injector.bind(Connection.self, lifetime: .resolution, to: .make { LiveConnection() })
        injector.bind(Orders.self, to: .using(LiveOrders.init))
        injector.bind(Customers.self, to: .using(LiveCustomers.init))
        injector.bind(Shop.self, to: .using(LiveShop.init))
        let rebound = Injector()
        return Peer(
            name: "Wormer",
            singletonByType: { injector.instance() },
            singletonAsProperty: { container.systemClock },
            transientByType: { injector.instance() },
            transientAsProperty: { container.shortMessage },
            graphByType: { injector.instance() },
            graphAsProperties: { container.application },
            diamondByType: { injector.instance() },
            diamondAsProperties: { container.shop },
            identifier: { injector.instance(id: "wall") },
            child: {
                let child = Injector(parent: injector)
                child.bind(Message.self, to: .make { ShortMessage() })
                return child.instance()
            },
            override: {
                Container.mock {
                    $0.systemClock = mock
                } then: {
                    Container.systemClock
                }
            },
            rebinding: { message in rebound.bind(Message.self, to: .make { message }) },
            rebound: { rebound.instance() },
            startupByType: {
                let injector = Injector()
                InjectorBinder(injector: injector).bindHundred()
                injector.bind(Message.self, to: .make { ShortMessage() })
                return injector.instance()
            },
            startupAsProperty: { Container().shortMessage },
            thousand: {
                let injector = Injector()
                InjectorBinder(injector: injector).bindOthers(1_000)
                return injector
            }
        )
    }()
}
