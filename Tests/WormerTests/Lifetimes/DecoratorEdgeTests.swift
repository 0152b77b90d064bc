import Testing
import Wormer

@Suite("Decorators can fail, and some instances are not decorated")
struct DecoratorEdgeTests {
    let injector = Injector(parent: nil)

    private func bindAPI(in injector: Injector, _ lifetime: Lifetime = .transient) {
        injector.bind(API.self, lifetime: lifetime, to: .make { BaseAPI() })
    }

    @Test("The error of a throwing decorator shows its location, and no instance is kept")
    func throwing() {
        bindAPI(in: injector, .singleton)
        let tally = Tally()
        injector.decorate(API.self) { base in
            guard tally.increment() > 1 else { throw PlannedFailure(description: "no log") }
            return LoggingAPI(base)
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: API.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject API: its decorator threw PlannedFailure: no log
                  requested at  WormerTests/DecoratorEdgeTests.swift:LINE
                  bound at      WormerTests/DecoratorEdgeTests.swift:LINE
                  decorated at  WormerTests/DecoratorEdgeTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next request runs the initializer again.
                """
        )
        #expect(injector.instance(for: API.self).text == "log(base)")
    }

    @Test("A decorator that requests its own interface is a cycle", arguments: [Lifetime.transient, .singleton])
    func cycle(lifetime: Lifetime) {
        bindAPI(in: injector, lifetime)
        injector.decorate(API.self) { (_: any API, other: any API) in other }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: API.self) }
        #expect(error?.path.count == 2)
        guard case .cycle = error?.reason else {
            Issue.record("wrong reason")
            return
        }
    }

    @Test("A decorator on the main actor runs on the main actor only")
    func isolation() async throws {
        bindAPI(in: injector)
        let injector = injector
        await MainActor.run {
            injector.decorate(API.self) { @MainActor base in
                MainActor.assertIsolated()
                return LoggingAPI(base)
            }
        }
        let outcome = try offTheMainThread { injector.safeInstance(for: API.self)?.text }
        #expect(outcome == nil)
        #expect(await MainActor.run { injector.safeInstance(for: API.self)?.text } == "log(base)")
    }

    @Test("An assigned instance is not decorated, and the original binding is decorated again afterwards")
    func assigned() {
        bindAPI(in: injector)
        let key = Key((any API).self)
        injector.assign(BaseAPI(text: "assigned") as any API, to: key, at: CodeLocation())
        injector.decorate(API.self) { base in LoggingAPI(base) }
        #expect(injector.instance(for: API.self).text == "assigned")
        injector.unassign(key)
        #expect(injector.instance(for: API.self).text == "log(base)")
        injector.assign(BaseAPI(text: "again") as any API, to: key, at: CodeLocation())
        #expect(injector.instance(for: API.self).text == "again")
        injector.unassign(key)
        #expect(injector.instance(for: API.self).text == "log(base)")
    }

    @Test("A decorator applies to the bindings of its own injector only")
    func parents() {
        let child = Injector(parent: injector)
        bindAPI(in: injector, .singleton)
        injector.decorate(API.self) { base in LoggingAPI(base, logger: "parent") }
        child.decorate(API.self) { base in LoggingAPI(base, logger: "child") }
        #expect(child.instance(for: API.self).text == "parent(base)")
        bindAPI(in: child)
        #expect(child.instance(for: API.self).text == "child(base)")
        #expect(injector.instance(for: API.self).text == "parent(base)")
    }

    @Test("'onEnd' receives the implementation and not the decorated instance")
    func ending() async throws {
        let journal = Journal()
        injector.bindPiece("implementation", .singleton, journal)
        injector.decorate(Piece.self) { _ in Piece("decorator") }
        #expect(injector.instance(for: Piece.self).name == "decorator")
        try await injector.end()
        #expect(journal.entries == ["implementation ended"])
    }
}
