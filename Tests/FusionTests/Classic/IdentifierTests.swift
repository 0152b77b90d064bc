import Fusion
import Testing

@Suite("An identifier selects one of several bindings of a type")
struct IdentifierTests {
    @Test("An identifier passed to @Inject selects the service")
    func guide() {
        struct Owner {
            @Inject("a") var first: String
            @Inject("b") var second: String
        }
        withEmptyMain {
            Container.bind(id: "a", value: "foo")
            Container.bind(id: "b", value: "bar")
            let owner = Owner()
            #expect(owner.first == "foo")
            #expect(owner.second == "bar")
            #expect(Container.resolve(String.self) == nil)
        }
    }

    @Test("A binding without an identifier is independent of bindings with one")
    func without() {
        let container = Container()
        container.bind(value: "plain")
        container.bind(id: "a", value: "foo")
        #expect(container.get(String.self) == "plain")
        #expect(container.get(String.self, id: nil as String?) == "plain")
        #expect(container.get(String.self, id: "a") == "foo")
        #expect(container.resolve(String.self, id: "b") == nil)
    }

    @Test("The same identifier can be used for several types")
    func manyTypes() {
        let container = Container()
        container.bind(id: "a", value: "foo")
        container.bind(id: "a", value: 1)
        #expect(container.get(String.self, id: "a") == "foo")
        #expect(container.get(Int.self, id: "a") == 1)
    }

    @Test("Any hashable value can be an identifier")
    func anythingHashable() {
        enum Place: Hashable { case here, there(Int) }
        let container = Container()
        container.bind(id: Place.here, value: "here")
        container.bind(id: Place.there(1), value: "there")
        container.bind(id: ObjectIdentifier(Int.self), value: "type")
        container.bind(id: [1, 2], value: "list")
        container.bind(id: true, value: "yes")
        #expect(container.get(String.self, id: Place.here) == "here")
        #expect(container.get(String.self, id: Place.there(1)) == "there")
        #expect(container.resolve(String.self, id: Place.there(2)) == nil)
        #expect(container.get(String.self, id: ObjectIdentifier(Int.self)) == "type")
        #expect(container.get(String.self, id: [1, 2]) == "list")
        #expect(container.get(String.self, id: true) == "yes")
    }

    @Test("1 and 1.0 are the same identifier, because they are equal as AnyHashable")
    func numbers() {
        let container = Container()
        container.bind(id: 1, value: "integer")
        #expect(container.get(String.self, id: 1.0) == "integer")
        #expect(container.get(String.self, id: UInt8(1)) == "integer")
        container.bind(id: 1.0, value: "number")
        #expect(container.get(String.self, id: 1) == "number")
        #expect(container.resolve(String.self, id: 1.5) == nil)
        #expect(container.resolve(String.self, id: "1") == nil)
    }

    @Test("A container distinguishes identifiers with the same hash but different values")
    func collisions() {
        struct Colliding: Hashable {
            let value: Int
            func hash(into hasher: inout Hasher) {}
        }
        let container = Container()
        container.bind(id: Colliding(value: 1), value: "one")
        container.bind(id: Colliding(value: 2), value: "two")
        #expect(container.get(String.self, id: Colliding(value: 1)) == "one")
        #expect(container.get(String.self, id: Colliding(value: 2)) == "two")
        #expect(container.resolve(String.self, id: Colliding(value: 3)) == nil)
    }

    @Test("An identifier that does not equal itself, such as NaN, is never found")
    func notANumber() {
        let container = Container()
        container.bind(id: Double.nan, value: "not a number")
        #expect(container.resolve(String.self, id: Double.nan) == nil)
    }
}
