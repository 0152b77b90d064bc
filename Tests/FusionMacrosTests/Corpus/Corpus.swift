import Fusion
import Testing
import Wormer
import WormerGraph

/// The properties with a condition on the value of each one.
enum Corpus {
    typealias Samples = KeyValuePairs<String, @MainActor (Container) -> Bool>
}

@Suite("A corpus of @Service properties compiles and runs")
struct CorpusTests {
    static let all = [
        Corpus.literals, Corpus.strings, Corpus.closures, Corpus.types, Corpus.layouts, Corpus.container,
        Corpus.expressions,
    ].flatMap { $0 }

    @Test("Each property of the corpus has the value of its initializer")
    @MainActor func values() {
        for (name, holds) in Self.all {
            #expect(holds(Container()), "\(name)")
        }
    }

    @Test("The graph shows each property of the corpus before it is read")
    func records() {
        let nodes = Container().injector.graph.nodes.filter { $0.module == "FusionMacrosTests" }
        let recorded = Set(nodes.filter { $0.isService }.compactMap(\.identifier))
        // Some samples have other names, because the names of their properties are unusual.
        let odd = ["default", "a raw name", "größe", "service", "assign", "newValue"]
        #expect(Set(Self.all.map(\.key)).subtracting(recorded).count == odd.count)
        #expect(recorded.isSuperset(of: odd))
        #expect(nodes.allSatisfy { !$0.hasInstance })
        // Every declared service has a record, including services without a sample.
        #expect(nodes.count >= Self.all.count)
    }

    @Test("The graph shows the dependencies in the initializers and the actors of the properties")
    func needs() {
        let graph = Container().injector.graph
        func node(_ name: String) -> DependencyGraph.Node? {
            graph.nodes.first { $0.identifier == name && $0.module == "FusionMacrosTests" }
        }
        func needs(_ name: String) -> [String] {
            let id = node(name)?.id
            return graph.edges.filter { $0.from == id && $0.kind == .inferred }
                .compactMap { edge in graph.nodes.first { $0.id == edge.to }?.identifier }
        }
        #expect(needs("asks04") == ["asks01"])
        #expect(needs("asks11") == ["asks05"])
        #expect(needs("asks12") == ["asks11"])
        #expect(node("layout11")?.actor == "MainActor")
        #expect(node("layout12")?.actor == "MainActor")
        #expect(node("layout12")?.lifetime == "singleton")
        #expect(node("layout10") != nil && node("layout10")?.actor == nil)
        #expect(node("layout18")?.lifetime == "scope corpus")
    }
}

// The declarations that the properties use.

protocol Drink { var name: String { get } }
protocol Hot {}
struct Tea: Drink, Hot, Sendable { var name = "tea" }
struct Milk: Drink { var name: String { "milk" } }
final class Kettle {
    var litres: Int
    var next: Kettle?
    init(litres: Int = 1, next: Kettle? = nil) {
        self.litres = litres
        self.next = next
    }
}
struct Pair<A, B> {
    var a: A
    var b: B
}
enum Size: Int { case small = 1, large = 2 }
@MainActor final class Screen { var width = 80 }
struct Spill: Error {}
func twice(_ make: () -> Int, also other: () -> Int = { 0 }) -> Int { make() * 2 + other() }
prefix operator √
prefix func √ (number: Int) -> Int { number * number }
