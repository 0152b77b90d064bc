import Testing
import Wormer

private struct Engine: Sendable {}
private struct Car: Sendable { let engine: Engine }

@Suite("Awaited requests throw errors with the same text as synchronous requests")
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

    @Test("The error of an awaited request names the implementation that does not conform", arguments: [false, true])
    func doesNotConform(asSingleton: Bool) async {
        injector.bindUnchecked((any API).self, asSingleton: asSingleton) { Engine() }
        let text = await text { _ = try await injector.asyncInstance(for: (any API).self) }
        #expect(
            text?.replacing(/\(unknown context at .*?\)\./, with: "") == """
                Cannot inject API: its factory created an instance of Engine, not of API.
                  looked up at  WormerTests/AsyncErrorTests.swift:LINE
                  bound at      WormerTests/AsyncErrorTests.swift:LINE
                  to do         Bind it with code that the compiler checks:
                                injector.bind(API.self, to: .make { <#API#> })
                """
        )
    }

    @Test("The error of an awaited request shows the path of a cycle")
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
                  to do         Let one of them resolve the other later:
                                let car: Provider<Car> = injector.instance()
                """
        )
    }

    @Test("The error of an awaited request names the scope that is not open")
    func scopeNotOpen() async {
        injector.bind(Engine.self, lifetime: .scope(.request), to: .async { Engine() })
        let message = await text { _ = try await injector.asyncInstance(for: Engine.self) }
        #expect(
            message == """
                Cannot inject Engine: the scope 'request' is not open here.
                  looked up at  WormerTests/AsyncErrorTests.swift:LINE
                  bound at      WormerTests/AsyncErrorTests.swift:LINE
                  to do         Open the scope around the lookup. Child tasks inherit it:
                                try await injector.withScope(Scope("request")) { <#lookups#> }
                  or            Begin it, for all lookups until it ends:
                                try injector.begin(Scope("request"))
                """
        )
    }

    @Test("A failing contribution is named in the errors of awaited and of synchronous requests")
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

#if os(macOS) || os(Linux)
    extension AsyncErrorTests {
        @Test("A forced request of an asynchronous binding ends the process with the text of the error")
        func forced() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Int.self, to: .async { 1 })
                _ = injector.instance(for: Int.self)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).withoutLocations
            #expect(
                text.contains(
                    """
                    WormerTests/AsyncErrorTests.swift:LINE: Fatal error: Cannot inject Int: it is created asynchronously, \
                    and the lookup cannot wait for it.
                      to do         Wait for it, unless a shared instance already exists:
                                    try await injector.asyncInstance(for: Int.self)
                    """
                )
            )
        }
    }
#endif
