import Foundation
import Testing
import Wormer
import WormerGraph

@Suite("A dependency graph shows the bindings of an injector")
struct GraphTests {
    let injector = Injector(parent: nil)

    /// A gateway with a parameter, a closure with a lookup, an unbound parameter and a cycle.
    private func bindEverything() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        injector.bind(
            interface: NotificationGateway.self,
            toImplementation: PushGateway.self,
            initializer: PushGateway.init(eventBus:)
        )
        injector.bind(interface: Bool.self, id: "ready", toImplementation: Bool.self) { [unowned injector] in
            injector.instance(for: NotificationGateway.self).eventBus.name == "local"
        }
        injector.bind(interface: Double.self, toImplementation: Double.self) { (value: Float) in Double(value) }
        injector.bind(interface: Int8.self, toImplementation: Int8.self) { (value: Int16) in Int8(value) }
        injector.bind(interface: Int16.self, toImplementation: Int16.self) { (value: Int8) in Int16(value) }
    }

    @Test("The description is a tree with implementations, lifetimes, locations, unbound interfaces and cycles")
    func description() {
        bindEverything()
        #expect(
            injector.graph.description.withoutLocations == """
                Bool ("ready") [transient] WormerGraphTests/GraphTests.swift:LINE
                Double [transient] WormerGraphTests/GraphTests.swift:LINE
                  Float - not bound
                NotificationGateway: PushGateway [transient] WormerGraphTests/GraphTests.swift:LINE
                  EventBus: LocalEventBus [singleton] WormerGraphTests/GraphTests.swift:LINE
                Int16 [transient] WormerGraphTests/GraphTests.swift:LINE
                  Int8 [transient] WormerGraphTests/GraphTests.swift:LINE
                    Int16 [transient] WormerGraphTests/GraphTests.swift:LINE - a cycle
                """
        )
        #expect(Injector(parent: nil).graph.description == "nothing is bound")
    }

    @Test("The graph shows the lookups of a closure after it has run")
    func observed() {
        bindEverything()
        #expect(injector.graph.edges.allSatisfy { $0.kind == .declared })
        #expect(injector.instance(for: Bool.self, id: "ready"))
        #expect(injector.graph.edges.filter { $0.kind == .observed }.count == 1)
        #expect(
            injector.explain(Bool.self, id: "ready").withoutLocations == """
                Bool ("ready") [transient] WormerGraphTests/GraphTests.swift:LINE
                  NotificationGateway: PushGateway [transient] WormerGraphTests/GraphTests.swift:LINE (observed)
                    EventBus: LocalEventBus [singleton, created] WormerGraphTests/GraphTests.swift:LINE
                Nothing is known to depend on Bool ("ready").
                """
        )
        #expect(injector.explain(Float.self) == "Float - not bound")
    }

    @Test("The roots of the graph are the bindings that no other binding depends on, not even through a provider")
    func roots() {
        bindEverything()
        #expect(injector.graph.roots.map(\.interface) == ["Bool", "Double", "NotificationGateway"])
        let first = #"[Bool ("ready") [transient] WormerGraphTests/GraphTests.swift:LINE, Double"#
        #expect("\(injector.graph.roots)".withoutLocations.hasPrefix(first))
        #expect(injector.instance(for: Bool.self, id: "ready"))
        injector.bind(UInt8.self, to: .using { (_: Provider<UInt8>, _: Provider<Double>) in 1 })
        #expect(injector.graph.roots.map(\.interface) == ["Bool", "UInt8"])
        #expect(!injector.explain(EventBus.self).contains("Nothing is known"))
    }

    @Test("The lookups of a decorator are observed, even if the binding had an instance before")
    func observedInDecorator() {
        injector.bind(EventBus.self, to: .value(LocalEventBus()))
        injector.bind(
            NotificationGateway.self,
            lifetime: .singleton,
            to: .make { PushGateway(eventBus: LocalEventBus()) }
        )
        _ = injector.instance(for: NotificationGateway.self)
        injector.decorate(NotificationGateway.self) { [unowned injector] _ in
            PushGateway(eventBus: injector.instance(for: EventBus.self))
        }
        _ = injector.instance(for: NotificationGateway.self)
        #expect(injector.graph.edges.map(\.kind) == [.observed])
    }

    @Test("The Mermaid diagram groups by module, dots observed edges and marks unbound interfaces and cycles")
    func mermaid() {
        bindEverything()
        _ = injector.instance(for: Bool.self, id: "ready")
        #expect(
            injector.graph.mermaid == """
                flowchart LR
                    subgraph m0["WormerGraphTests"]
                        n0["Bool (&quot;ready&quot;)<br/>transient"]:::transient
                        n1["Double<br/>transient"]:::transient
                        n2["Int16<br/>transient"]:::cycle
                        n3["Int8<br/>transient"]:::cycle
                        n4["EventBus<br/>LocalEventBus<br/>singleton"]:::singleton
                        n5["NotificationGateway<br/>PushGateway<br/>transient"]:::transient
                    end
                    n6["Float<br/>not bound"]:::missing
                    n0 -.-> n5
                    n1 --> n6
                    n2 --> n3
                    n3 --> n2
                    n5 --> n4
                    classDef transient fill:#ffffff,stroke:#57606a,color:#1f2328
                    classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328
                    classDef scope fill:#dafbe1,stroke:#1a7f37,color:#1f2328
                    classDef weak fill:#fbefff,stroke:#8250df,color:#1f2328
                    classDef resolution fill:#fff1e5,stroke:#bc4c00,color:#1f2328
                    classDef assigned fill:#fff8c5,stroke:#9a6700,color:#1f2328
                    classDef unassigned fill:#ffebe9,stroke:#cf222e,color:#1f2328
                    classDef missing fill:#ffebe9,stroke:#cf222e,color:#1f2328
                    classDef cycle fill:#ffebe9,stroke:#cf222e,color:#1f2328

                """
        )
    }

    @Test("The graph does not depend on the order of bindings and can be encoded as JSON")
    func stability() throws {
        bindEverything()
        let first = injector.graph
        injector.unbindAll()
        bindEverything()
        #expect(injector.graph == first)
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(first)) as? [String: [[String: Any]]]
        #expect(json?["nodes"]?.map { $0["id"] as? String } == first.nodes.map(\.id))
        #expect(json?["edges"]?.map { $0["kind"] as? String } == first.edges.map(\.kind.rawValue))
    }
}
