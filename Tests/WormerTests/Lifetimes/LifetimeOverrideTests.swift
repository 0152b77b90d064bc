import Testing
import Wormer

@Suite("An override has its own instances with every lifetime")
struct LifetimeOverrideTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("An override shares an existing weak instance, and its own weak instances stay in it")
    func weak() {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        let outside: Piece = injector.instance()
        inOverride { #expect(outside === injector.instance(for: Piece.self)) }
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        let inside: Piece = inOverride {
            let inside: Piece = injector.instance()
            #expect(inside === injector.instance(for: Piece.self))
            return inside
        }
        #expect(inside !== injector.instance(for: Piece.self))
    }

    @Test("An override shares existing instances of a scope, and its own instances stay in it and end once")
    func scope() async throws {
        injector.bindPiece("outside", .scope(.request), id: 1, journal)
        injector.bindPiece("both", .scope(.request), id: 2, journal)
        try await injector.withScope(.request) {
            let outside: Piece = injector.instance(id: 1)
            let inside: Piece = try await inOverride {
                #expect(outside === injector.instance(for: Piece.self, id: 1))
                try await injector.withScope(.job) {}
                return injector.instance(id: 2)
            }
            #expect(inside !== injector.instance(for: Piece.self, id: 2))
            #expect(journal.entries == [])
        }
        #expect(journal.entries == ["both ended", "both ended", "outside ended"])
    }

    @Test("An override keeps its own instance of a scope when an instance is constructed outside later")
    func scopeAfterOutside() throws {
        injector.bindPiece("both", .scope(.request), journal)
        let layer = Override()
        try injector.withScope(.request) {
            let inside: Piece = inOverride(layer) { injector.instance() }
            let outside: Piece = injector.instance()
            #expect(inside !== outside)
            inOverride(layer) { #expect(inside === injector.instance(for: Piece.self)) }
        }
    }

    @Test("end() in an override ends the instances of the override and none from outside")
    func ending() async throws {
        injector.bindPiece("outside", .singleton, id: 1, journal)
        injector.bindPiece("inside", .singleton, id: 2, journal)
        let outside: Piece = injector.instance(id: 1)
        try await inOverride {
            _ = injector.instance(for: Piece.self, id: 2)
            try await injector.end()
            #expect(journal.entries == ["inside ended"])
            #expect(outside !== injector.instance(for: Piece.self, id: 1))
            try await injector.end()
            #expect(journal.entries == ["inside ended", "outside ended"])
        }
        #expect(outside === injector.instance(for: Piece.self, id: 1))
        try await injector.end()
        #expect(journal.entries == ["inside ended", "outside ended", "outside ended"])
    }

    @Test("A decorator in an override applies in the override only and drops the shared instance there")
    func decorators() throws {
        injector.bind(API.self, lifetime: .singleton, to: .make { BaseAPI() })
        injector.bind(API.self, id: 1, lifetime: .scope(.request), to: .make { BaseAPI() })
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "outside") }
        var texts: [String] { [injector.instance(for: API.self).text, injector.instance(for: API.self, id: 1).text] }
        func open() throws {
            try injector.withScope(.request) {
                #expect(texts == ["outside(base)", "base"])
                inOverride {
                    injector.decorate(API.self) { base in LoggingAPI(base, logger: "inside") }
                    injector.decorate(API.self, id: 1) { base in LoggingAPI(base, logger: "inside") }
                    #expect(texts == ["inside(outside(base))", "inside(base)"])
                }
                #expect(texts == ["outside(base)", "base"])
            }
        }
        try open()
    }

    @Test("A decorator from outside applies to bindings in an override")
    func outerDecorators() {
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "outside") }
        inOverride {
            injector.bind(API.self, to: .make { BaseAPI() })
            #expect(injector.instance(for: API.self).text == "outside(base)")
        }
        #expect(injector.safeInstance(for: API.self) == nil)
    }

    @Test("reset() in an override removes what is the override's, and shows again what is outside")
    func reset() async throws {
        let (injector, module) = (injector, Module { $0.bind(Double.self, to: .value(1)) })
        injector.bind(API.self, lifetime: .singleton, to: .make { BaseAPI() })
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("outside") })
        injector.bind(String.self, id: "kept", to: .value("outside"))
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "outside") })
        try injector.install(module)
        let piece = injector.instance(for: Piece.self)
        func check() {
            #expect(injector.instance(for: API.self).text == "base")
            #expect(injector.instance(for: Piece.self) === piece)
            #expect(injector.instance(for: String.self, id: "kept") == "outside")
            #expect(injector.plugins == ["outside"])
            #expect(injector.instance(for: Double.self) == 1)
            #expect(!injector.isBound(Int.self))
        }
        try await inOverride {
            injector.bind(Int.self, to: .value(1))
            injector.bind(String.self, id: "kept", to: .value("inside"))
            injector.bind(Double.self, to: .value(2))
            injector.decorate(API.self) { base in LoggingAPI(base, logger: "inside") }
            injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "inside") })
            injector.unbind(Piece.self)
            #expect(injector.instance(for: API.self).text == "inside(base)")
            inOverride {
                injector.bind(Int.self, to: .value(3))
                injector.unbindAll()
                #expect(injector.instance(for: Int.self) == 1)
                #expect(injector.plugins == ["outside", "inside"])
                #expect(!injector.isBound(Piece.self))
            }
            injector.unbindAll()
            check()
            injector.bind(Int.self, to: .value(4))
            #expect(injector.instance(for: Int.self) == 4)
            injector.unbindAll()
            check()
            try await injector.end()
        }
        check()
    }
}
