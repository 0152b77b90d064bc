#if os(macOS) || os(Linux)
    import TestSupport
    import Testing
    import Wormer

    @Suite("A fatal error prints the text of the error that other lookups throw")
    struct FatalErrorTests {
        private static func injector() -> Injector {
            let injector = Injector(parent: nil)
            injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
            injector.bind(Baker.self, lifetime: .scope(Scope("shift")), to: .make { Baker(name: "Ada") })
            return injector
        }

        /// Expects a process to have ended with the text of an error, behind the location of the lookup.
        private func expect(_ result: ExitTest.Result?, _ error: InjectionError?) throws {
            let text = try #require(error).description.withoutLocations.replacing(/\n  looked up at  .*/, with: "")
                // The process does not run in a task.
                .replacing("try await injector.with", with: "try injector.with")
            let printed = result?.fatalErrorText.replacing("try await injector.with", with: "try injector.with")
            #expect(printed == "WormerTests/FatalErrorTests.swift:LINE: Fatal error: \(text)")
        }

        @Test("A forced lookup ends the process with the text that a throwing lookup throws")
        func forced() async throws {
            let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = FatalErrorTests.injector().instance(for: Mixer.self)
            }
            try expect(
                path,
                #expect(throws: InjectionError.self) { try Self.injector().throwingInstance(for: Mixer.self) }
            )
            let scope = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = FatalErrorTests.injector().instance(for: Baker.self)
            }
            try expect(
                scope,
                #expect(throws: InjectionError.self) { try Self.injector().throwingInstance(for: Baker.self) }
            )
        }
    }
#endif
