import DITranquillity
import Fixtures

private struct DIContainerBinder: Binder {
    let container: DIContainer

    func bind<Other: OtherService>(_: Other.Type) {
        container.register { Other() }
    }
}

extension Peer {
    static let tranquillity = {
        let container = DIContainer()
        DIContainerBinder(container: container).bindOthers(50)
        container.register(SystemClock.init).as(Clock.self).lifetime(.perContainer(.strong))
        container.register(SystemClock.init).as(Clock.self, name: "wall").lifetime(.perContainer(.strong))
        container.register(ShortMessage.init).as(Message.self).lifetime(.prototype)
        container.register(LiveDisk.init).as(Disk.self).lifetime(.prototype)
        container.register(LiveNetwork.init).as(Network.self).lifetime(.prototype)
        container.register(LiveCache.init).as(Cache.self).lifetime(.prototype)
        container.register(LiveKeychain.init).as(Keychain.self).lifetime(.prototype)
        container.register(LiveLocale.init).as(Locale.self).lifetime(.prototype)
        container.register(LiveRandom.init).as(Random.self).lifetime(.prototype)
        container.register(LiveStorage.init).as(Storage.self).lifetime(.prototype)
        container.register(LiveSession.init).as(Session.self).lifetime(.prototype)
        container.register(LiveFormat.init).as(Format.self).lifetime(.prototype)
        container.register(LiveApplication.init).as(Application.self).lifetime(.prototype)
        container.register(LiveConnection.init).as(Connection.self).lifetime(.objectGraph)
        container.register(LiveOrders.init).as(Orders.self).lifetime(.prototype)
        container.register(LiveCustomers.init).as(Customers.self).lifetime(.prototype)
        container.register(LiveShop.init).as(Shop.self).lifetime(.prototype)
        return Peer(
            name: "DITranquillity",
            singletonByType: { container.resolve() },
            transientByType: { container.resolve() },
            graphByType: { container.resolve() },
            diamondByType: { container.resolve() },
            identifier: { container.resolve(name: "wall") },
            child: {
                let child = DIContainer(parent: container)
                child.register(ShortMessage.init).as(Message.self).lifetime(.prototype)
                return child.resolve()
            },
            startupByType: {
                let container = DIContainer()
                DIContainerBinder(container: container).bindHundred()
                container.register(ShortMessage.init).as(Message.self).lifetime(.prototype)
                return container.resolve()
            },
            thousand: {
                let container = DIContainer()
                DIContainerBinder(container: container).bindOthers(1_000)
                return container
            }
        )
    }()
}
