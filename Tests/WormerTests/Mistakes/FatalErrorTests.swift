import Foundation
import Testing
import Wormer

#if os(macOS) || os(Linux)
    @Suite("A fatal error prints the text of the error that other lookups throw")
    struct FatalErrorTests {
        @Test(
            "A forced lookup ends the process with the text that a throwing lookup throws",
            arguments: FailingBinding.allCases
        )
        func forced(binding: FailingBinding) async throws {
            let result = await exit(of: binding)
            // The process prints the location of the lookup in front of the text.
            let text = try #require(binding.error).description.withoutLocations
                .replacing(/\n  looked up at  .*/, with: "")
                // The process does not run in a task.
                .replacing("try await injector.with", with: "try injector.with")
            #expect(result?.ended(with: text) == true, "\(text)")
        }
    }

    // An exit test captures nothing before Swift 6.3.
    private func exit(of binding: FailingBinding) async -> ExitTest.Result? {
        switch binding {
        case .notBound:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.notBound.force()
            }
        case .doesNotConform:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.doesNotConform.force()
            }
        case .cycle:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.cycle.force()
            }
        case .factoryThrew:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.factoryThrew.force()
            }
        case .wrongIsolation:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.wrongIsolation.force()
            }
        case .needsAwaiting:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.needsAwaiting.force()
            }
        case .scopeNotOpen:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.scopeNotOpen.force()
            }
        case .scopeEndsSynchronously:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.scopeEndsSynchronously.force()
            }
        case .notAnObject:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.notAnObject.force()
            }
        case .injectorReleased:
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FailingBinding.injectorReleased.force()
            }
        }
    }

    extension ExitTest.Result {
        /// Whether the process ended with `text`.
        fileprivate func ended(with text: String) -> Bool {
            String(decoding: standardErrorContent, as: UTF8.self).withoutLocations
                .replacing("try await injector.with", with: "try injector.with")
                .contains("WormerTests/FailingBinding.swift:LINE: Fatal error: \(text)\n")
        }
    }
#endif
