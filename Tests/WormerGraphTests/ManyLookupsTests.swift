import Testing

@testable import Wormer
import WormerGraph

@Suite("The graph remembers a limited number of the identifiers that a factory looks up")
struct ManyLookupsTests {
    @Test("A factory that runs a server's loop records sixteen identifiers of a type, and every other type")
    func loop() {
        let injector = Injector(parent: nil)
        injector.bind(String.self, id: "0", to: .make { "zero" })
        injector.bind(API.self, id: "last", to: .make { BaseAPI() })
        injector.contribute(to: Plugin.self, .make { SharedPlugin() })
        injector.bindMake(Piece.self) { injector in
            for id in 0..<1_000 { _ = injector.safeInstance(for: String.self, id: "\(id)") }
            _ = injector.safeInstance(for: API.self, id: "last")
            return Piece(injector.instances(for: Plugin.self)[0].name)
        }
        _ = injector.instance(for: Piece.self)
        let needed = injector.graph.edges.filter { $0.from == "WormerGraphTests.Piece" }.map(\.to)
        #expect(needed.contains("Swift.String \"0\"") && needed.contains("WormerGraphTests.API \"last\""))
        let recorded = needsOfPiece(injector)
        #expect(recorded?.count == 18)
        let lines = injector.explain(Piece.self).withoutLocations.split(separator: "\n")
        #expect(
            lines.first == "Piece [transient, looks up more than is shown] WormerGraphTests/ManyLookupsTests.swift:LINE"
        )
        #expect(lines.count == 1 + 18 + 1)
        #expect(injector.graph.mermaid.contains("Piece<br/>transient, looks up more than is shown"))
    }

    @Test("A factory that takes an array records each contribution, and sixteen with identifiers, in their order")
    func contributions() {
        let injector = Injector(parent: nil)
        for number in 0..<100 {
            injector.contribute(to: Plugin.self, id: number, .make { SharedPlugin() })
            injector.contribute(to: Plugin.self, .make { SharedPlugin() })
        }
        injector.bindMake(Piece.self) { Piece("\($0.instances(for: Plugin.self).count)") }
        #expect(injector.instance(for: Piece.self).name == "200")
        let keys = needsOfPiece(injector)?.map(\.key) ?? []
        let first = ["Plugin (id: 0)", "contribution to Plugin", "Plugin (id: 1)"]
        #expect(keys.prefix(3).map(\.description) == first && keys.count == 116)
    }

    private func needsOfPiece(_ injector: Injector) -> [(key: Key, opened: [Scope])]? {
        injector.snapshot().bindings.first { $0.binding.key == Key(Piece.self) }?.binding.recordedNeeds?.needs
    }
}
