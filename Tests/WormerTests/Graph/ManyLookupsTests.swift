import Testing

@testable import Wormer

@Suite("The graph remembers a limited number of the identifiers that a factory looks up")
struct ManyLookupsTests {
    private static let count = 1000
    private let injector = Injector(parent: nil)

    private var recorded: Int? {
        injector.visibleBindings.first { $0.key == Key(Piece.self) }?.recordedNeeds?.keys.count
    }

    /// Checks what is known of a factory that looked up many identifiers of `String`, then one of `API`, and a plugin.
    private func check(_ lifetime: String) {
        let needed = injector.graph.edges.filter { $0.from == "WormerTests.Piece" }.map(\.to)
        #expect(needed.contains("Swift.String \"0\""))
        #expect(needed.contains("WormerTests.API \"last\""))
        #expect(recorded == 18)
        let lines = injector.explain(Piece.self).withoutLocations.split(separator: "\n")
        #expect(
            lines.first == "Piece [\(lifetime), looks up more than is shown] WormerTests/ManyLookupsTests.swift:LINE"
        )
        #expect(lines.count == 1 + 18 + 1)
        #expect(injector.graph.mermaid.contains("Piece<br/>\(lifetime), looks up more than is shown"))
    }

    private func bind() {
        injector.bind(String.self, id: "0", to: .make { "zero" })
        injector.bind(API.self, id: "last", to: .make { BaseAPI() })
        injector.contribute(to: Plugin.self, .make { SharedPlugin() })
    }

    @Test("A factory that runs a server's loop records sixteen identifiers of a type, and every other type")
    func loop() {
        // Defect: each distinct identifier was kept, so that memory grew with the requests to a server.
        bind()
        injector.bindMake(Piece.self) { injector in
            for id in 0..<Self.count { _ = injector.safeInstance(for: String.self, id: "\(id)") }
            _ = injector.safeInstance(for: API.self, id: "last")
            return Piece(injector.instances(for: Plugin.self)[0].name)
        }
        _ = injector.instance(for: Piece.self)
        check("transient")
    }
}
