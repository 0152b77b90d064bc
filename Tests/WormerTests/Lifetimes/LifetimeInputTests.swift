import Testing
import Wormer

@Suite("Lifetimes that do not fit")
struct LifetimeInputTests {
    private static let weakStruct = """
        WormerTests/LifetimeInputTests.swift:LINE: Fatal error: Cannot bind BaseAPI with the lifetime weak: \
        it is not a class.
          to do         Make BaseAPI a class, or bind it with another lifetime.
        """

    @Test("Weak for a struct ends the process where it is bound")
    func weakStruct() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .make { BaseAPI() })
        }
        #expect(lastWords(result) == Self.weakStruct)
    }

    @Test("Weak for a struct ends the process where it is auto-wired, and where it is contributed")
    func weakStructElsewhere() async {
        let wired = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .using(BaseAPI.init(text:)))
        }
        #expect(lastWords(wired) == Self.weakStruct)
        let contributed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).contribute(to: BaseAPI.self, lifetime: .weak, .value(BaseAPI()))
        }
        #expect(lastWords(contributed) == Self.weakStruct)
    }

    @Test("Transient instances, those of a resolution and weak ones have no end that could be told")
    func endless() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).bindPiece("piece", .transient, Journal())
        }
        #expect(
            lastWords(result) == """
                WormerTests/Support.swift:LINE: Fatal error: Cannot bind Piece with an 'onEnd': nothing ends the \
                lifetime transient.
                  to do         Leave 'onEnd' out, or bind it as a singleton or in a scope.
                """
        )
        let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).bindAwaitedPiece("piece", .weak, Journal())
        }
        #expect(lastWords(weak).contains("with an 'onEnd': nothing ends the lifetime weak."))
        let resolution = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector(parent: nil).bindPiece("piece", .resolution, Journal())
        }
        #expect(lastWords(resolution).contains("an 'onEnd': nothing ends the lifetime resolution."))
    }

    @Test("A scope that is always open cannot be opened")
    func openedTwice() async {
        // Defect: it was opened without any effect, and its instances did not end with it.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Injector(parent: nil).withScope(.session) {}
        }
        #expect(
            lastWords(result) == """
                WormerTests/LifetimeInputTests.swift:LINE: Fatal error: Cannot open the scope 'session': it is \
                always open.
                  to do         Open Scope("session") instead, or leave this one open and end it with 'end(_:)'.
                """
        )
    }
}
