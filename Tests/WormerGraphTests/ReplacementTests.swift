import Testing
@testable import Wormer
import WormerGraph

@Suite("verify() lists replaced bindings")
struct ReplacementTests {
    let injector = Injector(parent: nil)

    private func bind(_ number: Int, id: AnyHashable? = nil, line: UInt, in other: Injector? = nil) {
        (other ?? injector).bind(Int.self, id: id, to: .value(number), line: line)
    }

    private func replaced() throws -> [String] {
        try injector.verify().remarks.filter { $0.kind == .replaced }.map(\.description)
    }

    private func expectNone(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let replaced = try injector.verify().remarks.filter { $0.kind == .replaced }
        #expect(replaced.isEmpty, "\(replaced)", sourceLocation: sourceLocation)
    }

    @Test("A binding that replaces another one is listed with both locations and is no fault")
    func again() throws {
        bind(1, line: 1)
        bind(2, id: "two", line: 2)
        #expect(try replaced() == [])
        bind(3, line: 3)
        #expect(
            try injector.verify().description == """
                2 bindings verified.
                Bound more than once (the last binding counts):
                  - Int (WormerGraphTests/ReplacementTests.swift:3) replaces the binding at \
                WormerGraphTests/ReplacementTests.swift:1
                """
        )
    }

    @Test("A replacement is still listed after decorating and ending, and contributions replace by identifier")
    func kept() async throws {
        injector.decorate(Piece.self) { $0 }
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("first") })
        #expect(try replaced() == [])
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("second") })
        _ = injector.instance(for: Piece.self)
        injector.decorate(Piece.self) { $0 }
        try await injector.end()
        injector.contribute(to: Plugin.self, id: 1, .make { NamedPlugin(name: "first") })
        injector.contribute(to: Plugin.self, id: 1, .make { NamedPlugin(name: "second") })
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "third") })
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "fourth") })
        #expect(
            try await injector.verifyInstances().remarks.filter { $0.kind == .replaced }.map(\.places[0].interface) == [
                "Piece", "Plugin (id: 1)",
            ]
        )
    }

    @Test("Binding after unbind() or reset(), assigning and binding in a child replace nothing")
    func others() throws {
        bind(1, line: 1)
        injector.unbind(Int.self)
        bind(2, line: 2)
        injector.unbindAll()
        bind(3, line: 3)
        injector.assign(4, to: Key(Int.self), at: CodeLocation())
        injector.assign(5, to: Key(Int.self), at: CodeLocation())
        let child = Injector(parent: injector)
        bind(6, line: 6, in: child)
        #expect(try child.verify().remarks.filter { $0.kind == .replaced }.isEmpty)
        injector.registry.unassign(Key(Int.self))
        injector.assign(7, to: Key(Bool.self), at: CodeLocation())
        injector.bind(Bool.self, to: .value(true))
        #expect(try replaced() == [])
        injector.assign(8, to: Key(Int.self), at: CodeLocation())
        bind(9, line: 9)
        #expect(try injector.verify().remarks.filter { $0.kind == .replaced }.map(\.places[1].location.line) == [3])
    }

    @Test("A binding in an override replaces nothing outside, but binding twice in the override does")
    func overrides() throws {
        injector.bind(Piece.self, lifetime: .singleton, to: .make { Piece("outside") })
        bind(1, line: 1)
        try inOverride {
            // The override has a copy of the binding, which holds its own instance.
            _ = injector.instance(for: Piece.self)
            injector.bind(Piece.self, to: .make { Piece("inside") })
            injector.decorate(Int.self) { $0 + 1 }
            bind(2, line: 2)
            try expectNone()
            try inOverride {
                try expectNone()
                injector.bind(Piece.self, to: .make { Piece("innermost") })
                injector.unbind(Int.self)
                bind(3, line: 3)
                try expectNone()
                bind(4, line: 4)
                let replaced = try injector.verify().remarks.filter { $0.kind == .replaced }
                #expect(replaced.map(\.places[1].location.line) == [3])
            }
            try expectNone()
        }
        try expectNone()
    }
}
