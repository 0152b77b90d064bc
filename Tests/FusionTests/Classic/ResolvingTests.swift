import Fusion
import Testing
import Wormer

@Suite("A container resolves with resolve, resolveAssert and resolveThrowing")
struct ResolvingTests {
    @Test("resolve returns an optional, which is nil if nothing is bound")
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
        }
    }

    @Test("resolve infers the type from the context")
    func inferred() throws {
        let container = Container()
        container.bind(Logger.self, value: RemoteLogger())
        let optional: Logger? = container.resolve()
        let asserted: Logger = container.resolveAssert()
        let thrown: Logger = try container.resolveThrowing()
        let expected: Logger = container.resolve()
        #expect([optional?.name, asserted.name, thrown.name, expected.name] == Array(repeating: "remote", count: 4))
    }

    @Test("resolve returns a value where the context expects a non-optional")
    func nonOptional() {
        let container = Container()
        container.bind(value: 2)
        func double(_ value: Int) -> Int { value * 2 }
        #expect(double(container.resolve(Int.self)) == 4)
    }

    @Test("resolveAssert returns a value")
    func asserting() {
        withEmptyMain {
            Container.bind(Logger.self, value: RemoteLogger())
            Container.bind(Logger.self, id: "slack", value: ConsoleLogger())
            let log: Logger = Container.resolveAssert(Logger.self)
            let slack: Logger = Container.resolveAssert(Logger.self, id: "slack")
            #expect(log.name == "remote")
            #expect(slack.name == "console")
        }
    }

    @Test("resolveThrowing returns a value or throws FusionError.notRegistered")
    func throwing() throws {
        try withEmptyMain {
            let missing = #expect(throws: FusionError.self) { try Container.resolveThrowing(Logger.self) }
            guard case .notRegistered(let type, let id)? = missing else {
                Issue.record("no error was thrown")
                return
            }
            #expect(ObjectIdentifier(type) == ObjectIdentifier((any Logger).self))
            #expect(id == nil)
            #expect(missing?.description == "Nothing is bound to Logger.")
            Container.bind(Logger.self, value: RemoteLogger())
            let log: Logger = try Container.resolveThrowing(Logger.self)
            #expect(log.name == "remote")
        }
    }

    @Test("The error of resolveThrowing contains the identifier")
    func throwingWithIdentifier() {
        let container = Container()
        container.bind(value: 1)
        let error = #expect(throws: FusionError.self) { try container.resolveThrowing(Int.self, id: "a") }
        guard case .notRegistered(let type, let id)? = error else {
            Issue.record("no error was thrown")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(id == AnyHashable("a"))
        #expect(error?.description == "Nothing is bound to Int (id: \"a\").")
    }

    @Test("If a factory throws, resolve returns nil and resolveThrowing throws the injector's error")
    func throwingFactory() {
        let container = Container()
        container.bind(Logger.self) { _ in throw PlannedFailure(description: "no network") }
        #expect(container.resolve(Logger.self) == nil)
        #expect(container.get(Logger.self) == nil)
        let line = UInt(#line) + 1
        let error = #expect(throws: InjectionError.self) { try container.resolveThrowing(Logger.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Logger: its factory threw PlannedFailure: no network
                  looked up at  FusionTests/ResolvingTests.swift:LINE
                  bound at      FusionTests/ResolvingTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
        #expect(error?.location.line == line)
    }

    @Test("The next request runs the factory of a singleton again after it has thrown")
    func retried() throws {
        let container = Container()
        let tally = Tally()
        container.bind(.singleton, to: Int.self) { _ in
            guard tally.increment() > 2 else {
                throw PlannedFailure(description: "not yet")
            }
            return tally.count
        }
        #expect(container.resolve(Int.self) == nil)
        #expect(throws: InjectionError.self) { try container.resolveThrowing(Int.self) }
        #expect(try container.resolveThrowing(Int.self) == 3)
        #expect(container.resolve(Int.self) == 3)
    }

    @Test("Resolving an optional type returns nil if nothing is bound")
    func optionalTypes() throws {
        let container = Container()
        #expect(container.resolveAssert(Int?.self) == nil)
        #expect(try container.resolveThrowing(Int?.self) == nil)
        container.bind(value: 1)
        #expect(container.resolveAssert(Int?.self) == 1)
        struct Owner {
            @Inject var number: Int?
            @Inject("a") var other: Int?
        }
        withEmptyMain {
            #expect(Owner().number == nil)
            Container.bind(id: "a", value: 2)
            #expect(Owner().number == nil)
            #expect(Owner().other == 2)
        }
    }

    @Test("resolveThrowing throws an error with the path of a cycle")
    func cycle() {
        let container = Container()
        container.bind(.singleton, to: Int.self) { try $0.resolveThrowing(String.self).count }
        container.bind(String.self) { "\(try $0.resolveThrowing(Int.self))" }
        let error = #expect(throws: InjectionError.self) { try container.resolveThrowing(Int.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Int: it depends on itself.
                  path          Int, looked up at FusionTests/ResolvingTests.swift:LINE, bound at \
                FusionTests/ResolvingTests.swift:LINE
                                String, looked up at FusionTests/ResolvingTests.swift:LINE, bound at \
                FusionTests/ResolvingTests.swift:LINE
                                Int, looked up at FusionTests/ResolvingTests.swift:LINE, bound at \
                FusionTests/ResolvingTests.swift:LINE
                  to do         Let one of them resolve the other later:
                                @Inject var int: Int
                """
        )
    }
}

#if os(macOS) || os(Linux)
    extension ResolvingTests {
        @Test("resolve returns an optional in a comparison with a value")
        func comparing() async {
            await #expect(processExitsWith: .success) {
                let container = Container()
                let isOne = container.resolve(Int.self) == 1
                let isEmpty = Container.resolve(String.self) == ""
                if isOne || isEmpty || container.resolve(Int.self, id: 2) != nil {
                    fatalError("nothing is bound")
                }
            }
        }
    }
#endif
