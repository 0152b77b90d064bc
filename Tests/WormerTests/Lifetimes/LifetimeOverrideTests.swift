import Testing
import Wormer

@Suite("Lifetimes in overrides")
struct LifetimeOverrideTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    @Test("A weak instance made outside is seen inside; one made inside does not leak")
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

    @Test("An instance of a scope that was made outside is seen inside; one made inside does not leak, and ends once")
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

    /// A task of an override that went on when its scope's instance was constructed outside, too, got that one then.
    @Test("An override keeps its own instance of an open scope when another one is constructed outside later")
    func scopeAfterOutside() throws {
        injector.bindPiece("both", .scope(.request), journal)
        let layer = Layer()
        try injector.withScope(.request) {
            let inside: Piece = Layer.$current.withValue(layer) { injector.instance() }
            let outside: Piece = injector.instance()
            #expect(inside !== outside)
            Layer.$current.withValue(layer) { #expect(inside === injector.instance(for: Piece.self)) }
        }
    }

    @Test("end() inside an override ends what was made inside, each time, and nothing that was made outside")
    func ending() async throws {
        // Defect: what was made inside after an `end()` was guarded by the lock of the outside, and never ended.
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

    @Test("A long-lived scope that is ended or reset inside is as it was outside")
    func longLived() async throws {
        injector.bindPiece("piece", .scope(.session), journal)
        let outside: Piece = injector.instance()
        try await inOverride {
            #expect(outside === injector.instance(for: Piece.self))
            injector.dropInstances(of: .scope(.session))
            #expect(outside !== injector.instance(for: Piece.self))
            try await injector.end(.session)
        }
        #expect(journal.entries == ["piece ended"])
        #expect(outside === injector.instance(for: Piece.self))
    }

    @Test("A decorator that is registered inside does not leak, and drops the outer instance inside only")
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

    @Test("What is bound inside is decorated by what was registered outside")
    func outerDecorators() {
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "outside") }
        inOverride {
            injector.bind(API.self, to: .make { BaseAPI() })
            #expect(injector.instance(for: API.self).text == "outside(base)")
        }
        #expect(injector.safeInstance(for: API.self) == nil)
    }

    @Test("Contributions made inside do not leak; those of outside are seen and can be replaced inside")
    func contributions() {
        injector.contribute(to: Plugin.self, id: 1, .make { NamedPlugin(name: "outside") })
        inOverride {
            injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "inside") })
            #expect(injector.plugins == ["outside", "inside"])
            injector.contribute(to: Plugin.self, id: 1, .make { NamedPlugin(name: "replaced") })
            #expect(injector.plugins == ["replaced", "inside"])
            injector.reset()
            #expect(injector.plugins == [])
        }
        #expect(injector.plugins == ["outside"])
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "later") })
        #expect(injector.plugins == ["outside", "later"])
    }
}
