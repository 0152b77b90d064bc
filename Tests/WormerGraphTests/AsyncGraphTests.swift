import Testing
import Wormer
import WormerGraph

@globalActor private actor Printing { static let shared = Printing() }

private final class Source: Sendable {}
private struct Stage: Sendable { let source: Source }
private struct Reader: Sendable { let stage: Stage }

@Suite("The graph and verify() know actors and asynchronous factories")
struct AsyncGraphTests {
    private let injector = Injector(parent: nil)

    private func bindAll() {
        injector.bindAsync(Source.self, lifetime: .singleton) {
            await Task.yield()
            return Source()
        }
        injector.bind(interface: Stage.self, toImplementation: Stage.self, initializer: Stage.init(source:))
        injector.bind(Reader.self, to: .async(Reader.init(stage:)))
    }

    @Test("verify() checks the parameters of async factories without running them; verifyInstances() runs them")
    func verify() async throws {
        bindAll()
        #expect(try injector.verify().checkedCount == 2)
        #expect(try await injector.verifyInstances().description == "3 bindings verified.")
    }

    @Test("The graph shows the lookups of an asynchronous closure and its child tasks after it has run")
    func observed() async throws {
        injector.bind(interface: Source.self, toImplementation: Source.self) { Source() }
        injector.bind(interface: Int.self, toImplementation: Int.self) { 1 }
        injector.bindAsync(Reader.self) {
            async let number = injector.asyncInstance(for: Int.self)
            let source = try await injector.asyncInstance(for: Source.self)
            _ = try await number
            return Reader(stage: Stage(source: source))
        }
        #expect(injector.graph.edges.isEmpty)
        _ = try await injector.asyncInstance(for: Reader.self)
        let needed = injector.graph.edges.compactMap { $0.to.split(separator: ".").last }
        #expect(needed.sorted() == ["Int", "Source"])
    }

    // MARK: - Actors and synchronous lookups

    struct Pool: Sendable {}
    struct Store: Sendable { var pool = Pool() }
    struct Report: Sendable { var store = Store() }
    final class Window: Sendable { @MainActor init() {} }

    /// Binds a report whose closure looks up a store, which has a pool as a parameter.
    private func bindReport() {
        injector.bind(Store.self, to: .using { (pool: Pool) in Store(pool: pool) })
        injector.bind(Report.self, to: .make { Report(store: $0.instance()) })
        // Runs the closure once, so that its lookup is known.
        injector.bind(Pool.self, to: .make { Pool() })
        _ = injector.instance(for: Report.self)
    }

    @Test("A node shows its actor and whether its instance is created asynchronously")
    func nodes() {
        injector.bind(Pool.self, lifetime: .singleton, to: .async { Pool() })
        injector.bind(Window.self, to: .onMainActor { Window() })
        let nodes = injector.graph.nodes
        #expect(nodes.map(\.isAsync) == [true, false])
        #expect(nodes.map(\.actor) == [nil, "MainActor"])
        #expect(
            injector.graph.description.withoutLocations == """
                AsyncGraphTests.Pool [singleton, async] WormerGraphTests/AsyncGraphTests.swift:LINE
                AsyncGraphTests.Window [transient, MainActor] WormerGraphTests/AsyncGraphTests.swift:LINE
                """
        )
        #expect(injector.graph.mermaid.contains("[\"AsyncGraphTests.Pool<br/>singleton, async\"]"))
    }

    @Test("A synchronous lookup of an asynchronous transient is a possible fault")
    func asynchronous() throws {
        bindReport()
        try injector.verify()
        injector.bind(Pool.self, to: .async { Pool() })
        let place = "(WormerGraphTests/AsyncGraphTests.swift:LINE)"
        #expect(
            try injector.verify().remarks.filter { $0.places.count > 2 }.map(\.description.withoutLocations) == [
                "created asynchronously and resolved synchronously: AsyncGraphTests.Report \(place) -> "
                    + "AsyncGraphTests.Store \(place) -> AsyncGraphTests.Pool \(place)"
            ]
        )
    }

    @Test("A synchronous lookup of an asynchronous singleton is listed until the singleton exists")
    func singleton() async throws {
        bindReport()
        injector.unbind(Pool.self)
        injector.bind(Pool.self, lifetime: .singleton, to: .async { Pool() })
        #expect(
            try injector.verify().description.withoutLocations == """
                2 of 3 bindings verified.
                Depends on a condition:
                  - AsyncGraphTests.Report (WormerGraphTests/AsyncGraphTests.swift:LINE) -> AsyncGraphTests.Store \
                (WormerGraphTests/AsyncGraphTests.swift:LINE) -> AsyncGraphTests.Pool \
                (WormerGraphTests/AsyncGraphTests.swift:LINE): only after 'prepare()' or an asynchronous lookup
                Not verified: these closures have created nothing yet. 'verifyInstances()' runs them:
                  - AsyncGraphTests.Pool (WormerGraphTests/AsyncGraphTests.swift:LINE)
                """
        )
        try await injector.prepare()
        #expect(try injector.verify().remarks.filter { $0.kind == .conditional }.isEmpty)
        #expect(injector.safeInstance(for: Report.self) != nil)
    }

    @Test("A closure off the main actor with a lookup of a main-actor instance is listed")
    @MainActor func mainActor() throws {
        injector.bind(Window.self, to: .onMainActor { Window() })
        injector.bind(Bool.self, to: .make { $0.safeInstance(for: Window.self) != nil })
        let factory = Factory<Int>.onMainActor { [injector] in injector.safeInstance(for: Window.self) == nil ? 0 : 1 }
        injector.bind(Int.self, to: factory)
        #expect(injector.instance(for: Bool.self))
        #expect(injector.instance(for: Int.self) == 1)
        let conditionalLookups = try injector.verify().remarks.filter { $0.kind == .conditional }
        #expect(
            conditionalLookups.map(\.description.withoutLocations) == [
                "Bool (WormerGraphTests/AsyncGraphTests.swift:LINE) -> AsyncGraphTests.Window (WormerGraphTests/AsyncGraphTests.swift:LINE): "
                    + "only on MainActor"
            ]
        )
    }

    @Test("A closure of another actor with a lookup of a main-actor transient is a possible fault")
    func otherActor() async throws {
        injector.bind(Window.self, to: .onMainActor { Window() })
        await bindOnOtherActor()
        _ = try? await injector.asyncInstance(for: Bool.self)
        #expect(
            try injector.verify().remarks.filter { $0.places.count > 1 }.map(\.description.withoutLocations) == [
                "created on MainActor and resolved elsewhere: Bool (WormerGraphTests/AsyncGraphTests.swift:LINE) -> "
                    + "AsyncGraphTests.Window (WormerGraphTests/AsyncGraphTests.swift:LINE)"
            ]
        )
    }

    @Printing private func bindOnOtherActor() {
        injector.bind(interface: Bool.self, toImplementation: Bool.self) { @Printing in
            injector.safeInstance(for: Window.self) != nil
        }
    }
}
