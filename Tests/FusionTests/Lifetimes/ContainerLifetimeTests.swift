import Foundation
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

    @Test("A container scope always shares instances, and an opened scope only while it is open")
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
                - FileLogger: <not created yet> (weak)
                - Int8: <not created yet> (scope request)
                - Int: <created for each outermost lookup> (resolution)
                - String: contributed (singleton)
                """
        )
    }

    @Test("A transient value expression is evaluated at each read")
    func transient() {
        struct Owner {
            @Inject var first: UUID
            @Inject var second: UUID
        }
        withEmptyMain {
            Container.bind(value: UUID())
            let owner = Owner()
            #expect(Set([owner.first, owner.second, owner.first, owner.second]).count == 4)
        }
    }

    @Test("A singleton value expression is evaluated once")
    func singleton() {
        struct Owner {
            @Inject var first: UUID
            @Inject var second: UUID
        }
        withEmptyMain {
            Container.bind(.singleton, value: UUID())
            @Inject var local: UUID
            let owner = Owner()
            #expect(Set([owner.first, owner.second, owner.first, Owner().first, local]).count == 1)
        }
    }

    @Test("Binding evaluates no value expression")
    func lazy() {
        let tally = Tally()
        let container = Container()
        container.bind(value: tally.increment())
        container.bind(.singleton, id: "shared", value: tally.increment())
        #expect(tally.count == 0)
        #expect(container.get(Int.self) == 1)
        #expect(container.get(Int.self) == 2)
        #expect(container.get(Int.self, id: "shared") == 3)
        #expect(container.get(Int.self, id: "shared") == 3)
        #expect(tally.count == 3)
    }

    @Test("A factory resolves its dependencies from its container")
    func crossServiceDependencies() {
        withEmptyMain {
            Container.bind(Logger.self, value: ConsoleLogger())
            Container.bind(Database.self) { container in
                PostgresDatabase(logger: container.resolve(Logger.self))
            }
            #expect(Container.resolve(Database.self)?.logger.name == "console")
        }
    }

    @Test("A singleton is created once with its transient dependencies")
    func singletonWithDependencies() {
        withEmptyMain {
            let tally = Tally()
            Container.bind(Logger.self, value: RemoteLogger())
            Container.bind(Database.self) { container in
                tally.increment()
                return PostgresDatabase(logger: container.resolve(Logger.self))
            }
            Container.bind(.singleton, to: JobQueue.self) { container in
                DatabaseQueue(database: container.resolve(Database.self))
            }
            let first = Container.resolve(JobQueue.self)
            let second = Container.resolve(JobQueue.self)
            #expect(first != nil)
            #expect(first === second)
            #expect(first?.database.logger.name == "remote")
            #expect(tally.count == 1)
            _ = Container.resolve(Database.self)
            #expect(tally.count == 2)
        }
    }

    @Test("Binding again replaces the binding and releases its singleton")
    func rebinding() {
        let container = Container()
        weak var old: FileLogger?
        container.bind(.singleton, to: FileLogger.self) { _ in
            let logger = FileLogger()
            old = logger
            return logger
        }
        _ = container.resolve(FileLogger.self)
        #expect(old != nil)
        container.bind(FileLogger.self, value: FileLogger())
        #expect(isSoon { old == nil })
        let first = container.resolve(FileLogger.self)
        #expect(first != nil)
        #expect(first !== container.resolve(FileLogger.self))
    }

    @Test("Resetting a scope releases its instances and keeps the bindings")
    func resettingScopes() {
        let container = Container()
        let tally = Tally()
        let session = Container.Scope.id("session")
        container.bind(.singleton, id: "singleton", value: tally.increment())
        container.bind(session, id: "session", value: tally.increment())
        container.bind(value: "transient")
        #expect(container.get(Int.self, id: "singleton") == 1)
        #expect(container.get(Int.self, id: "session") == 2)

        container.reset()
        #expect(container.get(Int.self, id: "session") == 2)
        #expect(container.get(Int.self, id: "singleton") == 3)

        container.reset(session)
        #expect(container.get(Int.self, id: "singleton") == 3)
        #expect(container.get(Int.self, id: "session") == 4)

        container.reset(.singleton)
        container.reset(.transient)
        container.reset(.id("no such scope"))
        #expect(container.get(Int.self, id: "session") == 4)
        #expect(container.get(Int.self, id: "singleton") == 5)
        #expect(container.get(String.self) == "transient")
    }

    @Test("Resetting a scope on Container affects the main container only")
    func resettingMain() {
        withEmptyMain {
            let other = Container(parent: .main)
            let tally = Tally()
            Container.bind(.singleton, value: tally.increment())
            other.bind(.singleton, id: "other", value: tally.increment())
            #expect(Container.get(Int.self) == 1)
            #expect(other.get(Int.self, id: "other") == 2)
            Container.reset()
            #expect(other.get(Int.self, id: "other") == 2)
            #expect(other.get(Int.self) == 3)
            Container.reset(.singleton)
            #expect(Container.get(Int.self) == 4)
        }
    }

    @Test("Resetting releases instances at once, and their deinit can use the container")
    func releasing() {
        final class Requester {
            let container: Container
            let log: Log
            init(_ container: Container, _ log: Log) {
                self.container = container
                self.log = log
            }
            deinit {
                log.lines.append("bye, \(container.resolve(String.self) ?? "nobody")")
            }
        }
        let container = Container()
        let log = Log()
        container.bind(value: "world")
        container.bind(.singleton, to: Requester.self) { Requester($0, log) }
        _ = container.resolve(Requester.self)
        #expect(log.lines == [])
        container.reset()
        #expect(log.lines == ["bye, world"])
    }

    @Test("Resetting the injector also removes the bindings")
    func resettingTheInjector() {
        let container = Container()
        container.bind(value: "foo")
        container.set(1, for: Int.self)
        container.injector.reset()
        #expect(container.resolve(String.self) == nil)
        #expect(container.resolve(Int.self) == nil)
    }
}

#if os(macOS) || os(Linux)
    extension ContainerLifetimeTests {
        @Test("Binding a struct with the lifetime weak in a container ends the process")
        func weakStruct() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container().bind(PostgresDatabase.self, lifetime: .weak, to: .using(PostgresDatabase.init(logger:)))
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerLifetimeTests.swift:LINE: Fatal error: Cannot bind PostgresDatabase with the \
                    lifetime weak: it is not a class.
                      to do         Make PostgresDatabase a class, or bind it with another lifetime.
                    """
            )
        }
    }
#endif
