import Testing
import Wormer

@Suite("'onEnd' runs when a scope ends")
struct OnEndTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("'onEnd' runs for each instance in reverse order of creation, synchronous or not")
    func order() async throws {
        injector.bindPiece("first", .scope(.request), id: 1, journal)
        injector.bindAwaitedPiece("second", .scope(.request), id: 2, journal)
        injector.bindPiece("third", .scope(.request), id: 3, journal)
        injector.bindPiece("never requested", .scope(.request), id: 4, journal)
        try await injector.withScope(.request) {
            for id in [2, 1, 3, 2] {
                _ = injector.instance(for: Piece.self, id: AnyHashable(id))
            }
            #expect(journal.entries == [])
        }
        #expect(journal.entries == ["third ended", "first ended", "second ended"])
    }

    @Test("A dependency ends after the instance that uses it")
    func dependencies() async throws {
        injector.bindPiece("piece", .scope(.request), journal)
        injector.bind(
            EventBus.self,
            lifetime: .scope(.request),
            to: .using { (_: Piece) in LocalEventBus() }.onEnd { [journal] in journal.note("\($0.name) ended") }
        )
        try await injector.withScope(.request) { _ = injector.instance(for: EventBus.self) }
        #expect(journal.entries == ["local ended", "piece ended"])
    }

    @Test("The asynchronous 'onEnd' of an auto-wired instance runs")
    func autoWired() async throws {
        injector.bind(String.self, to: .make { "wired" })
        injector.bind(
            Plugin.self,
            lifetime: .scope(.request),
            to: .using(SharedPlugin.init(name:)).onEnd { [journal] plugin async in journal.note("\(plugin.name) ended")
            }
        )
        let name = try await injector.withScope(.request) { injector.instance(for: Plugin.self).name }
        #expect(name == "wired")
        #expect(journal.entries == ["wired ended"])
    }

    @Test("A synchronous scope runs synchronous 'onEnd' closures")
    func synchronous() throws {
        injector.bindPiece("piece", .scope(.request), journal)
        func open() throws { try injector.withScope(.request) { _ = injector.instance(for: Piece.self) } }
        try open()
        try open()
        #expect(journal.entries == ["piece ended", "piece ended"])
    }

    @Test("A lookup of an instance with an asynchronous 'onEnd' in a synchronous scope throws an error")
    func awaitedInSynchronous() async throws {
        injector.bindAwaitedPiece("piece", .scope(.request), journal)
        func open() throws -> InjectionError? {
            try injector.withScope(.request) {
                #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
            }
        }
        let text = try open()?.description.withoutLocations
        #expect(
            text == """
                Cannot inject Piece: its 'onEnd' is asynchronous, but the scope 'request' was opened synchronously.
                  looked up at  WormerTests/OnEndTests.swift:LINE
                  bound at      WormerTests/LifetimeFixtures.swift:LINE
                  to do         Open the scope where its end can be awaited, not at the top level of 'main.swift':
                                try await injector.withScope(Scope("request")) { <#lookups#> }
                """
        )
        #expect(journal.entries == [])
        func openAnother() throws -> Piece { try injector.withScope(.job) { injector.instance() } }
        _ = try await injector.withScope(.request) { try openAnother() }
        #expect(journal.entries == ["piece ended"])
    }

    @Test("An inner scope ends its own instances and none of the outer scope")
    func nesting() async throws {
        injector.bindPiece("request", .scope(.request), id: "request", journal)
        injector.bindPiece("job", .scope(.job), id: "job", journal)
        try await injector.withScope(.request) {
            try await injector.withScope(.job) {
                _ = injector.instance(for: Piece.self, id: "job")
                _ = injector.instance(for: Piece.self, id: "request")
            }
            #expect(journal.entries == ["job ended"])
            try await injector.withScope(.request) { _ = injector.instance(for: Piece.self, id: "request") }
            #expect(journal.entries == ["job ended", "request ended"])
        }
        #expect(journal.entries == ["job ended", "request ended", "request ended"])
    }

    @Test("A replaced instance of an open scope ends with the scope")
    func replaced() async throws {
        injector.bindPiece("old", .scope(.request), journal)
        try await injector.withScope(.request) {
            _ = injector.instance(for: Piece.self)
            // On a thread for which the scope is not open.
            onThreads(1) { [injector, journal] _ in injector.bindPiece("new", .scope(.request), journal) }
            _ = injector.instance(for: Piece.self)
            injector.unbind(Piece.self)
            #expect(journal.entries == [])
        }
        #expect(journal.entries == ["new ended", "old ended"])
    }
}
