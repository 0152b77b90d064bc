import Testing
import Wormer

private final class Database: Sendable {}

/// A service without an end between a cache and the database.
private struct Statements: Sendable {
    let database: Provider<Database>
}

private final class Cache: Sendable {
    let write: @Sendable () -> Void

    init(write: @escaping @Sendable () -> Void) { self.write = write }
    init(database: Provider<Database>) { write = { _ = database() } }
    init(statements: Statements) { write = { _ = statements.database() } }
    init(statements: Provider<Statements>) { write = { _ = statements().database() } }
    init(optional: Provider<Database>?) { write = { _ = optional?() } }
}

private final class Log: Sendable {}
private final class Session: Sendable {}

@Suite("An instance ends after those that use it, whenever it was created")
struct UseOrderTests {
    private let injector = Injector(parent: nil)
    private let journal = Journal()

    private static let page = Scope("page of uses")

    private func bindDatabase(_ lifetime: Lifetime = .singleton, in injector: Injector? = nil, id: AnyHashable? = nil) {
        let factory = Factory<Database>.make { [journal] in
            journal.note("open")
            return Database()
        }
        let ending = factory.onEnd { [journal] _ in journal.note("close") }
        (injector ?? self.injector).bind(Database.self, id: id, lifetime: lifetime, to: ending)
    }

    private func bindCache(_ factory: Factory<Cache>, _ lifetime: Lifetime = .singleton, in injector: Injector? = nil) {
        // While a scope ends, nothing finds its instances.
        let canWrite = lifetime != .scope(Self.page)
        let ending = factory.onEnd { [journal] cache in
            if canWrite { cache.write() }
            journal.note("written")
        }
        (injector ?? self.injector).bind(Cache.self, lifetime: lifetime, to: ending)
    }

    /// Creates the cache before the database.
    private func use(_ injector: Injector? = nil) { (injector ?? self.injector).instance(for: Cache.self).write() }

    private let expected = ["open", "written", "close"]

    @Test("A singleton ends after one that was created before and holds a provider of it")
    func provider() async throws {
        bindDatabase()
        bindCache(.using(Cache.init(database:)))
        use()
        try await injector.end()
        #expect(journal.entries == expected)
    }

    @Test("It ends after a user that reaches it through services without an end, and through optionals and lists")
    func between() async throws {
        let factories: [Factory<Cache>] = [
            .using { (statements: Statements) in Cache(statements: statements) }, .using(Cache.init(optional:)),
            .using { (statements: Provider<Statements>) in Cache(statements: statements) },
            .using { (all: Provider<[Database]>) in Cache { _ = all() } },
            .using { (all: Provider<[String: Database]>) in Cache { _ = all() } },
            .using { (nested: Provider<Provider<Database>>) in Cache { _ = nested()() } },
        ]
        for (number, factory) in factories.enumerated() {
            let test = UseOrderTests()
            switch number {
            case 3:
                let factory = Factory<Database>.make { Database() }.onEnd { [journal = test.journal] _ in
                    journal.note("close")
                }
                test.injector.contribute(to: Database.self, lifetime: .singleton, factory)
                test.journal.note("open")
            case 4: test.bindDatabase(id: "main")
            default: test.bindDatabase()
            }
            test.injector.bind(Statements.self, to: .using(Statements.init(database:)))
            test.bindCache(factory)
            test.use()
            try await test.injector.end()
            #expect(test.journal.entries == expected, "\(number)")
        }
    }

    @Test("It ends after a user whose factory has looked its provider up, and after one with an identifier")
    func lookedUp() async throws {
        let injector = injector
        bindDatabase(id: "main")
        bindCache(
            .make {
                let database = injector.instance(for: Provider<Database>.self, id: "main")
                return Cache { _ = database() }
            }
        )
        use()
        try await injector.end()
        #expect(journal.entries == expected)
    }

    @Test("Instances of a scope, of an override, and of an asynchronous factory end in the same order")
    func keepers() async throws {
        for lifetime in [.scope(Self.page), .scope(.alwaysOpen("always of uses")), .singleton] as [Lifetime] {
            let test = UseOrderTests()
            test.bindDatabase(lifetime)
            test.bindCache(.async { (database: Provider<Database>) async in Cache(database: database) }, lifetime)
            func run() async throws {
                try await test.injector.withScope(Self.page) {
                    _ = try await test.injector.asyncInstance(for: Cache.self)
                    test.use()
                }
            }
            try await Override().run(onErrors: Override.report) { () async throws in try await run() }
            #expect(test.journal.entries == expected)
            try await run()
            try await test.injector.end()
            #expect(test.journal.entries == expected + expected)
        }
    }

    @Test("What a synchronous scope and a synchronous override create ends in the same order")
    func synchronous() throws {
        bindDatabase(.scope(Self.page))
        bindCache(.using(Cache.init(database:)), .scope(Self.page))
        try injector.withScope(Self.page) { use() }
        #expect(journal.entries == expected)
        bindDatabase()
        bindCache(.using(Cache.init(database:)))
        Override().run(onErrors: Override.report) { use() }
        #expect(journal.entries == expected + expected)
    }

