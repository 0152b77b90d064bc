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
            for id in [2, 1, 3, 2] { _ = injector.instance(for: Piece.self, id: AnyHashable(id)) }
            #expect(journal.entries == [])
        }
        #expect(journal.entries == ["third ended", "first ended", "second ended"])
    }

    @Test("A lookup of an instance with an asynchronous 'onEnd' in a synchronous scope throws an error")
    func awaitedInSynchronous() async throws {
        injector.bindAwaitedPiece("piece", .scope(.request), journal)
        func open() throws -> InjectionError? {
            try injector.withScope(.request) {
                #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
            }
        }
        #expect(try open()?.reason.name == "scopeEndsSynchronously")
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
