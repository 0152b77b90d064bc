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

    @Test("The path of an awaited lookup leads to the parameter that failed, in the first lookup and in later ones")
    func path() async {
        injector.bind(Engine.self, to: .make { throw PlannedFailure(description: "no fuel") })
        injector.bind(Car.self, to: .using(Car.init(engine:)))
        let first = await text { _ = try await injector.asyncInstance(for: Car.self) }
        #expect(first?.contains("threw PlannedFailure: no fuel\n  path          Car, looked up") == true)
        #expect(await text { _ = try await injector.asyncInstance(for: Car.self) } == first)
        #expect(await text { _ = try injector.throwingInstance(for: Car.self) } == first)
    }

    @Test("A failing contribution is named in the errors of awaited and of synchronous lookups")
    func contributions() async {
        injector.bind(Engine.self, to: .async { throw PlannedFailure(description: "no fuel") })
        injector.contribute(to: Car.self, .using(Car.init(engine:)))
        let message = await text { _ = try await injector.asyncInstances(for: Car.self) }
        #expect(
            message?.contains("threw PlannedFailure: no fuel\n  path          contribution to Car, looked up") == true
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
                  or            If it is a singleton, create it at startup:
                                try await injector.prepare()
                """
        )
    }
}
