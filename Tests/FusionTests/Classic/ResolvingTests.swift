import Fusion
import Testing
import Wormer

@Suite("A container resolves with resolve, resolveAssert and resolveThrowing")
struct ResolvingTests {
    @Test("The words of Fusion 0.5 for a type, and the description of 0.4, mean the same as those of today")
    func formerWords() {
        let container = Container()
        #expect(container.debugDescription == "*Container Entries*\n<nothing registered>")
        #expect(container.get(Logger.self) == nil)
        container.bind(Logger.self, value: RemoteLogger())
        container.bind(.singleton, id: 1, value: 7)
        let (maybe, required): (Logger?, Logger) = (container.get(), container.require())
        #expect([maybe?.name, required.name, container.require(Logger.self).name] == ["remote", "remote", "remote"])
        #expect(
            container.debugDescription == """
                *Container Entries*
                - Int (id: 1) (singleton)
                - Logger (transient)
                """
        )
        #expect(container.arguments == CommandLine.arguments)
    }

    @Test("resolve returns an optional, which is nil if nothing is bound or the factory throws")
    func optional() {
        withEmptyMain {
            let missing: Logger? = Container.resolve(Logger.self)
            #expect(missing == nil)
            Container.bind(Logger.self, value: RemoteLogger())
            Container.bind(Logger.self, id: "slack", value: ConsoleLogger())
            let log: Logger? = Container.resolve(Logger.self)
            let slack = Container.resolve(Logger.self, id: "slack")
            #expect(log?.name == "remote")
            #expect(slack?.name == "console")
            #expect(Container.resolve(Logger.self, id: "email") == nil)
            Container.bind(Logger.self) { _ in throw PlannedFailure(description: "no network") }
            #expect(Container.resolve(Logger.self) == nil)
            #expect(Container.main.resolve(Logger.self) == nil)
        }
    }

    @Test("resolve and resolveAssert return the type that the context expects, optional in a comparison")
    func inferred() throws {
        let container = Container()
        container.bind(Logger.self, value: RemoteLogger())
        let optional: Logger? = container.resolve()
        let asserted: Logger = container.resolveAssert()
        let thrown: Logger = try container.resolveThrowing()
        let expected: Logger = container.resolve()
        #expect([optional?.name, asserted.name, thrown.name, expected.name] == Array(repeating: "remote", count: 4))
        func double(_ value: Int) -> Int { value * 2 }
        container.bind(id: 1, value: 2)
        #expect(double(container.resolve(Int.self, id: 1)) == 4)
        let isOne = container.resolve(Int.self) == 1
        #expect(!isOne && container.resolve(Int.self, id: 2) == nil)
        withEmptyMain {
            let isEmpty = Container.resolve(String.self) == ""
            #expect(!isEmpty)
            Container.bind(Logger.self, value: RemoteLogger())
            Container.bind(Logger.self, id: "slack", value: ConsoleLogger())
            let log: Logger = Container.resolveAssert(Logger.self)
            let slack: Logger = Container.resolve(Logger.self, id: "slack")
            #expect([log.name, slack.name] == ["remote", "console"])
        }
    }

    @Test("resolveThrowing returns a value, or throws FusionError.notRegistered or the injector's error")
    func throwing() throws {
        try withEmptyMain {
            for identifier in [nil, "a"] as [String?] {
                let error = #expect(throws: FusionError.self) {
                    try Container.resolveThrowing(Logger.self, id: identifier)
                }
                let name = identifier == nil ? "Logger" : #"Logger (id: "a")"#
                #expect(error?.description == "Nothing is bound to \(name).")
                Container.bind(Logger.self, value: RemoteLogger())
            }
            let log: Logger = try Container.resolveThrowing(Logger.self)
            #expect(log.name == "remote")
            Container.bind(Logger.self) { _ in throw PlannedFailure(description: "no network") }
            let line = UInt(#line) + 1
            let error = #expect(throws: InjectionError.self) { try Container.resolveThrowing(Logger.self) }
            #expect(error?.location.line == line)
        }
    }
}
