#if os(macOS) || os(Linux)
    import TestSupport
    import Testing
    import Wormer

    @Suite("A fatal error prints the text of the error that other lookups throw")
    struct FatalErrorTests {
        private static func injector() -> Injector {
            let injector = Injector(parent: nil)
            injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
            return injector
        }

        @Test("A forced lookup ends the process with the text that a throwing lookup throws")
        func forced() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = FatalErrorTests.injector().instance(for: Mixer.self)
            }
            let error = #expect(throws: InjectionError.self) { try Self.injector().throwingInstance(for: Mixer.self) }
            let text = error?.description.withoutLocations ?? "no error"
            #expect(result?.fatalErrorText == "WormerTests/FatalErrorTests.swift:LINE: Fatal error: \(text)")
        }
    }
#endif
