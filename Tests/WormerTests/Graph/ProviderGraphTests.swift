import Testing
import Wormer

@Suite("Providers in the graph and in verify()")
struct ProviderGraphTests {
    let injector = Injector(parent: nil)

    @Test("A need behind a provider is of a kind of its own, and drawn in its own way")
    func drawing() {
        injector.bind(Int.self, to: .using { (later: Provider<Int8>, _: Provider<Int16?>) in Int(later()) })
        injector.bind(Int8.self, to: .make { 1 })
        let graph = injector.graph
        #expect(graph.edges.map(\.kind) == [.deferred])
        #expect(graph.nodes.map(\.interface) == ["Int", "Int8"])
        #expect(graph.mermaid.contains("\n    n0 -. deferred .-> n1\n"))
        #expect(graph.dot.contains("\n    n0 -> n1 [style=dotted]\n"))
        #expect(
            graph.description.withoutLocations == """
                Int: Int [transient] WormerTests/ProviderGraphTests.swift:LINE
                  Int8: Int8 [transient] WormerTests/ProviderGraphTests.swift:LINE (deferred)
                """
        )
    }

    @Test("It closes no cycle, in the tree as in the drawing, whether it comes first or last")
    func cycles() throws {
        injector.bind(Int8.self, to: .using { (value: Int16) in Int8(value) })
        injector.bind(Int16.self, to: .using { (_: Provider<Int8>) in 1 })
        try injector.verify()
        #expect(
            injector.graph.description.withoutLocations == """
                Int16: Int16 [transient] WormerTests/ProviderGraphTests.swift:LINE
                  Int8: Int8 [transient] WormerTests/ProviderGraphTests.swift:LINE (deferred)
                    Int16: Int16 [transient] WormerTests/ProviderGraphTests.swift:LINE - see above
                """
        )
        #expect(
            injector.explain(Int8.self).withoutLocations == """
                Int8: Int8 [transient] WormerTests/ProviderGraphTests.swift:LINE
                  Int16: Int16 [transient] WormerTests/ProviderGraphTests.swift:LINE
                    Int8: Int8 [transient] WormerTests/ProviderGraphTests.swift:LINE (deferred) - see above
                """
        )
        #expect(!injector.graph.mermaid.contains(":::cycle"))
    }

    @Test("A provider of what nobody binds is a fault, and one of an optional is none")
    func missing() {
        injector.bind(Int.self, to: .using { (_: Provider<Float>, _: Provider<Double?>) in 1 })
        injector.bind(Int8.self, to: .make { Int8(try $0.throwingInstance(for: Provider<Float>?.self) == nil ? 0 : 1) })
        #expect(injector.instance(for: Int8.self) == 1)
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.faults.map(\.description.withoutLocations)
                == ["Float is not bound; Int (WormerTests/ProviderGraphTests.swift:LINE) needs it"]
        )
    }

    @Test("A singleton captures nothing behind a provider, and does behind an instance")
    func captives() throws {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        injector.bind(Int.self, lifetime: .singleton, to: .using { (_: Provider<Piece>) in 1 })
        try injector.verify()
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (_: Provider<Piece>, _: Piece) in 1 })
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(error?.faults.count == 1)
    }

    @Test("A closure that asks for a provider is seen to, and what it called while it ran is a need like any other")
    func observed() throws {
        injector.bind(Int8.self, to: .make { 1 })
        injector.bind(
            Int.self,
            to: .make { injector in
                let provider = try injector.throwingInstance(for: Provider<Int8>.self)
                return Int(try provider.get())
            }
        )
        _ = injector.instance(for: Int.self)
        #expect(injector.graph.edges.map(\.kind) == [.deferred, .observed])
        injector.bind(Int.self, to: .using { (value: Provider<Int8>) in Int(try value.get()) })
        _ = injector.instance(for: Int.self)
        #expect(injector.graph.edges.map(\.kind) == [.deferred, .observed])
    }

    @Test("Where the provider itself is bound, that is what is needed")
    func bound() throws {
        injector.bind(Int8.self, id: 1, to: .make { 1 })
        injector.bind(Provider<Int8>.self, to: .make { injector in try injector.throwingInstance(id: 1) })
        injector.bind(Int.self, to: .using { (value: Provider<Int8>) in Int(value()) })
        try injector.verify()
        #expect(injector.graph.edges.map(\.kind) == [.declared])
        #expect(injector.instance(for: Int.self) == 1)
    }
}
