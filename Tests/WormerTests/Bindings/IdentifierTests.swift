import Testing
import Wormer

private struct Tag: Hashable { let name: String }

private enum Place: Hashable { case home, away }

private struct Pair: Hashable {
    let small: Int8
    let large: Int
}

/// The lookup compares the bytes of an identifier where they determine equality, and otherwise calls `==`.
@Suite("Equal identifiers select the same binding, in whichever way they are written")
struct IdentifierTests {
    private let injector = Injector(parent: nil)

    private func bind(_ value: String, id: AnyHashable?, in injector: Injector? = nil) {
        (injector ?? self.injector).bind(String.self, id: id, to: .make { value })
    }

    /// Looks up twice, because the first lookup of a binding takes a different path than later ones.
    private func find(_ id: (some Hashable)?, in injector: Injector? = nil) -> String? {
        let injector = injector ?? self.injector
        let first = injector.safeInstance(for: String.self, id: id)
        #expect(injector.safeInstance(for: String.self, id: id) == first)
        return first
    }

    @Test("Strings of any length, numbers, enums and structs can be identifiers")
    func kinds() {
        let long = String(repeating: "a long identifier ", count: 20)
        bind("short", id: "a")
        bind("long", id: long)
        bind("empty", id: "")
        bind("number", id: 7)
        bind("home", id: Place.home)
        bind("away", id: Place.away)
        bind("tag", id: Tag(name: "t"))
        bind("pair", id: Pair(small: 1, large: 2))
        #expect(find("a") == "short")
        #expect(find(long) == "long")
        #expect(find("") == "empty")
        #expect(find(7) == "number")
        #expect(find(Place.home) == "home")
        #expect(find(Place.away) == "away")
        #expect(find(Tag(name: "t")) == "tag")
        #expect(find(Pair(small: 1, large: 2)) == "pair")
        #expect(find(Pair(small: 1, large: 3)) == nil)
        #expect(find("b") == nil)
        #expect(find(long + "!") == nil)
        #expect(find(8) == nil)
    }

    @Test("Identifiers of different types or with different bytes are the same if they are equal")
    func equalSpellings() {
        bind("one", id: 1)
        #expect(find(1) == "one")
        #expect(find(1.0) == "one")
        #expect(find(Int8(1)) == "one")
        #expect(find(AnyHashable(1)) == "one")
        bind("zero", id: 0.0)
        #expect(find(-0.0) == "zero")
        bind("accented", id: "caf\u{e9}")
        #expect(find("cafe\u{301}") == "accented")
        #expect(find(AnyHashable("caf\u{e9}")) == "accented")
    }

    @Test("Integers of any size, sign and type select a shared instance, and unequal ones with equal bytes another")
    func integers() {
        for id in [0, -1, 7, Int.min, Int.max] {
            injector.bind(String.self, id: id, lifetime: .singleton, to: .make { "\(id)" })
        }
        injector.bind(String.self, id: UInt.max, lifetime: .singleton, to: .make { "max" })
        injector.bind(String.self, id: 2.0, lifetime: .singleton, to: .make { "floating" })
        for id in [0, -1, 7, Int.min, Int.max] {
            #expect(find(id) == "\(id)")
            #expect(find(Int64(id)) == "\(id)")
            #expect(find(AnyHashable(id)) == "\(id)")
        }
        #expect(find(UInt.max) == "max")
        #expect(find(UInt8(7)) == "7")
        #expect(find(7.0) == "7")
        #expect(find(2) == "floating")
        #expect(find(3) == nil)
    }

    @Test("A binding replaces the binding with an equal identifier of another type")
    func replacingEqual() {
        bind("whole", id: 1)
        #expect(find(1) == "whole")
        bind("floating", id: 1.0)
        #expect(find(1) == "floating")
        #expect(find(1.0) == "floating")
        injector.unbind(String.self, id: 1)
        #expect(find(1.0) == nil)
        #expect(find(1) == nil)
    }

    @Test("A child's binding shadows its parent's binding with an equal identifier of another type")
    func childBeforeParent() {
        let parent = Injector(parent: nil)
        let child = Injector(parent: parent)
        bind("parent", id: 1, in: parent)
        #expect(find(1, in: child) == "parent")
        bind("child", id: 1.0, in: child)
        #expect(find(1, in: parent) == "parent")
        #expect(find(1, in: child) == "child")
        #expect(find(1.0, in: child) == "child")
    }

    @Test("A nil identifier of any type means no identifier")
    func none() {
        bind("plain", id: nil)
        bind("a", id: "a")
        #expect(find(String?.none) == "plain")
        #expect(find(AnyHashable?.none) == "plain")
        #expect(find(String?.some("a")) == "a")
    }

    @Test("An optional identifier differs from its wrapped value, even after a lookup of the wrapped value")
    func optional() {
        bind("a", id: "a")
        let wrapped: String? = "a"
        let cold = injector.safeInstance(for: String.self, id: Optional(wrapped))
        #expect(find("a") == "a")
        #expect(find(Optional(wrapped)) == cold)
        bind("optional", id: AnyHashable(wrapped))
        #expect(find(Optional(wrapped)) == "optional")
    }

    @Test("Equal identifier objects are released with their bindings, and their deinit can use the injector")
    func objects() {
        let released = Shared(0)
        underWatchdog {
            for _ in 0..<3 {
                let name = CallingID { [injector] call in
                    guard call == .deinitialization else { return }
                    released.increment()
                    _ = injector.safeInstance(for: String.self)
                }
                bind("named", id: name)
                injector.contribute(to: Int.self, id: name, .make { 1 })
            }
            #expect(injector.instances(for: Int.self) == [1])
            injector.unbind(String.self, id: CallingID { _ in })
            injector.unbind(Int.self, id: CallingID { _ in })
        }
        #expect(isSoon { released.value == 3 })
    }

    @Test("The same identifier on two interfaces selects two bindings, and an equal name selects a third")
    func interfaces() {
        bind("text", id: "x")
        injector.bind(Int.self, id: "x", to: .make { 1 })
        injector.bindInterface(named: "x", toImplementation: String.self) { "name" }
        #expect(find("x") == "text")
        #expect(injector.safeInstance(for: Int.self, id: "x") == 1)
        #expect(injector.safeInstance(named: "x") == "name")
    }
}
