import Testing
import Wormer

@Suite("end() ends the instances that an injector keeps")
struct EndTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("end() ends singletons and long-lived scopes once, in reverse order of creation, and keeps bindings")
    func everything() async throws {
        injector.bindPiece("singleton", .singleton, id: 1, journal)
        injector.bindAwaitedPiece("session", .scope(.session), id: 2, journal)
        injector.bindPiece("never requested", .singleton, id: 3, journal)
        let first: Piece = injector.instance(id: 1)
        _ = injector.instance(for: Piece.self, id: 2)
        try await injector.end()
        #expect(journal.entries == ["session ended", "singleton ended"])
        try await injector.end()
        #expect(journal.entries.count == 2)
        let second: Piece = injector.instance(id: 1)
        #expect(first !== second)
        #expect(second === injector.instance(for: Piece.self, id: 1))
        try await injector.end()
        #expect(journal.entries.last == "singleton ended")
        #expect(journal.entries.count == 3)
    }

    @Test("end(_:) ends one long-lived scope and keeps the instances of other scopes")
    func oneScope() async throws {
        injector.bindPiece("session", .scope(.session), id: 1, journal)
        injector.bindPiece("login", .scope(.alwaysOpen("login")), id: 2, journal)
        injector.bindPiece("singleton", .singleton, id: 3, journal)
        let pieces = [1, 2, 3].map { injector.instance(for: Piece.self, id: $0) }
        #expect(pieces[0] === injector.instance(for: Piece.self, id: 1))
        try await injector.end(.session)
        #expect(journal.entries == ["session ended"])
        #expect(pieces[0] !== injector.instance(for: Piece.self, id: 1))
        #expect(pieces[1] === injector.instance(for: Piece.self, id: 2))
        #expect(pieces[2] === injector.instance(for: Piece.self, id: 3))
    }

    @Test("Binding again and unbinding release an instance and do not end it")
    func notEnded() async throws {
        for forget in [
            { $0.unbindAll() },
            { $0.unbind(Piece.self) },
            { [journal] in $0.bindPiece("new", .singleton, journal) },
        ] as [(Injector) -> Void] {
            injector.bindPiece("piece", .singleton, journal)
            weak var piece: Piece?
            piece = injector.instance()
            #expect(piece != nil)
            forget(injector)
            #expect(isSoon { piece == nil })
            try await injector.end()
        }
        #expect(journal.entries == [])
    }

    @Test("Ending a child keeps the instances of its parent and the assigned instances")
    func others() async throws {
        let child = Injector(parent: injector)
        injector.bindPiece("parent", .singleton, journal)
        child.bindPiece("child", .singleton, id: "child", journal)
        child.assign("assigned", to: Key(String.self), at: CodeLocation())
        _ = child.instance(for: Piece.self)
        _ = child.instance(for: Piece.self, id: "child")
        try await child.end()
        #expect(journal.entries == ["child ended"])
        #expect(child.instance(for: String.self) == "assigned")
        try await injector.end()
        #expect(journal.entries == ["child ended", "parent ended"])
    }
}
