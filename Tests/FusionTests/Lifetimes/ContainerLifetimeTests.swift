import Fusion
import Testing

@Suite("A container binds with every lifetime")
struct ContainerLifetimeTests {
    private final class Cache: Sendable {}

    private struct Pair: Sendable {
        let left: Cache
        let right: Cache
    }

    /// Whether two requests return the same instance while the first result is retained.
    private func isShared(in container: Container, id: AnyHashable? = nil) -> Bool {
        let first = container.resolveAssert(Cache.self, id: id)
        return first === container.resolveAssert(Cache.self, id: id)
    }

    @Test("Bindings of a container accept a lifetime")
    func spellings() {
        let container = Container()
        container.bind(Cache.self, id: 1, lifetime: .weak, to: .make { Cache() })
        container.bind(Cache.self, id: 2, lifetime: .weak, to: .make { Cache() })
        container.bind(Cache.self, id: 3, lifetime: .weak, to: .make { Cache() })
        container.bind(Cache.self, id: 4, lifetime: .weak, to: .make { Cache() })
        container.bind(Cache.self, id: 5, lifetime: .singleton, to: .make { Cache() })
        container.bind(Cache.self, id: 6, lifetime: .scope(.alwaysOpen("session")), to: .make { Cache() })
        for id in 1...6 {
            #expect(isShared(in: container, id: id))
        }
        weak var weak: Cache?
        for id in 1...4 {
            weak = container.resolve(Cache.self, id: id)
            #expect(isSoon { weak == nil })
        }
        container.bind(Cache.self, id: 7, to: .make { Cache() })
        #expect(!isShared(in: container, id: 7))
        container.bind(Cache.self, lifetime: .resolution, to: .make { Cache() })
        container.bind(Pair.self, lifetime: .singleton, to: .using(Pair.init(left:right:)))
        let pair = container.resolveAssert(Pair.self)
        #expect(pair.left === pair.right)
        #expect(pair.left === container.resolveAssert(Pair.self).left)
        #expect(!isShared(in: container))
    }

    @Test("Bindings on Container accept a lifetime")
    func staticSpellings() {
        withEmptyMain {
            Container.bind(Cache.self, id: 1, lifetime: .weak, to: .make { Cache() })
            Container.bind(Cache.self, id: 2, lifetime: .weak, to: .make { Cache() })
            Container.bind(Cache.self, id: 3, lifetime: .weak, to: .make { Cache() })
            Container.bind(Cache.self, id: 4, lifetime: .weak, to: .make { Cache() })
            for id in 1...4 {
                #expect(isShared(in: .main, id: id))
            }
            weak var weak: Cache?
            for id in 1...4 {
                weak = Container.resolve(Cache.self, id: id)
                #expect(isSoon { weak == nil })
            }
            Container.bind(Cache.self, lifetime: .resolution, to: .make { Cache() })
            Container.bind(Pair.self, lifetime: .singleton, to: .using(Pair.init(left:right:)))
            let pair = Container.resolveAssert(Pair.self)
            #expect(pair.left === pair.right)
            #expect(pair.left === Container.resolveAssert(Pair.self).left)
        }
    }

    @Test("A scope argument keeps instances until it is reset, and an opened scope is a lifetime")
    func scopes() throws {
        let container = Container()
        container.bind(.id("session"), to: Cache.self, id: 1, value: Cache())
        container.bind(Cache.self, id: 2, lifetime: .scope(.init("request")), to: .make { Cache() })
        #expect(isShared(in: container, id: 1))
        #expect(container.resolve(Cache.self, id: 2) == nil)
        func open() throws -> Bool {
            try container.injector.withScope(.init("request")) { isShared(in: container, id: 2) }
        }
        #expect(try open())
    }

    @Test("The description shows the lifetimes with the existing instances")
    func description() {
        let container = Container()
        container.bind(Int.self, lifetime: .resolution, to: .make { 1 })
        container.bind(Int8.self, lifetime: .scope(.init("request")), to: .make { 1 })
        container.bind(FileLogger.self, lifetime: .weak, to: .make { FileLogger() })
        container.injector.contribute(to: String.self, lifetime: .singleton, .make { _ in "contributed" })
        _ = container.injector.instances(for: String.self)
        #expect(
            container.debugDescription == """
                *Container Entries*
                - FileLogger: <not made yet> (weak)
                - Int8: <not made yet> (scope request)
                - Int: <made for each outermost request> (resolution)
                - String: contributed (singleton)
                """
        )
    }

    @Test("Binding a struct with the lifetime weak ends the process")
    func weakStruct() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container().bind(PostgresDatabase.self, lifetime: .weak, to: .using(PostgresDatabase.init(logger:)))
        }
        #expect(
            result?.lastWords == """
                FusionTests/ContainerLifetimeTests.swift:LINE: Fatal error: Cannot bind PostgresDatabase with the \
                lifetime weak: it is not a class.
                  to do         Make PostgresDatabase a class, or bind it with another lifetime.
                """
        )
    }
}
