import Testing
import Wormer
import WormerGraph

@Suite("The graph and verify() treat the dependency behind a provider as deferred")
struct ProviderGraphTests {
    let injector = Injector(parent: nil)

    @Test("A provider is a deferred edge, which every form of the graph shows")
    func drawing() {
        injector.bind(Int.self, to: .using { (later: Provider<Int8>, _: Provider<Int16?>) in Int(later()) })
        injector.bind(Int8.self, to: .make { 1 })
        let graph = injector.graph
        #expect(graph.edges.map(\.kind) == [.deferred])
        #expect(graph.nodes.map(\.interface) == ["Int", "Int8"])
        #expect(graph.mermaid.contains("\n    n0 -. deferred .-> n1\n"))
        #expect(
            graph.description.withoutLocations == """
                Int [transient] WormerGraphTests/ProviderGraphTests.swift:LINE
                  Int8 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE (deferred)
                """
        )
    }

    @Test("A provider closes no cycle in the tree, in the diagram or in verify()")
    func cycles() throws {
        injector.bind(Int8.self, to: .using { (value: Int16) in Int8(value) })
        injector.bind(Int16.self, to: .using { (_: Provider<Int8>) in 1 })
        try injector.verify()
        #expect(
            injector.graph.description.withoutLocations == """
                Int16 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE
                  Int8 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE (deferred)
                    Int16 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE - see above
                """
        )
        #expect(
            injector.explain(Int8.self).withoutLocations == """
                Int8 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE
                  Int16 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE
                    Int8 [transient] WormerGraphTests/ProviderGraphTests.swift:LINE (deferred) - see above
                """
        )
        #expect(!injector.graph.mermaid.contains(":::cycle"))
    }

    @Test("explain(_:) shows what a provider resolves, also in an optional")
    func explanation() {
        injector.bind(Int8.self, to: .make { 1 })
        let tree = injector.explain(Int8.self)
        #expect(tree.hasPrefix("Int8 [transient] WormerGraphTests/ProviderGraphTests.swift:"))
        #expect(injector.explain(Provider<Int8>.self) == tree)
        #expect(injector.explain(Provider<Int8?>?.self) == tree)
        #expect(injector.explain(Provider<Int16>.self) == "Provider<Int16> - not bound")
    }

    @Test("A provider of an unbound interface is a fault, and a provider of an optional is not")
    func missing() {
        injector.bind(Int.self, to: .using { (_: Provider<Float>, _: Provider<Double?>) in 1 })
        injector.bind(Int8.self, to: .make { Int8(try $0.throwingInstance(for: Provider<Float>?.self) == nil ? 0 : 1) })
        #expect(injector.instance(for: Int8.self) == 0)
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.faults.map(\.description.withoutLocations)
                == ["Float is not bound; Int (WormerGraphTests/ProviderGraphTests.swift:LINE) needs it"]
        )
    }

    @Test("A singleton does not capture the instance behind a provider, but captures a direct parameter")
    func captives() throws {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        injector.bind(Int.self, lifetime: .singleton, to: .using { (_: Provider<Piece>) in 1 })
        try injector.verify()
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (_: Provider<Piece>, _: Piece) in 1 })
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(error?.faults.count == 1)
    }

    @Test("A closure that looks up a provider has a deferred edge, and calling it adds an observed edge")
    func observed() throws {
        injector.bind(Int8.self, to: .make { 1 })
        injector.bindMake(Int.self) { injector in
            let provider = try injector.throwingInstance(for: Provider<Int8>.self)
            return Int(try provider.get())
        }
        _ = injector.instance(for: Int.self)
        #expect(injector.graph.edges.map(\.kind) == [.deferred, .observed])
        injector.bind(Int.self, to: .using { (value: Provider<Int8>) in Int(try value.get()) })
        _ = injector.instance(for: Int.self)
        #expect(injector.graph.edges.map(\.kind) == [.deferred, .observed])
    }

    @Test("A bound provider is itself the dependency")
    func bound() throws {
        injector.bind(Int8.self, id: 1, to: .make { 1 })
        injector.bind(Provider<Int8>.self, to: .make { injector in try injector.throwingInstance(id: 1) })
        injector.bind(Int.self, to: .using { (value: Provider<Int8>) in Int(value()) })
        try injector.verify()
        #expect(injector.graph.edges.map(\.kind) == [.declared])
        #expect(injector.instance(for: Int.self) == 1)
    }
}
