import Fixtures
@preconcurrency import Resolver

private struct ResolverBinder: Binder {
    let resolver: Resolver

    func bind<Other: OtherService>(_: Other.Type) {
        resolver.register(Other.self) { Other() }.scope(.unique)
    }
}

extension Peer {
    static let resolver = {
        let main = Resolver.main
        ResolverBinder(resolver: main).bindOthers(50)
        main.register(Clock.self) { SystemClock() }.scope(.application)
        main.register(Clock.self, name: "wall") { SystemClock() }.scope(.application)
        main.register(Message.self) { ShortMessage() }.scope(.unique)
        main.register(Disk.self) { LiveDisk() }.scope(.unique)
        main.register(Network.self) { LiveNetwork() }.scope(.unique)
        main.register(Cache.self) { LiveCache() }.scope(.unique)
        main.register(Keychain.self) { LiveKeychain() }.scope(.unique)
        main.register(Locale.self) { LiveLocale() }.scope(.unique)
        main.register(Random.self) { LiveRandom() }.scope(.unique)
        main.register(Storage.self) { LiveStorage(disk: Resolver.resolve(), cache: Resolver.resolve()) }.scope(.unique)
        main.register(Session.self) { LiveSession(network: Resolver.resolve(), keychain: Resolver.resolve()) }
            .scope(.unique)
        main.register(Format.self) { LiveFormat(locale: Resolver.resolve(), random: Resolver.resolve()) }
            .scope(.unique)
        main.register(Application.self) {
            LiveApplication(storage: Resolver.resolve(), session: Resolver.resolve(), format: Resolver.resolve())
        }.scope(.unique)
        // In Resolver, a graph begins with an object of that scope, which is the default.
        main.register(Connection.self) { LiveConnection() }
        main.register(Orders.self) { LiveOrders(connection: Resolver.resolve()) }
        main.register(Customers.self) { LiveCustomers(connection: Resolver.resolve()) }
        main.register(Shop.self) { LiveShop(orders: Resolver.resolve(), customers: Resolver.resolve()) }
        let rebound = Resolver()
        return Peer(
            name: "Resolver",
            singletonByType: { Resolver.resolve() },
            transientByType: { Resolver.resolve() },
            graphByType: { Resolver.resolve() },
            diamondByType: { Resolver.resolve() },
            identifier: { Resolver.resolve(name: "wall") },
            child: {
                let child = Resolver(child: main)
                child.register(Message.self) { ShortMessage() }.scope(.unique)
                return child.resolve()
            },
            override: {
                let mock = Resolver(child: main)
                Resolver.root = mock
                defer { Resolver.root = main }
                mock.register(Clock.self) { Peer.mock }.scope(.unique)
                return Resolver.resolve()
            },
            rebinding: { message in rebound.register(Message.self) { message }.scope(.unique) },
            rebound: { rebound.resolve() },
            startupByType: {
                let resolver = Resolver()
                ResolverBinder(resolver: resolver).bindHundred()
                resolver.register(Message.self) { ShortMessage() }.scope(.unique)
                return resolver.resolve()
            },
            thousand: {
                let resolver = Resolver()
                ResolverBinder(resolver: resolver).bindOthers(1_000)
                return resolver
            }
        )
    }()
}
