import Testing
import Wormer

#if os(macOS) || os(Linux)
    @Suite("Using a lifetime wrongly ends the process")
    struct LifetimeMistakeTests {
        @Test("Binding, auto-wiring or contributing a struct with the lifetime weak ends the process")
        func weakStruct() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .make { BaseAPI() })
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind(BaseAPI.self, lifetime: .weak, to: .using(BaseAPI.init(text:)))
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).contribute(to: BaseAPI.self, lifetime: .weak, .value(BaseAPI()))
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind(Any.self, lifetime: .weak, to: .value(BaseAPI()))
                },
            ]
            for result in results {
                #expect(
                    result?.fatalErrorText == """
                        WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot bind BaseAPI with the lifetime \
                        weak: it is not a class.
                          to do         Bind it with another lifetime: only an instance of a class can be weak.
                        """
                )
            }
        }

        @Test("The text for a weak optional, closure, metatype or array advises something that is possible")
        func impossibleClass() async {
            let optional = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bind(Piece?.self, lifetime: .weak, to: .make { Piece() })
            }
            let advice = "  to do         Bind Piece instead: a lookup of its optional finds it, too."
            #expect(optional?.fatalErrorText.hasSuffix(advice) == true)
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind((@Sendable () -> Void).self, lifetime: .weak, to: .make { {} })
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind(Piece.Type.self, lifetime: .weak, to: .make { Piece.self })
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Injector(parent: nil).bind([Piece].self, lifetime: .weak, to: .make { [] })
                },
            ]
            for result in results {
                #expect(result?.fatalErrorText.contains("  to do         Bind it with another lifetime: only") == true)
            }
        }

        @Test("Binding 'onEnd' with a lifetime that does not end (transient, weak or resolution) ends the process")
        func endless() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindPiece("piece", .transient, Journal())
            }
            #expect(
                result?.fatalErrorText == """
                    WormerTests/LifetimeFixtures.swift:LINE: Fatal error: Cannot bind Piece with an 'onEnd': nothing ends the \
                    lifetime transient.
                      to do         Remove 'onEnd', or bind it as a singleton or in a scope.
                    """
            )
            let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindAwaitedPiece("piece", .weak, Journal())
            }
            #expect(weak?.fatalErrorText.contains("with an 'onEnd': nothing ends the lifetime weak.") == true)
            let resolution = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector(parent: nil).bindPiece("piece", .resolution, Journal())
            }
            #expect(resolution?.fatalErrorText.contains("an 'onEnd': nothing ends the lifetime resolution.") == true)
        }

        @Test("Opening a scope that is always open ends the process")
        func openedTwice() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await Injector(parent: nil).withScope(.session) {}
            }
            #expect(
                result?.fatalErrorText == """
                    WormerTests/LifetimeMistakeTests.swift:LINE: Fatal error: Cannot open the scope 'session': it is \
                    always open.
                      to do         Open Scope("session") instead, or leave this one open and end it with 'end(_:)'.
                    """
            )
        }
    }
#endif
