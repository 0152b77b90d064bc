import Testing
import Wormer

#if os(macOS) || os(Linux)
    @Suite("Using a lifetime wrongly ends the process")
    struct LifetimeMistakeTests {
        private static let weakStruct = """
            WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot bind BaseAPI with the lifetime weak: \
            it is not a class.
              to do         Make BaseAPI a class, or bind it with another lifetime.
            """

        @Test("Binding a struct with the lifetime weak in a new injector ends the process")
        func weakStruct() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .make { BaseAPI() })
            }
            #expect(fatalErrorText(result) == Self.weakStruct)
        }

        @Test("Auto-wiring or contributing a struct with the lifetime weak ends the process")
        func weakStructElsewhere() async {
            let wired = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .using(BaseAPI.init(text:)))
            }
            #expect(fatalErrorText(wired) == Self.weakStruct)
            let contributed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).contribute(to: BaseAPI.self, lifetime: .weak, .value(BaseAPI()))
            }
            #expect(fatalErrorText(contributed) == Self.weakStruct)
        }

        @Test("Binding 'onEnd' with a lifetime that does not end (transient, weak or resolution) ends the process")
        func endless() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindPiece("piece", .transient, Journal())
            }
            #expect(
                fatalErrorText(result) == """
                    WormerTests/LifetimeFixtures.swift:LINE: Fatal error: Cannot bind Piece with an 'onEnd': nothing ends the \
                    lifetime transient.
                      to do         Remove 'onEnd', or bind it as a singleton or in a scope.
                    """
            )
            let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindAwaitedPiece("piece", .weak, Journal())
            }
            #expect(fatalErrorText(weak).contains("with an 'onEnd': nothing ends the lifetime weak."))
            let resolution = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindPiece("piece", .resolution, Journal())
            }
            #expect(fatalErrorText(resolution).contains("an 'onEnd': nothing ends the lifetime resolution."))
        }

        @Test("Opening a scope that is always open ends the process")
        func openedTwice() async {
            // Defect: opening it had no effect, and its instances did not end.
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await Injector(parent: nil).withScope(.session) {}
            }
            #expect(
                fatalErrorText(result) == """
                    WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot open the scope 'session': it is \
                    always open.
                      to do         Open Scope("session") instead, or leave this one open and end it with 'end(_:)'.
                    """
            )
        }

        @Test("Binding a value of a struct as weak, or a transient with an 'onEnd', ends the process")
        func unsuitable() async {
            let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Any.self, lifetime: .weak, to: .value(Unrelated()))
            }
            #expect(
                fatalErrorText(weak) == """
                    WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot bind Unrelated with the lifetime weak: \
                    it is not a class.
                      to do         Make Unrelated a class, or bind it with another lifetime.
                    """
            )
            let ending = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Unrelated.self, to: .make { Unrelated() }.onEnd { (_: Unrelated) in })
            }
            #expect(
                fatalErrorText(ending) == """
                    WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot bind Unrelated with an 'onEnd': nothing \
                    ends the lifetime transient.
                      to do         Remove 'onEnd', or bind it as a singleton or in a scope.
                    """
            )
        }
    }
#endif