    @Test("A binding of a child ends after its user, which reaches it through a parent")
    func child() async throws {
        let child = Injector(parent: injector)
        bindDatabase(in: child)
        injector.bind(Log.self, lifetime: .singleton, to: .make { Log() })
        bindCache(.using { (log: Log, database: Provider<Database>) in Cache(database: database) }, in: child)
        use(child)
        try await child.end()
        #expect(journal.entries == expected)
    }

    @Test("It ends after its user, also in a scope that was opened in the parent of the child that binds both")
    func childInScopeOfParent() async throws {
        let child = Injector(parent: injector)
        bindDatabase(.scope(Self.page), in: child)
        child.bind(Statements.self, to: .using(Statements.init))
        bindCache(.using { (statements: Statements) in Cache(statements: statements) }, .scope(Self.page), in: child)
        try await injector.withScope(Self.page) { use(child) }
        #expect(journal.entries == expected)
    }

    @Test("Of two bindings of one interface, each ends before what it uses itself")
    func sameInterface() async throws {
        for lifetime in [.scope(Self.page), .singleton] as [Lifetime] {
            let test = UseOrderTests()
            let child = Injector(parent: test.injector)
            test.bindDatabase(lifetime)
            test.bindCache(.make { Cache {} }, lifetime)
            test.bindCache(.using(Cache.init(database:)), lifetime, in: child)
            try await Override().run(onErrors: Override.report) { () async throws in
                try await test.injector.withScope(Self.page) {
                    test.use()
                    test.use(child)
                }
            }
            #expect(test.journal.entries == ["open", "written", "close", "written"])
        }
    }

    @Test("The uses of an instance are known, also if its factory has thrown before it looked them up")
    func createdAfterError() async throws {
        let isReady = Shared(false)
        let check = { @Sendable in
            guard isReady.value else { throw PlannedFailure(description: "no disk") }
        }
        let factories: [Factory<Cache>] = [
            .make { injector in
                try check()
                return Cache(database: try injector.throwingInstance())
            },
            .async { (injector: Injector) async throws in
                try check()
                return Cache(database: try await injector.asyncInstance())
            },
        ]
        for factory in factories {
            let test = UseOrderTests()
            test.bindDatabase()
            test.bindCache(factory)
            isReady.change { $0 = false }
            await #expect(throws: InjectionError.self) { try await test.injector.asyncInstance(for: Cache.self) }
            isReady.change { $0 = true }
            try await test.injector.asyncInstance(for: Cache.self).write()
            try await test.injector.end()
            #expect(test.journal.entries == expected)
        }
    }

    @Test("An instance of a scope ends after its users, also if its binding was replaced")
    func replaced() async throws {
        bindDatabase(.scope(Self.page))
        bindCache(.using(Cache.init(database:)), .scope(Self.page))
        try injector.begin(Self.page)
        use()
        bindDatabase(.scope(Self.page))
        try await injector.end(Self.page)
        #expect(journal.entries == expected)
    }

    @Test("Two instances that use each other end the latest first, and what one of them uses after both")
    func cycle() async throws {
        let (injector, journal) = (injector, journal)
        injector.bind(
            Session.self,
            lifetime: .singleton,
            to: .using { (_: Provider<Cache>) in Session() }.onEnd { _ in journal.note("session") }
        )
        bindDatabase()
        bindCache(.using { (_: Session, database: Provider<Database>) in Cache(database: database) })
        use()
        try await injector.end()
        #expect(journal.entries == ["open", "written", "session", "close"])
    }

    @Test("What was looked up in a factory keeps its place, also if it was reset and created again")
    func createdAgain() async throws {
        let (injector, journal) = (injector, journal)
        bindDatabase()
        injector.bind(Log.self, lifetime: .singleton, to: .using { (_: Provider<Session>) in Log() })
        let factory = Factory<Session>.using { (_: Database, _: Log) in Session() }
        injector.bind(Session.self, lifetime: .singleton, to: factory.onEnd { _ in journal.note("session") })
        _ = injector.instance(for: Session.self)
        injector.reset(Database.self)
        _ = injector.instance(for: Database.self)
        try await injector.end()
        #expect(journal.entries == ["open", "close", "open", "close", "session"])
    }

    @Test("Another call that ends the same instances waits for a user that ends, and then ends what it uses")
    func overlapping() async throws {
        let (isWriting, mayWrite) = (Gate(), Gate())
        bindDatabase()
        let factory = Factory<Cache>.using(Cache.init(database:)).onEnd { [journal] cache async in
            await isWriting.open()
            await mayWrite.pass()
            cache.write()
            journal.note("written")
        }
        injector.bind(Cache.self, lifetime: .singleton, to: factory)
        use()
        try await underWatchdog { () async throws in
            async let first: Void = injector.end()
            await isWriting.pass()
            async let second: Void = injector.end()
            await mayWrite.open()
            _ = try await (first, second)
        }
        #expect(journal.entries == expected)
    }

