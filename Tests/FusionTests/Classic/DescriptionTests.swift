import Fusion
import Testing

@Suite("The description of a container lists its bindings")
struct DescriptionTests {
    private struct Settings: CustomStringConvertible {
        let volume: Int
        var description: String { "volume \(volume)" }
    }

    @Test("The description of an empty container says that nothing is registered")
    func empty() {
        #expect(
            Container().debugDescription == """
                *Container Entries*
                <nothing registered>
                """
        )
        #expect("\(String(reflecting: Container()))" == Container().debugDescription)
    }

    @Test("The description has one sorted line for each binding with its identifier and lifetime")
    func entries() {
        let container = Container()
        container.bind(value: "foo")
        container.bind(.singleton, id: "b", value: "bar")
        container.bind(id: "a", value: "foo")
        container.bind(.id("session"), value: 1)
        container.bind(id: 2, value: 1)
        container.bind(Logger.self, value: ConsoleLogger())
        container.bind(.singleton, value: Settings(volume: 11))
        #expect(
            container.debugDescription == """
                *Container Entries*
                - Int (2): <created for each lookup>
                - Int: <not created yet> (scope session)
                - Logger: <created for each lookup>
                - Settings: <not created yet> (singleton)
                - String (a): <created for each lookup>
                - String (b): <not created yet> (singleton)
                - String: <created for each lookup>
                """
        )
    }

    @Test("The description shows existing instances until they are reset")
    func made() {
        let container = Container()
        container.bind(.singleton, value: Settings(volume: 11))
        container.bind(.singleton, id: "b", value: "bar")
        container.bind(.id("session"), value: 7)
        container.bind(value: true)
        _ = container.resolve(Settings.self)
        _ = container.resolve(String.self, id: "b")
        _ = container.resolve(Int.self)
        _ = container.resolve(Bool.self)
        #expect(
            container.debugDescription == """
                *Container Entries*
                - Bool: <created for each lookup>
                - Int: 7 (scope session)
                - Settings: volume 11 (singleton)
                - String (b): bar (singleton)
                """
        )
        container.reset()
        #expect(
            container.debugDescription == """
                *Container Entries*
                - Bool: <created for each lookup>
                - Int: 7 (scope session)
                - Settings: <not created yet> (singleton)
                - String (b): <not created yet> (singleton)
                """
        )
    }

    @Test("The description creates no instance")
    func makesNothing() {
        let container = Container()
        let tally = Tally()
        container.bind(value: tally.increment())
        container.bind(.singleton, id: "a", value: tally.increment())
        container.bind(.id("session"), id: "b", value: tally.increment())
        _ = container.debugDescription
        #expect(tally.count == 0)
        _ = container.resolve(Int.self, id: "a")
        _ = container.debugDescription
        #expect(tally.count == 1)
    }

    @Test("The description of a child omits the bindings of its parent")
    func children() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: "foo")
        #expect(
            child.debugDescription == """
                *Container Entries*
                <nothing registered>
                """
        )
        child.bind(.singleton, value: 1)
        _ = child.resolve(String.self)
        #expect(
            child.debugDescription == """
                *Container Entries*
                - Int: <not created yet> (singleton)
                """
        )
    }

    @Test("The description shows an assigned instance like an existing singleton")
    func assigned() {
        let container = Container()
        container.set(Settings(volume: 3), for: Settings.self)
        #expect(
            container.debugDescription == """
                *Container Entries*
                - Settings: volume 3 (singleton)
                """
        )
    }
}
