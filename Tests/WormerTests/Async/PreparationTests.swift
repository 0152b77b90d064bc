import Testing
@testable import Wormer
@testable import WormerGraph

@MainActor
final class PreparedScreen { init() { MainActor.assertIsolated() } }

@Suite("prepare() creates every singleton")
struct PreparationTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("prepare() creates each singleton of any kind once and no instance of another lifetime")
    func everything() async throws {
        injector.bind(1, noting: journal)
        injector.bind(Piece.self, lifetime: .singleton, to: .async { Piece("awaited") })
        injector.bind(PreparedScreen.self, lifetime: .singleton, to: .onMainActor { PreparedScreen() })
        injector.bindInterface(named: "piece", toImplementation: Piece.self, asSingleton: true) { [journal] in
            journal.note("named")
            return Piece()
        }
        injector.contribute(to: Plugin.self, lifetime: .singleton, .make { SharedPlugin() })
        injector.bindMake(Bool.self) {
            Issue.record("an instance was created"); return true
        }
        injector.bindMake(Int.self, lifetime: .scope(.session)) {
            Issue.record("an instance was created"); return 1
        }
        injector.assign(1.5, to: Key(Double.self), at: CodeLocation())
        for _ in 0..<2 { try await injector.prepare() }
        #expect(Set(journal.entries) == ["1", "named"] && journal.entries.count == 2)
        #expect(injector.instance(for: Piece.self).name == "awaited")
        let made = injector.graph.nodes.filter { $0.hasInstance }.map(\.title)
        #expect(made.count == 6, "\(made)")
    }

    @Test("prepare() reports each failure once, and tries again what failed when it is called again")
    func failures() async throws {
        let (network, disk) = (Shared(false), Shared(false))
        injector.bind(1, noting: journal)
        injector.bindAsync(Int.self, lifetime: .singleton) {
            if !network.value { throw PlannedFailure(description: "no network") }
            return 1
        }
        injector.bind(Int16.self, to: .using { (value: Int) in Int16(value) })
        injector.bind(Int32.self, lifetime: .singleton, to: .async { (value: Int16) async in Int32(value) })
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (value: Int) in Int8(value) })
        injector.bindMake(UInt8.self, lifetime: .singleton) {
            if !disk.value { throw PlannedFailure(description: "no disk") }
            return 1
        }
        let awaited = await #expect(throws: PreparationError.self) { try await injector.prepare() }
        #expect(
            awaited?.description.withoutLocations == """
                1 error while singletons were created:
                  - Cannot inject Int: its factory threw PlannedFailure: no network
                      looked up at  WormerTests/PreparationTests.swift:LINE
                      bound at      WormerTests/PreparationTests.swift:LINE
                      to do         Fix the error. No instance was kept, and the next lookup runs the factory \
                again.
                """
        )
        #expect(journal.entries.isEmpty)
        network.change { $0 = true }
        let others = await #expect(throws: PreparationError.self) { try await injector.prepare() }
        #expect(others?.errors.map(\.path.last?.interface).map { $0.map { "\($0)" } } == ["UInt8"])
        #expect(journal.entries == ["1"] && injector.graph.nodes.count(where: \.hasInstance) == 4)
        disk.change { $0 = true }
        try await injector.prepare()
        #expect(journal.entries == ["1"] && injector.graph.nodes.count(where: \.hasInstance) == 5)
    }

    @Test("prepare() reports each of several failures of bindings that are made on one line")
    func failuresOfOneLine() async {
        for id in 0..<3 {
            let factory = Factory<Int>.async { throw PlannedFailure(description: "no network") }
            injector.bind(Int.self, id: id, lifetime: .singleton, to: factory)
        }
        let error = await #expect(throws: PreparationError.self) { try await injector.prepare() }
        #expect(Set(error?.errors.compactMap { $0.path.last?.identifier } ?? []) == [0, 1, 2])
    }

    @Test("prepare() creates the singletons of a parent in the parent, if a child needs them")
    func parents() async throws {
        let child = Injector(parent: injector)
        injector.bind(1, noting: journal)
        injector.bind(Int.self, lifetime: .singleton, to: .async { 1 })
        child.bind(Int8.self, lifetime: .singleton, to: .using { (value: Int) in Int8(value) })
        try await child.prepare()
        #expect(journal.entries == [])
        #expect(child.instance(for: Int8.self) == 1 && injector.instance(for: Int.self) == 1)
    }

    @Test("A cancelled prepare() stops waiting and starts no other construction")
    func cancellation() async throws {
        let (hasBegun, gate) = (Gate(), Gate())
        injector.bind(1, noting: journal)
        injector.bindAsync(Int.self, lifetime: .singleton) {
            await hasBegun.open()
            await gate.pass()
            return 1
        }
        let task = Task { [injector] in try await injector.prepare() }
        await hasBegun.pass()
        task.cancel()
        _ = await underWatchdog { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(journal.entries == [])
        await gate.open()
        try await injector.prepare()
        #expect(journal.entries == ["1"] && injector.instance(for: Int.self) == 1)
    }
}
