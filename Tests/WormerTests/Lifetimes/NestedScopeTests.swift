import Testing
import Wormer

@Suite("Scopes nest and apply to child tasks")
struct NestedScopeTests {
    let injector = Injector(parent: nil)

    private func bindPieces() {
        for scope in [Scope.request, .job] {
            injector.bind(Piece.self, id: scope.name, lifetime: .scope(scope), to: .make { Piece() })
        }
    }

    private func piece(_ scope: Scope) -> Piece { injector.instance(id: scope.name) }

    @Test("An inner scope shares the instances of the outer scope and adds to them")
    func seeingOut() async throws {
        bindPieces()
        try await injector.withScope(.request) {
            let request = piece(.request)
            let (first, job) = try await injector.withScope(.job) {
                #expect(request === piece(.request))
                return (piece(.job), piece(.request))
            }
            #expect(job === piece(.request))
            let second = try await injector.withScope(.job) { piece(.job) }
            #expect(first !== second)
            #expect(injector.safeInstance(for: Piece.self, id: "job") == nil)
        }
    }

    @Test("An initializer that opens its own scope again and looks itself up is a cycle")
    func cycle() throws {
        injector.bindMake(Piece.self, lifetime: .scope(.request)) {
            [unowned injector] in
            try injector.withScope(.request) { try injector.throwingInstance() }
        }
        func open() throws -> InjectionError? {
            try injector.withScope(.request) {
                #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
            }
        }
        let error = try open()
        #expect(error?.path.count == 2)
        #expect(error?.reason.name == "cycle")
    }
}
