import Testing
import Wormer

private struct Tag: Hashable {
    let name: String
}

private enum Place: Hashable {
    case home, away
}

private struct Pair: Hashable {
    let small: Int8
    let large: Int
}

/// What an identifier is found by: its bytes where those can stand for it, and equality in any case.
@Suite("Identifiers, however they are spelled")
struct IdentifierTests {
    private let injector = Injector(parent: nil)

    private func bind(_ value: String, id: AnyHashable?, in injector: Injector? = nil) {
        (injector ?? self.injector).bind(String.self, id: id, to: .make { value })
    }

    /// Asks twice, as the first request of a binding looks closer than those that follow.
    private func find(_ id: (some Hashable)?, in injector: Injector? = nil) -> String? {
        let injector = injector ?? self.injector
        let first = injector.safeInstance(for: String.self, id: id)
        #expect(injector.safeInstance(for: String.self, id: id) == first)
        return first
    }

    @Test("Strings, short and long, numbers, enums and structs are all identifiers")
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
        for _ in 0..<2 {
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
    }

    @Test("Equal identifiers of other types and other bytes are the same one")
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

    @Test("A binding replaces that of an equal identifier of another type, for who asks in either way")
    func replacingEqual() {
        bind("whole", id: 1)
        #expect(find(1) == "whole")
        bind("floating", id: 1.0)
        #expect(find(1) == "floating")
        #expect(find(1.0) == "floating")
        injector.unbind(interface: String.self, id: 1)
        #expect(find(1.0) == nil)
        #expect(find(1) == nil)
    }

    @Test("A child's binding comes before its parent's, also where the identifier is spelled otherwise")
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

    @Test("Nil is no identifier, whatever it is nil of")
    func none() {
        bind("plain", id: nil)
        bind("a", id: "a")
        #expect(find(String?.none) == "plain")
        #expect(find(AnyHashable?.none) == "plain")
        #expect(find(String?.some("a")) == "a")
    }

    @Test("An optional is an identifier of its own, whatever was asked for before")
    func optional() {
        // Defect: a string was found in an optional by who asked after another had.
        bind("a", id: "a")
        let wrapped: String? = "a"
        let cold = injector.safeInstance(for: String.self, id: Optional(wrapped))
        #expect(find("a") == "a")
        #expect(find(Optional(wrapped)) == cold)
        bind("optional", id: AnyHashable(wrapped))
        #expect(find(Optional(wrapped)) == "optional")
    }

    @Test("Identifiers that are equal objects are released, each with its binding, where a deinit may ask")
    func objects() {
        final class Name: Hashable, Sendable {
            let farewell: @Sendable () -> Void
            init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
            deinit { farewell() }
            static func == (lhs: Name, rhs: Name) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        // Defect: the first of equal identifiers went with the table's entry, under the lock.
        let released = Shared(0)
        underWatchdog {
            for _ in 0..<3 {
                let name = Name { [injector] in
                    released.increment()
                    _ = injector.safeInstance(for: String.self)
                }
                bind("named", id: name)
                injector.contribute(to: Int.self, id: name, .make { 1 })
            }
            #expect(injector.instances(for: Int.self) == [1])
            injector.unbind(interface: String.self, id: Name {})
            injector.unbind(interface: Int.self, id: Name {})
        }
        #expect(released.value == 3)
    }

    @Test("The same identifier of two interfaces is two keys, and so are a name and an identifier")
    func interfaces() {
        bind("text", id: "x")
        injector.bind(Int.self, id: "x", to: .make { 1 })
        injector.bindInterface(named: "x", toImplementation: String.self) { "name" }
        #expect(find("x") == "text")
        #expect(injector.safeInstance(for: Int.self, id: "x") == 1)
        #expect(injector.safeInstance(named: "x") == "name")
    }

    @Test("Bound again, taken back, reset and bound by the thousand, an identifier finds what is bound now")
    func manyChanges() {
        for round in 0..<3 {
            for number in 0..<1_000 {
                bind("\(round) \(number)", id: "id \(number)")
            }
            for number in 0..<1_000 {
                #expect(find("id \(number)") == "\(round) \(number)")
            }
            for number in stride(from: 0, to: 1_000, by: 2) {
                injector.unbind(interface: String.self, id: "id \(number)")
            }
            for number in 0..<1_000 {
                #expect(find("id \(number)") == (number % 2 == 0 ? nil : "\(round) \(number)"))
            }
        }
        injector.reset()
        #expect(find("id 1") == nil)
    }

    @Test("A singleton under an identifier is one object, and released when it is replaced")
    func singletons() {
        final class Service {}
        injector.bind(Service.self, id: "s", lifetime: .singleton, to: .make { Service() })
        weak var released: Service?
        do {
            let first = injector.instance(for: Service.self, id: "s")
            #expect(injector.instance(for: Service.self, id: "s") === first)
            #expect(injector.instance(for: Service.self, id: AnyHashable("s")) === first)
            released = first
        }
        #expect(released != nil)
        injector.bind(Service.self, id: "s", lifetime: .singleton, to: .make { Service() })
        #expect(isSoon { released == nil })
    }
}
