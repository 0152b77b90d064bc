import Fusion
import Testing

/// One property of the corpus, and what is true of its value.
struct Sample {
    let name: String
    let holds: @MainActor (Container) -> Bool

    init(_ name: String, _ holds: @escaping @MainActor (Container) -> Bool) {
        self.name = name
        self.holds = holds
    }
}

@Suite("A corpus of properties with @Service, compiled and run")
struct CorpusTests {
    static let all =
        Sample.literals + Sample.strings + Sample.closures + Sample.types + Sample.layouts + Sample.container
        + Sample.expressions

    @Test("Each property has the value that its initializer says")
    @MainActor func values() {
        for sample in Self.all {
            #expect(sample.holds(Container()), "\(sample.name)")
        }
    }

    @Test("There are at least 150 of them, and no two have one name")
    func size() {
        #expect(Self.all.count >= 150)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}

// What the properties are made of.

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
    convenience init(filling: () -> Int) { self.init(litres: filling()) }
}
struct Pair<A, B> {
    var a: A
    var b: B
}
enum Size: Int { case small = 1, large = 2 }
@MainActor final class Screen { var width = 80 }
struct Spill: Error {}
func pour(_ name: String) throws -> String { if name.isEmpty { throw Spill() } else { name } }
func spill(_ amount: Int) throws(Spill) -> Int { if amount == 0 { throw Spill() } else { amount } }
func twice(_ make: () -> Int, also other: () -> Int = { 0 }) -> Int { make() * 2 + other() }
prefix operator √
prefix func √ (number: Int) -> Int { number * number }
infix operator <+> : AdditionPrecedence
func <+> (left: Int, right: Int) -> Int { left + right }
