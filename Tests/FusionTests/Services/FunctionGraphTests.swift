import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph

private final class Mill: Sendable {}
private final class Grain: Sendable {}
private final class Bread: Sendable {}
private struct Stale: Error {}

extension Wormer.Scope { fileprivate static let baking = Wormer.Scope("baking") }

extension Container {
    @Service(.singleton) fileprivate var mill = Mill()
    @Service(lifetime: .scope(.baking)) fileprivate var oven = Mill()
    @Provides(.singleton) fileprivate func grain(_ kind: String) -> Grain {
        _ = mill
        return Grain()
    }
    @Provides(.singleton) fileprivate func bread(_ kind: String) async throws -> Bread {
        _ = grain(kind)
        return Bread()
    }
    @Provides(.singleton) fileprivate func bakery() -> (String) async throws -> Bread { breadProvider }
    @Provides(.singleton) fileprivate func captor() -> Mill { oven }
    @Provides(.singleton) fileprivate func crumbs(_ count: Int) -> [Int] { count == 0 ? [] : crumbs(count - 1) }
    @MainActor @Provides(.singleton) fileprivate func window() -> Bread { Bread() }
    @Service(.singleton) fileprivate var lateGrain: @Sendable (String) -> Grain = Container.main.grainProvider
}

private struct Baker {
    @Inject(\.grainProvider) var grain
}

@Suite("The graph of a container includes declared functions")
struct FunctionGraphTests {
    private let container = Container()

    private func withOwnServices<Result>(body: () throws -> Result) rethrows -> Result {
        try knowingFiles(["FunctionGraphTests.swift"], body)
    }

    private func node(_ name: String) -> DependencyGraph.Node? {
        container.injector.graph.nodes.first { $0.identifier == name }
    }

    private func needs(_ name: String) -> [String] {
        let graph = container.injector.graph
        let id = graph.nodes.first { $0.identifier == name }?.id
        return graph.edges.filter { $0.from == id }.map { edge in
            "\(graph.nodes.first { $0.id == edge.to }?.identifier ?? edge.to) \(edge.kind)"
        }
    }

    @Test("A function is one node with the number of its instances, and its calls are needs")
    func nodes() {
        withOwnServices {
            #expect(node("grain(_:)")?.instanceCount == 0)
            #expect(needs("grain(_:)") == ["mill inferred"])
            #expect(needs("bread(_:)") == ["grain(_:) inferred"])
            #expect(node("bread(_:)")?.isAsync == true && node("window()")?.actor == "MainActor")
            #expect(needs("bakery()") == ["bread(_:) deferred"] && needs("lateGrain") == ["grain(_:) deferred"])
            for kind in ["rye", "oat", "rye"] { _ = container.grain(kind) }
            let count = container.injector.graph.nodes.count { $0.identifier?.hasPrefix("grain") == true }
            #expect(count == 1 && node("grain(_:)")?.instanceCount == 2)
            #expect(node("grain(_:)")?.description.contains("[singleton, 2 created]") == true)
            #expect(needs("grain(_:)") == ["mill observed"])
        }
    }

    @Test("A function that was assigned is the same node, with its own instances")
    func assigned() {
        withOwnServices {
            _ = container.grain("rye")
            container.grainProvider = { _ in Grain() }
            #expect(node("grain(_:)")?.instanceCount == 0 && node("grain(_:)")?.lifetime == "assigned")
            #expect(needs("bread(_:)") == ["grain(_:) inferred"])
            _ = container.grain("rye")
            #expect(node("grain(_:)")?.instanceCount == 1)
        }
    }

    @Test("An injected property with the function depends on the function")
    func injected() {
        withOwnServices {
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(error?.faults.map(\.description).contains { $0.contains("Baker") } == false)
        }
    }

    @Test("A function that would hold an instance of an inner scope is a fault, and one that calls itself is none")
    func faults() {
        withOwnServices {
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(
                error?.faults.map(\.description.withoutLocations) == [
                    """
                    a singleton would hold a shorter-lived instance (scope baking): captor(): Mill \
                    (FusionTests/FunctionGraphTests.swift:LINE) -> oven: Mill \
                    (FusionTests/FunctionGraphTests.swift:LINE); declare '@Inject(\\.oven) var oven' in it and read it in a \
                    method, or pass it a closure, '{ Container.main.oven }', or keep it in the scope, too
                    """
                ]
            )
        }
    }

    @Test("explain(_:) tells what a function needs")
    func explanation() {
        withOwnServices {
            #expect(
                container.injector.explain(\Container.grainProvider).description.withoutLocations == """
                    Grain (grain(_:)) [singleton] FusionTests/FunctionGraphTests.swift:LINE
                      Mill (mill) [singleton] FusionTests/FunctionGraphTests.swift:LINE (inferred)
                    """
            )
        }
    }
}
