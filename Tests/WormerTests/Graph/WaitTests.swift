import Testing
import Wormer

@globalActor private actor Printing {
    static let shared = Printing()
}

@Suite("The graph and verify() know actors and asynchronous bindings")
struct WaitTests {
    struct Pool: Sendable {}
    struct Store: Sendable {
        var pool = Pool()
    }
    struct Report: Sendable {
        var store = Store()
    }
    final class Window: Sendable {
        @MainActor init() {}
    }

    let injector = Injector(parent: nil)

    /// Binds a report whose closure requests a store, which has a pool as a parameter.
    private func bindReport() {
        injector.bind(Store.self, to: .using { (pool: Pool) in Store(pool: pool) })
        injector.bind(Report.self, to: .make { Report(store: $0.instance()) })
        // Runs the closure once, so that its request is known.
        injector.bind(Pool.self, to: .make { Pool() })
        _ = injector.instance(for: Report.self)
    }

    @Test("A node shows its actor and whether its instance is created asynchronously")
    func nodes() {
        injector.bind(Pool.self, lifetime: .singleton, to: .async { Pool() })
        injector.bind(Window.self, to: .onMainActor { Window() })
        let bindings = injector.graph.nodes.compactMap(\.binding)
        #expect(bindings.map(\.isAsync) == [true, false])
        #expect(bindings.map(\.actor) == [nil, "MainActor"])
        #expect(
            injector.graph.description.withoutLocations == """
                WaitTests.Pool: WaitTests.Pool [singleton, async] WormerTests/WaitTests.swift:LINE
                WaitTests.Window: WaitTests.Window [transient, MainActor] WormerTests/WaitTests.swift:LINE
                """
        )
        #expect(injector.graph.mermaid.contains("[\"WaitTests.Pool<br/>singleton, async\"]"))
        #expect(injector.graph.dot.contains("[label=\"WaitTests.Window\\ntransient, MainActor\""))
    }

    @Test("A synchronous request for an asynchronous transient is a possible fault")
    func asynchronous() throws {
        bindReport()
        try injector.verify()
        injector.bind(Pool.self, to: .async { Pool() })
        let text = try injector.verify().description.withoutLocations
        #expect(
            text == """
                2 bindings verified.
                Bound more than once, of which the last binding counts:
                  - WaitTests.Pool (WormerTests/WaitTests.swift:LINE), in place of the binding at \
                WormerTests/WaitTests.swift:LINE
                Possible faults, by what initializers name or may go without:
                  - made asynchronously and requested synchronously: WaitTests.Report \
                (WormerTests/WaitTests.swift:LINE) -> WaitTests.Store (WormerTests/WaitTests.swift:LINE) -> \
                WaitTests.Pool (WormerTests/WaitTests.swift:LINE)
                Not verified: these closures have not run, so their requests are unknown. 'verify(making: true)' \
                runs those that are not asynchronous:
                  - WaitTests.Pool (WormerTests/WaitTests.swift:LINE)
                """
        )
    }

    @Test("A synchronous request for an asynchronous singleton is listed until the singleton exists")
    func singleton() async throws {
        bindReport()
        injector.unbind(interface: Pool.self)
        injector.bind(Pool.self, lifetime: .singleton, to: .async { Pool() })
        let verification = try injector.verify()
        #expect(verification.remarks.requirements.map(\.condition) == [.madeBefore])
        #expect(
            verification.description.withoutLocations == """
                2 bindings verified.
                Synchronous requests that need the instance to exist, or its actor:
                  - WaitTests.Report (WormerTests/WaitTests.swift:LINE) -> WaitTests.Store \
                (WormerTests/WaitTests.swift:LINE) -> WaitTests.Pool (WormerTests/WaitTests.swift:LINE): made \
                before, by 'prepare()' or an awaited request
                Not verified: these closures have not run, so their requests are unknown. 'verify(making: true)' \
                runs those that are not asynchronous:
                  - WaitTests.Pool (WormerTests/WaitTests.swift:LINE)
                """
        )
        try await injector.prepare()
        #expect(try injector.verify().remarks.requirements.isEmpty)
        #expect(injector.safeInstance(for: Report.self) != nil)
    }

    @Test("Asynchronous and main-actor parameters are no fault")
    func parameters() throws {
        injector.bind(Pool.self, to: .async { Pool() })
        injector.bind(Window.self, to: .onMainActor { Window() })
        injector.bind(Store.self, to: .using { (pool: Pool, _: Window) in Store(pool: pool) })
        #expect(try injector.verify().remarks.requirements.isEmpty)
    }

    @Test("A closure off the main actor with a request for a main-actor instance is listed")
    @MainActor func mainActor() throws {
        injector.bind(Window.self, to: .onMainActor { Window() })
        injector.bind(Bool.self, to: .make { $0.safeInstance(for: Window.self) != nil })
        injector.bind(
            Int.self,
            to: .onMainActor { [injector] in injector.safeInstance(for: Window.self) == nil ? 0 : 1 }
        )
        #expect(injector.instance(for: Bool.self))
        #expect(injector.instance(for: Int.self) == 1)
        let requirements = try injector.verify().remarks.requirements
        #expect(requirements.map(\.condition) == [.onActor("MainActor")])
        #expect(
            requirements.map(\.description.withoutLocations) == [
                "Bool (WormerTests/WaitTests.swift:LINE) -> WaitTests.Window (WormerTests/WaitTests.swift:LINE): "
                    + "on MainActor"
            ]
        )
    }

    @Test("A closure of another actor with a request for a main-actor transient is a possible fault")
    func otherActor() async throws {
        injector.bind(Window.self, to: .onMainActor { Window() })
        await bindOnOtherActor()
        _ = try? await injector.asyncInstance(for: Bool.self)
        #expect(
            try injector.verify().remarks.possibleFaults.map(\.description.withoutLocations) == [
                "made on MainActor and requested elsewhere: Bool (WormerTests/WaitTests.swift:LINE) -> "
                    + "WaitTests.Window (WormerTests/WaitTests.swift:LINE)"
            ]
        )
    }

    @Printing private func bindOnOtherActor() {
        let injector = injector
        injector.bind(interface: Bool.self, toImplementation: Bool.self) { @Printing in
            injector.safeInstance(for: Window.self) != nil
        }
    }
}
