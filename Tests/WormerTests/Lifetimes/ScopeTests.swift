import Testing
import Wormer

@Suite("A scope shares instances while it is open")
struct ScopeTests {
    let injector = Injector(parent: nil)

    private func bindPiece(_ scope: Scope = .request) {
        injector.bind(Piece.self, lifetime: .scope(scope), to: .make { Piece() })
    }

    @Test("A scope creates an instance once, and opening it again creates another one")
    func sharing() async throws {
        bindPiece()
        let first = try await injector.withScope(.request) {
            let piece: Piece = injector.instance()
            await Task.yield()
            #expect(piece === injector.instance(for: Piece.self))
            return piece
        }
        let second = try await injector.withScope(.request) { injector.instance(for: Piece.self) }
        #expect(first !== second)
    }

    @Test("A synchronous scope shares instances and returns the result or error of its body")
    func synchronous() throws {
        bindPiece()
        func open() throws -> Bool {
            try injector.withScope(.request) {
                injector.instance(for: Piece.self) === injector.instance(for: Piece.self)
            }
        }
        #expect(try open())
        func fail() throws { try injector.withScope(.request) { throw PlannedFailure(description: "body") } }
        #expect(throws: PlannedFailure.self) { try fail() }
    }

    @Test("Scopes with the same name are the same scope")
    func names() throws {
        bindPiece(Scope("tenant"))
        func open(_ scope: Scope) throws -> Piece? { try injector.withScope(scope) { injector.safeInstance() } }
        #expect(try open(Scope("tenant")) != nil)
        #expect(try open(Scope("Tenant")) == nil)
        #expect(Scope("session") != .session)
    }

    @Test("An open scope applies to all injectors, each of which has its own instances")
    func everyInjector() throws {
        bindPiece()
        let child = Injector(parent: injector)
        let other = Injector(parent: nil)
        other.bind(Piece.self, lifetime: .scope(.request), to: .make { Piece() })
        func open() throws {
            try child.withScope(.request) {
                let piece: Piece = injector.instance()
                #expect(piece === child.instance(for: Piece.self))
                #expect(other.instance(for: Piece.self) === other.instance(for: Piece.self))
                #expect(piece !== other.instance(for: Piece.self))
            }
        }
        try open()
    }
}
