import Testing
import Wormer

private struct Engine: Sendable {}
private struct Car: Sendable { let engine: Engine }

@Suite("The errors of requests that wait")
struct AsyncErrorTests {
    private let injector = Injector(parent: nil)

    private func text(_ body: () async throws -> Void) async -> String? {
        await #expect(throws: InjectionError.self) { try await body() }?.description.withoutLocations
    }

    @Test("Nothing is bound, below an asynchronous initializer, and near it something is")
    func notBound() async {
        injector.bind(Car.self, to: .asyncUsing(Car.init(engine:)))
        injector.bind(Engine.self, id: "spare", to: .make { Engine() })
        #expect(
            await text { _ = try await injector.asyncInstance(for: Car.self) } == """
                Cannot inject Engine: nothing is bound to it.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  path          Car (WormerTests/AsyncErrorTests.swift:LINE) -> Engine
                  near misses   Engine (id: "spare"), bound at WormerTests/AsyncErrorTests.swift:LINE
                  to do         Bind it before it is asked for: bind(Engine.self, to: ...).
                """
        )
    }

    @Test("The initializer throws, in a task of its own", arguments: [false, true])
    func threw(asSingleton: Bool) async {
        injector.bind(Car.self, to: .asyncUsing(Car.init(engine:)))
        injector.bind(
            Engine.self,
            lifetime: asSingleton ? .singleton : .transient,
            to: .async {
                await Task.yield()
                throw PlannedFailure(description: "no fuel")
            }
        )
        #expect(
            await text { _ = try await injector.asyncInstance(for: Car.self) } == """
                Cannot inject Engine: its initializer threw PlannedFailure: no fuel
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  path          Car (WormerTests/AsyncErrorTests.swift:LINE) -> \
                Engine (WormerTests/AsyncErrorTests.swift:LINE)
                  to do         Mend what the initializer reports; nothing was kept, and the next request runs it again.
                """
        )
    }

    @Test("What was made does not conform", arguments: [false, true])
    func doesNotConform(asSingleton: Bool) async {
        injector.bindUnchecked((any API).self, asSingleton: asSingleton) { Engine() }
        let text = await text { _ = try await injector.asyncInstance(for: (any API).self) }
        #expect(
            text?.replacing(/\(unknown context at .*?\)\./, with: "") == """
                Cannot inject API: what was made for it is a WormerTests.Engine, which is not a WormerTests.API.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  to do         Make Engine conform to API, or bind API to a type that does.
                """
        )
    }

    @Test("A cycle")
    func cycle() async {
        injector.bind(Car.self, lifetime: .singleton, to: .using(Car.init(engine:)))
        injector.bind(Engine.self, lifetime: .singleton, to: .asyncUsing { (_: Car) in Engine() })
        #expect(
            await text { _ = try await injector.asyncInstance(for: Car.self) } == """
                Cannot inject Car: it depends on itself.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  path          Car (WormerTests/AsyncErrorTests.swift:LINE) -> \
                Engine (WormerTests/AsyncErrorTests.swift:LINE) -> Car (WormerTests/AsyncErrorTests.swift:LINE)
                  to do         Let one of them take a Provider and ask later, or move what both need into a third.
                """
        )
    }

    @Test("A scope that is not open")
    func scopeNotOpen() async {
        injector.bind(Engine.self, lifetime: .scope(.request), to: .async { Engine() })
        #expect(
            await text { _ = try await injector.asyncInstance(for: Engine.self) } == """
                Cannot inject Engine: it is bound for the scope 'request', which is not open here.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  to do         Ask inside withScope(Scope("request")) { ... }, in the task that opens it or in a child \
                of that task.
                """
        )
    }

    @Test("A contribution that cannot be made, asked for by one that waits and by one that cannot")
    func contributions() async {
        injector.bind(Engine.self, to: .async { throw PlannedFailure(description: "no fuel") })
        injector.contribute(to: Car.self, .using(Car.init(engine:)))
        #expect(
            await text { _ = try await injector.asyncInstances(for: Car.self) } == """
                Cannot inject Engine: its initializer threw PlannedFailure: no fuel
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  path          contribution to Car (WormerTests/AsyncErrorTests.swift:LINE) -> \
                Engine (WormerTests/AsyncErrorTests.swift:LINE)
                  to do         Mend what the initializer reports; nothing was kept, and the next request runs it again.
                """
        )
        #expect(
            await text { _ = try injector.throwingInstances(for: Car.self) } == """
                Cannot inject Engine: it is made asynchronously, and the request cannot wait for it.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  path          contribution to Car (WormerTests/AsyncErrorTests.swift:LINE) -> \
                Engine (WormerTests/AsyncErrorTests.swift:LINE)
                  to do         Ask with 'try await asyncInstance(for:)'; once made, what is shared can be had \
                synchronously too.
                """
        )
    }

    @Test("A forced request for what is made asynchronously ends the process with the same text")
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
                WormerTests/AsyncErrorTests.swift:LINE: Fatal error: Cannot inject Int: it is made asynchronously, \
                and the request cannot wait for it.
                  asked for at  WormerTests/AsyncErrorTests.swift:LINE
                  to do         Ask with 'try await asyncInstance(for:)'; once made, what is shared can be had \
                synchronously too.
                """
            )
        )
    }
}
