import Testing
@testable import Wormer

@Suite("prepare() creates singletons in the order of their dependencies")
struct PreparationOrderTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("prepare() creates parameters first, including those behind transient bindings")
    func order() async throws {
        let factory = Factory<Int>.using { [journal] (value: Int8) in
            journal.note("last")
            return Int(value)
        }
        injector.bind(Int.self, lifetime: .singleton, to: factory)
        injector.bind(Int8.self, to: .using { (value: Int16, _: [any Plugin]) in Int8(value) })
        injector.bindAsync(Int16.self, lifetime: .singleton) { [journal] in
            await Task.yield()
            journal.note("first")
            return 1
        }
        let pluginFactory = Factory<Plugin>.using { [journal] (_: Int16) in
            journal.note("second")
            return NamedPlugin(name: "plugin")
        }
        injector.contribute(to: Plugin.self, lifetime: .singleton, pluginFactory)
        try await underWatchdog { try await injector.prepare() }
        #expect(journal.entries == ["first", "second", "last"])
    }

    @Test("Main-actor closures can look up another main-actor singleton, in any order")
    func mainActorClosures() async throws {
        for _ in 0..<50 {
            let injector = Injector(parent: nil)
            for id in [1, 3] {
                injector.bind(
                    Piece.self,
                    id: id,
                    lifetime: .singleton,
                    to: .onMainActor { [unowned injector] in try injector.throwingInstance(for: Piece.self, id: 2) }
                )
            }
            injector.bind(Piece.self, id: 2, lifetime: .singleton, to: .onMainActor { Piece() })
            try await underWatchdog { try await injector.prepare() }
            #expect(injector.instance(for: Piece.self, id: 1) === injector.instance(for: Piece.self, id: 3))
        }
    }

    @Test("prepare() creates independent asynchronous singletons at the same time")
    func concurrently() async throws {
        let gates = (Gate(), Gate())
        injector.bindAsync(Int.self, lifetime: .singleton) {
            await gates.0.open()
            await gates.1.pass()
            return 1
        }
        injector.bindAsync(Int8.self, lifetime: .singleton) {
            await gates.1.open()
            await gates.0.pass()
            return 1
        }
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Int.self) == 1)
    }

    @Test("prepare() creates synchronous singletons one by one, in the order in which they were bound")
    func oneByOne() async throws {
        for id in 0..<20 { injector.bind(id, noting: journal) }
        try await underWatchdog { try await injector.prepare() }
        #expect(journal.entries == (0..<20).map { "\($0)" })
    }

    @Test("A closure that an async factory needs as a parameter runs after the async factories without parameters")
    func neededClosures() async throws {
        let factory = Factory<Bool>.async { (piece: Piece) async in piece.name == "awaited" }
        injector.bind(Bool.self, lifetime: .singleton, to: factory)
        let pieceFactory = Factory<Piece>.make { injector in Piece(injector.instance(for: String.self)) }
        injector.bind(Piece.self, lifetime: .singleton, to: pieceFactory)
        injector.bindAsync(String.self, lifetime: .singleton) {
            await Task.yield()
            return "awaited"
        }
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Bool.self))
    }

    @Test("A cycle of parameters is one error of prepare()")
    func cycles() async throws {
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (value: Int16) in Int8(value) })
        injector.bind(Int16.self, lifetime: .singleton, to: .async { (value: Int8) async in Int16(value) })
        injector.bind(Int.self, lifetime: .singleton, to: .using { (value: Int8) in Int(value) })
        let error = await underWatchdog {
            await #expect(throws: PreparationError.self) { try await injector.prepare() }
        }
        #expect(error?.errors.count == 1)
        #expect(error?.errors.first?.reason.name == "cycle")
    }

    @Test("A provider parameter is no dependency: its binding can depend on the owner")
    func providers() async throws {
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (value: Provider<Int16>) in 1 })
        injector.bind(Int16.self, lifetime: .singleton, to: .async { (value: Int8) async in Int16(value) })
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Int16.self) == 1)
    }
}
