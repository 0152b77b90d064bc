import Testing
import Wormer
import WormerGraph

@Suite("The graph and verify() know lifetimes")
struct LifetimeGraphTests {
    let injector = Injector(parent: nil)

    @Test("The tree shows lifetimes, decorators with their dependencies, and all contributions of an array")
    func tree() {
        struct Host { init(_ plugins: [any Plugin], _ api: any API) {} }
        injector.bind(interface: Host.self, toImplementation: Host.self, initializer: Host.init)
        injector.contribute(to: Plugin.self, lifetime: .weak, .make { SharedPlugin() })
        injector.contribute(to: Plugin.self, id: "named", lifetime: .resolution, .make { NamedPlugin(name: "named") })
        injector.bind(API.self, lifetime: .scope(.request), to: .make { BaseAPI() })
        injector.bind(interface: String.self, toImplementation: String.self, asSingleton: true) { "log" }
        injector.decorate(API.self, with: LoggingAPI.init(base:logger:))
        injector.decorate(API.self) { base in LoggingAPI(base) }
        #expect(
            injector.graph.description.withoutLocations == """
                LifetimeGraphTests.Host [transient] WormerGraphTests/LifetimeGraphTests.swift:LINE
                  Plugin (contribution 1) [weak] WormerGraphTests/LifetimeGraphTests.swift:LINE
                  Plugin ("named") [resolution] WormerGraphTests/LifetimeGraphTests.swift:LINE
                  API [scope request, decorated at WormerGraphTests/LifetimeGraphTests.swift:LINE, \
                WormerGraphTests/LifetimeGraphTests.swift:LINE] WormerGraphTests/LifetimeGraphTests.swift:LINE
                    String [singleton] WormerGraphTests/LifetimeGraphTests.swift:LINE
                """
        )
        #expect(
            injector.explain([any Plugin].self).withoutLocations == """
                Plugin (contribution 1) [weak] WormerGraphTests/LifetimeGraphTests.swift:LINE
                Plugin ("named") [resolution] WormerGraphTests/LifetimeGraphTests.swift:LINE
                """
        )
        let api = injector.graph.nodes.first { $0.interface == "API" }
        #expect(api?.decorators.map(\.line) == [#line - 19, #line - 18])
        for color in [":::weak", ":::resolution", ":::scope", ":::singleton", ":::transient"] {
            #expect(injector.graph.mermaid.contains(color))
        }
    }

    @Test("The graph shows a weak instance as made while a reference to it exists")
    func made() {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        var hasInstance: Bool? { injector.graph.nodes.first?.hasInstance }
        let piece: Piece = injector.instance()
        withExtendedLifetime(piece) { #expect(hasInstance == true) }
        injector.unbind(Piece.self)
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        _ = injector.instance(for: Piece.self)
        #expect(hasInstance == false)
    }

    @Test("The graph numbers the contributions to each interface")
    func numbers() {
        for index in 1...3 {
            injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "plugin") })
            injector.contribute(to: Int.self, .value(index))
        }
        injector.contribute(to: Plugin.self, id: "named", .make { NamedPlugin(name: "named") })
        let plugins = (1...3).map { "Plugin (contribution \($0))" } + [#"Plugin ("named")"#]
        let lines = injector.explain([any Plugin].self).split(separator: "\n")
        #expect(lines.prefix(4).map { $0.prefix { $0 != "[" }.dropLast() } == plugins.map { $0[...] })
        #expect(
            injector.graph.nodes.filter { $0.interface == "Int" }.map(\.identifier)
                == (1...3).map { "contribution \($0)" }
        )
    }

    @Test("verify() remarks a decorator of contributions of which there are none")
    func decoratedNothing() throws {
        injector.decorateContributions(to: Plugin.self) { base in base }
        injector.bind(Plugin.self, to: .make { NamedPlugin(name: "no contribution") })
        let remarks = try injector.verify().remarks.filter { $0.kind == .withoutEffect }
        #expect(
            remarks.map(\.description.withoutLocations) == [
                "the decorator of contribution to Plugin (WormerGraphTests/LifetimeGraphTests.swift:LINE): "
                    + "there is no contribution to Plugin"
            ]
        )
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "contribution") })
        #expect(injector.explain([any Plugin].self).contains("decorated at"))
        #expect(try injector.verify().remarks.filter { $0.kind == .withoutEffect }.isEmpty)
    }

    @Test("An array in a child also depends on the contributions of the parent")
    func parents() {
        let child = Injector(parent: injector)
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "parent") })
        child.contribute(to: Plugin.self, .make { NamedPlugin(name: "child") })
        child.bind(interface: Int.self, toImplementation: Int.self) { (plugins: [any Plugin]) in plugins.count }
        let edges = child.graph.edges.filter { $0.from == "Swift.Int" }.map(\.to)
        #expect(edges == ["^WormerGraphTests.Plugin contribution 1", "WormerGraphTests.Plugin contribution 1"])
    }

    @Test(
        "verify() reports a singleton that captures what lives shorter, behind transients and in arrays too",
        arguments: [Lifetime.weak, .resolution, .scope(.request), .scope(.session)]
    )
    func captives(lifetime: Lifetime) {
        injector.bind(Piece.self, lifetime: lifetime, to: .make { Piece() })
        injector.contribute(to: Plugin.self, .using { (piece: Piece) in NamedPlugin(name: piece.name) })
        injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { (all: [any Plugin]) in
            all.count
        }
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        let advice = "take a parameter 'plugin: Provider<[Plugin]>' instead"
        let path = "Int (F) -> contribution to Plugin (F) -> Piece (F)"
            .replacingOccurrences(of: "F", with: "WormerGraphTests/LifetimeGraphTests.swift:LINE")
        #expect(
            error?.faults.map(\.description.withoutLocations)
                == ["a singleton would hold a shorter-lived instance (\(lifetime)): \(path); \(advice)"]
        )
    }
}
