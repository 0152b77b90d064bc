import Fixtures
import Swinject

private struct ContainerBinder: Binder {
    let container: Container

    func bind<Other: OtherService>(_: Other.Type) {
        container.register(Other.self) { _ in Other() }.inObjectScope(.transient)
    }
}

extension Peer {
    static let swinject = {
        let container = Container()
        ContainerBinder(container: container).bindOthers(50)
        container.register(Clock.self) { _ in SystemClock() }.inObjectScope(.container)
        container.register(Clock.self, name: "wall") { _ in SystemClock() }.inObjectScope(.container)
        container.register(Message.self) { _ in ShortMessage() }.inObjectScope(.transient)
        container.register(Disk.self) { _ in LiveDisk() }.inObjectScope(.transient)
        container.register(Network.self) { _ in LiveNetwork() }.inObjectScope(.transient)
        container.register(Cache.self) { _ in LiveCache() }.inObjectScope(.transient)
        container.register(Keychain.self) { _ in LiveKeychain() }.inObjectScope(.transient)
        container.register(Locale.self) { _ in LiveLocale() }.inObjectScope(.transient)
        container.register(Random.self) { _ in LiveRandom() }.inObjectScope(.transient)
        container.register(Storage.self) { LiveStorage(disk: $0.resolve(Disk.self)!, cache: $0.resolve(Cache.self)!) }
            .inObjectScope(.transient)
        container.register(Session.self) {
            LiveSession(network: $0.resolve(Network.self)!, keychain: $0.resolve(Keychain.self)!)
        }.inObjectScope(.transient)
        container.register(Format.self) {
            LiveFormat(locale: $0.resolve(Locale.self)!, random: $0.resolve(Random.self)!)
        }.inObjectScope(.transient)
        container.register(Application.self) {
            LiveApplication(
                storage: $0.resolve(Storage.self)!,
                session: $0.resolve(Session.self)!,
                format: $0.resolve(Format.self)!
            )
        }.inObjectScope(.transient)
        container.register(Connection.self) { _ in LiveConnection() }.inObjectScope(.graph)
        container.register(Orders.self) { LiveOrders(connection: $0.resolve(Connection.self)!) }
            .inObjectScope(.transient)
        container.register(Customers.self) { LiveCustomers(connection: $0.resolve(Connection.self)!) }
            .inObjectScope(.transient)
        container.register(Shop.self) {
            LiveShop(orders: $0.resolve(Orders.self)!, customers: $0.resolve(Customers.self)!)
        }.inObjectScope(.transient)
        // A container itself may be used on one thread only.
        let resolver = container.synchronize()
        let rebound = Container()
        return Peer(
            name: "Swinject",
            singletonByType: { resolver.resolve(Clock.self)! },
            transientByType: { resolver.resolve(Message.self)! },
            graphByType: { resolver.resolve(Application.self)! },
            diamondByType: { resolver.resolve(Shop.self)! },
            identifier: { resolver.resolve(Clock.self, name: "wall")! },
            child: {
                let child = Container(parent: container)
                child.register(Message.self) { _ in ShortMessage() }.inObjectScope(.transient)
                return child.resolve(Message.self)!
            },
            rebinding: { message in rebound.register(Message.self) { _ in message }.inObjectScope(.transient) },
            rebound: { rebound.resolve(Message.self)! },
            startupByType: {
                let container = Container()
                ContainerBinder(container: container).bindHundred()
                container.register(Message.self) { _ in ShortMessage() }.inObjectScope(.transient)
                return container.resolve(Message.self)!
            },
            thousand: {
                let container = Container()
                ContainerBinder(container: container).bindOthers(1_000)
                return container
            }
        )
    }()
}
