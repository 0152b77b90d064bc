import Fusion
import Testing

@Suite("The description of a container lists its bindings")
struct DescriptionTests {
    private struct Settings: CustomStringConvertible {
        let volume: Int
        var description: String { "volume \(volume)" }
    }

    @Test("The description has a sorted line for each binding, with an existing instance until it is reset")
    func entries() {
        let container = Container()
        let tally = Tally()
        container.bind(value: tally.increment())
        container.bind(.singleton, id: "b", value: "bar")
        container.bind(.id("session"), value: 7.5)
        container.bind(id: 2, value: 1)
        container.bind(Logger.self, value: ConsoleLogger())
        container.bind(.singleton, value: Settings(volume: 11 * tally.increment()))
        container.bind(Int16.self, lifetime: .resolution, to: .make { 1 })
        container.bind(Int8.self, lifetime: .scope(.init("request")), to: .make { 1 })
        container.bind(FileLogger.self, lifetime: .weak, to: .make { FileLogger() })
        container.set(true, for: Bool.self)
        container.injector.contribute(to: UInt.self, lifetime: .singleton, .make { _ in 3 })
        func expect(settings: String, bar: String, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(
                container.debugDescription == """
                    *Container Entries*
                    - Bool: true (singleton)
                    - Double: \(tally.count > 0 ? "7.5" : "<not created yet>") (scope session)
                    - FileLogger: <not created yet> (weak)
                    - Int (2): <created for each lookup>
                    - Int16: <created for each outermost lookup> (resolution)
                    - Int8: <not created yet> (scope request)
                    - Int: <created for each lookup>
                    - Logger: <created for each lookup>
                    - Settings: \(settings) (singleton)
                    - String (b): \(bar) (singleton)
                    - UInt: <not created yet> (singleton)
                    """,
                sourceLocation: sourceLocation
            )
        }
        expect(settings: "<not created yet>", bar: "<not created yet>")
        #expect(tally.count == 0)
        _ = container.resolve(Settings.self)
        _ = container.resolve(String.self, id: "b")
        _ = container.resolve(Double.self)
        expect(settings: "volume 11", bar: "bar")
        container.reset()
        expect(settings: "<not created yet>", bar: "<not created yet>")
        #expect(tally.count == 1)
    }

    @Test("The description of a child omits the bindings of its parent, and says that nothing is registered")
    func children() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: "foo")
        _ = child.resolve(String.self)
        #expect(
            String(reflecting: child) == """
                *Container Entries*
                <nothing registered>
                """
        )
    }
}
