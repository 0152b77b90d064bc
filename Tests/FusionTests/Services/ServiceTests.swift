import Fusion
import Testing
import Wormer

private final class Part: Equatable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (lhs: Part, rhs: Part) -> Bool { lhs === rhs }
}

private struct Machine {
    let first: Part
    let second: Part
    let name: String
}

extension Container.Scope {
    fileprivate static let session = id("session of the services")
}

// The tally in the container numbers the parts.
extension Container {
    @Service fileprivate var transientPart = Part(resolveAssert(Tally.self).increment())
    @Service(.transient) fileprivate var namedTransientPart = Part(resolveAssert(Tally.self).increment())
    @Service(.singleton) fileprivate var singletonPart: Part = Part(resolveAssert(Tally.self).increment())
    @Service(.session) fileprivate var sessionPart: Part = Part(resolveAssert(Tally.self).increment())
    @Service(lifetime: .singleton) fileprivate var lifetimePart = Part(resolveAssert(Tally.self).increment())
    @Service fileprivate var machine = Machine(
        first: singletonPart,
        second: singletonPart,
        name: resolve(String.self) ?? "nameless"
    )
    @Service(.singleton) fileprivate var greet: (String) -> String = { name in "Hello, \(name)" }
}

@Suite("A property with @Service declares a service")
struct ServiceTests {
    private func makeContainer() -> (Container, Tally) {
        let container = Container()
        let tally = Tally()
        container.set(tally)
        return (container, tally)
    }

    @Test("A transient service is created at each read, and a singleton once, at the first read")
    func lifetimes() {
        let (container, tally) = makeContainer()
        #expect(tally.count == 0)
        #expect([container.transientPart.number, container.transientPart.number] == [1, 2])
        #expect([container.namedTransientPart.number, container.namedTransientPart.number] == [3, 4])
        #expect([container.singletonPart.number, container.singletonPart.number] == [5, 5])
        #expect([container.lifetimePart.number, container.lifetimePart.number] == [6, 6])
        #expect(tally.count == 6)
    }

    @Test("An initializer reads other services and resolves by type")
    func dependencies() {
        let (container, tally) = makeContainer()
        let machine = container.machine
        #expect(machine.first == machine.second)
        #expect(machine.first == container.singletonPart)
        #expect(machine.name == "nameless")
        #expect(tally.count == 1)
        container.bind(value: "with a name")
        #expect(container.machine.name == "with a name")
        container.singletonPart = Part(99)
        #expect(container.machine.first.number == 99)
    }

    @Test("A service can be a function")
    func function() {
        let (container, _) = makeContainer()
        #expect(container.greet("you") == "Hello, you")
        container.greet = { "Bye, \($0)" }
        #expect(container.greet("you") == "Bye, you")
    }

    @Test("A service is not resolved by its type")
    func notByType() {
        let (container, _) = makeContainer()
        #expect(container.resolve(Part.self) == nil)
        _ = container.singletonPart
        #expect(container.resolve(Part.self) == nil)
        container.singletonPart = Part(7)
        #expect(container.resolve(Part.self) == nil)
        container.set(Part(8))
        #expect(container.singletonPart.number == 7)
    }

    @Test("Children share the singletons of the outermost parent")
    func children() {
        let (parent, tally) = makeContainer()
        let child = Container(parent: parent)
        let grandchild = Container(parent: child)
        let first = grandchild.singletonPart
        #expect(first == parent.singletonPart)
        #expect(first == child.singletonPart)
        #expect(first == Container(parent: child).singletonPart)
        #expect(tally.count == 1)
        child.reset()
        #expect(first == grandchild.singletonPart)
        parent.reset()
        #expect(first != grandchild.singletonPart)
        #expect(parent.singletonPart == grandchild.singletonPart)
    }

    @Test("A service that is read from a child is created in the parent and uses only the parent")
    func childrenOfTheirOwn() {
        let (parent, _) = makeContainer()
        let child = Container(parent: parent)
        child.bind(value: "the child's")
        child.singletonPart = Part(99)
        #expect(child.machine.name == "nameless")
        #expect(child.machine.first == parent.singletonPart)
    }

    @Test("An assignment applies to the container and its children")
    func assigningInChildren() {
        let (parent, _) = makeContainer()
        let child = Container(parent: parent)
        let grandchild = Container(parent: child)
        let original = parent.singletonPart
        child.singletonPart = Part(50)
        #expect(parent.singletonPart == original)
        #expect([child, grandchild].map(\.singletonPart.number) == [50, 50])
        parent.singletonPart = Part(60)
        #expect([parent, child, grandchild].map(\.singletonPart.number) == [60, 50, 50])
        child.unassign(\.singletonPart)
        #expect([parent, child, grandchild].map(\.singletonPart.number) == [60, 60, 60])
        grandchild.transientPart = Part(70)
        #expect(grandchild.transientPart.number == 70)
        #expect(child.transientPart.number != 70)
    }
}