    // MARK: - What an end creates

    private func bindLog(_ lifetime: Lifetime = .singleton) {
        let factory = Factory<Log>.make { [journal] in
            journal.note("log opens")
            return Log()
        }
        injector.bind(Log.self, lifetime: lifetime, to: factory.onEnd { [journal] _ in journal.note("log closes") })
    }

    private func bindSession(_ lifetime: Lifetime = .singleton, isAsync: Bool = false) {
        let end = { @Sendable [injector, journal] in
            journal.note("session ends")
            _ = injector.instance(for: Log.self)
        }
        let factory = Factory<Session>.make { Session() }
        let ending =
            isAsync
            ? factory.onEnd { _ async in
                await Task.yield()
                end()
            } : factory.onEnd { _ in end() }
        injector.bind(Session.self, lifetime: lifetime, to: ending)
    }

    private let closed = ["session ends", "log opens", "log closes"]

    @Test("Whatever an 'onEnd' creates ends before end() returns", arguments: [false, true])
    func createdByEnd(isAsync: Bool) async throws {
        bindLog()
        bindSession(isAsync: isAsync)
        _ = injector.instance(for: Session.self)
        try await injector.end()
        #expect(journal.entries == closed)
        try await injector.end()
        #expect(journal.entries == closed)
    }

    @Test("What the 'onEnd' of an instance of a scope creates ends with the injector, or with the scope that keeps it")
    func createdByScope() async throws {
        bindLog()
        bindSession(.scope(Self.page))
        try injector.begin(Self.page)
        _ = injector.instance(for: Session.self)
        try await injector.end()
        #expect(journal.entries == closed)
        let always = Lifetime.scope(.alwaysOpen("always of ends"))
        bindLog(always)
        bindSession(always)
        _ = injector.instance(for: Session.self)
        try await injector.end(.alwaysOpen("always of ends"))
        #expect(journal.entries == closed + closed)
    }

    @Test("What an 'onEnd' creates in an override ends with the override", arguments: [false, true])
    func createdInOverride(isAsync: Bool) async throws {
        bindLog()
        bindSession()
        if isAsync {
            await Override().run(onErrors: Override.report) {
                await Task.yield()
                _ = injector.instance(for: Session.self)
            }
        } else {
            func run() { Override().run(onErrors: Override.report) { _ = injector.instance(for: Session.self) } }
            run()
        }
        #expect(journal.entries == closed)
    }

    @Test("What the last end of an override creates ends, too")
    func createdByLastEnd() async throws {
        bindLog()
        bindSession(isAsync: true)
        let mayCreate = Gate()
        func start() -> Task<Void, Never> {
            Override().run(onErrors: Override.report) { [injector] in
                Task {
                    await mayCreate.pass()
                    _ = injector.instance(for: Session.self)
                }
            }
        }
        let task = start()
        await mayCreate.open()
        await task.value
        #expect(await eventually { journal.entries.count >= 3 })
        #expect(journal.entries == closed)
    }

    @Test("An ending that goes on creating what it ends stops with an error that names it")
    func endless() async throws {
        let (injector, journal) = (injector, journal)
        func bind() {
            let factory = Factory<Session>.make { Session() }.onEnd { _ in
                journal.note("ends")
                _ = injector.instance(for: Session.self)
            }
            injector.bind(Session.self, lifetime: .singleton, to: factory, fileID: "Tests/Endless.swift", line: 1)
        }
        bind()
        bindLog()
        _ = injector.instance(for: Session.self)
        let error = await #expect(throws: EndingError.self) { try await injector.end() }
        #expect(
            error?.description == """
                1 error while a lifetime ended:
                  - bound at Tests/Endless.swift:1: each time Session ends, an 'onEnd' creates it again, so the last \
                instance has not ended
                """
        )
        #expect(journal.entries == ["ends", "ends", "ends"])
    }

    @Test("Code that creates instances while they end makes no end fail")
    func createdByOthers() async throws {
        let (opened, closed, injector) = (Tally(), Tally(), injector)
        let log = Factory<Log>.make {
            opened.increment()
            return Log()
        }
        injector.bind(Log.self, lifetime: .singleton, to: log.onEnd { _ in closed.increment() })
        let session = Factory<Session>.make { Session() }
        let ending = session.onEnd { _ in _ = injector.instance(for: Log.self) }
        injector.bind(Session.self, lifetime: .singleton, to: ending)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    for _ in 0..<300 {
                        if number < 2 {
                            _ = injector.instance(for: Session.self)
                            await Task.yield()
                        } else {
                            try await injector.end()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await injector.end()
        let (opens, closes) = (opened.count, closed.count)
        #expect(opens > 0 && opens == closes)
    }
}
