import Testing
import Wormer

private struct Engine: Sendable {}
private struct Car: Sendable { let engine: Engine }

@Suite("Awaited lookups throw errors with the same text as synchronous lookups")
struct AsyncErrorTests {
    private let injector = Injector(parent: nil)

    private func text(_ body: () async throws -> Void) async -> String? {
        await #expect(throws: InjectionError.self) { try await body() }?.description.withoutLocations
    }

    @Test("The error for an unbound parameter of an asynchronous initializer shows the path and near misses")
    func notBound() async {
        injector.bind(Car.self, to: .async(Car.init(engine:)))
        injector.bind(Engine.self, id: "spare", to: .make { Engine() })
        let message = await text { _ = try await injector.asyncInstance(for: Car.self) }
        #expect(
            message == """
                Cannot inject Engine: nothing is bound to it.
                  path          Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Engine, looked up at WormerTests/AsyncErrorTests.swift:LINE
                  near misses   Engine (id: "spare"), bound at WormerTests/AsyncErrorTests.swift:LINE
                  to do         Bind it before it is resolved:
                                injector.bind(Engine.self, to: .make { <#Engine#> })
                """
        )
    }

    @Test(
        "The error for a throwing asynchronous initializer shows the path, although it runs in its own task",
        arguments: [false, true]
    )
    func threw(asSingleton: Bool) async {
        injector.bind(Car.self, to: .async(Car.init(engine:)))
        injector.bind(
            Engine.self,
            lifetime: asSingleton ? .singleton : .transient,
            to: .async {
                await Task.yield()
                throw PlannedFailure(description: "no fuel")
            }
        )
        let message = await text { _ = try await injector.asyncInstance(for: Car.self) }
        #expect(
            message == """
                Cannot inject Engine: its factory threw PlannedFailure: no fuel
                  path          Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Engine, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
    }

    @Test("The error of an awaited lookup shows the path of a cycle")
    func cycle() async {
        injector.bind(Car.self, lifetime: .singleton, to: .using(Car.init(engine:)))
        injector.bind(Engine.self, lifetime: .singleton, to: .async { (_: Car) in Engine() })
        let message = await text { _ = try await injector.asyncInstance(for: Car.self) }
        #expect(
            message == """
                Cannot inject Car: it depends on itself.
                  path          Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Engine, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                  to do         Let one of them take a parameter 'car: Provider<Car>', and call it later.
                """
        )
    }

    @Test("The error of an awaited lookup has the text of a synchronous one", arguments: [false, true])
    func sameText(asSingleton: Bool) async {
        injector.bindUnchecked((any API).self, asSingleton: asSingleton) { Engine() }
        injector.bind(Engine.self, lifetime: .scope(.request), to: .make { Engine() })
        let conforming = await text { _ = try await injector.asyncInstance(for: (any API).self) }
        let synchronous = await text { _ = try injector.throwingInstance(for: (any API).self) }
        #expect(conforming?.contains("its factory created an instance of Engine, not of API.\n") == true)
        #expect(conforming == synchronous)
        let scoped = await text { _ = try await injector.asyncInstance(for: Engine.self) }
        #expect(scoped?.hasPrefix("Cannot inject Engine: the scope 'request' is not open here.\n") == true)
        #expect(await text { _ = try injector.throwingInstance(for: Engine.self) } == scoped)
    }

    @Test("A failing contribution is named in the errors of awaited and of synchronous lookups")
    func contributions() async {
        injector.bind(Engine.self, to: .async { throw PlannedFailure(description: "no fuel") })
        injector.contribute(to: Car.self, .using(Car.init(engine:)))
        let message = await text { _ = try await injector.asyncInstances(for: Car.self) }
        #expect(
            message == """
                Cannot inject Engine: its factory threw PlannedFailure: no fuel
                  path          contribution to Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Engine, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
        let synchronous = await text { _ = try injector.throwingInstances(for: Car.self) }
        #expect(
            synchronous == """
                Cannot inject Engine: it is created asynchronously, and the lookup cannot wait for it.
                  path          contribution to Car, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                                Engine, looked up at WormerTests/AsyncErrorTests.swift:LINE, bound at \
                WormerTests/AsyncErrorTests.swift:LINE
                  to do         Await the outermost lookup, and bind each step above with '.using' or '.async':
                                try await injector.asyncInstances(for: Car.self)
                """
        )
    }
}
