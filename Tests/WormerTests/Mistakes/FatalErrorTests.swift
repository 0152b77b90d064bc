import Foundation
import Testing
import Wormer

#if os(macOS) || os(Linux)
    @Suite("A fatal error prints the text of the error that other requests throw")
    struct FatalErrorTests {
        @Test(
            "A forced request ends the process with the text that a throwing request throws",
            arguments: FailingBinding.allCases
        )
        func forced(binding: FailingBinding) async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [binding] in
                binding.force()
            }
            // The process prints the location of the request in front of the text.
            let text = try #require(binding.error).description.withoutLocations
                .replacing(/\n  requested at  .*/, with: "")
                // The process does not run in a task.
                .replacing("try await injector.with", with: "try injector.with")
            #expect(result?.ended(with: text) == true, "\(text)")
        }

        @Test("The text of a forced request shows the path")
        func path() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(interface: NotificationGateway.self, toImplementation: PushGateway.self) {
                    [unowned injector] in PushGateway(eventBus: injector.instance())
                }
                let _: NotificationGateway = injector.instance()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).withoutLocations
            #expect(
                text.contains(
                    """
                    WormerTests/FatalErrorTests.swift:LINE: Fatal error: Cannot inject EventBus: nothing is bound to it.
                      path          NotificationGateway, requested at WormerTests/FatalErrorTests.swift:LINE, bound at \
                    WormerTests/FatalErrorTests.swift:LINE
                                    EventBus, requested at WormerTests/FatalErrorTests.swift:LINE
                      to do         Bind it before it is requested:
                                    injector.bind(EventBus.self, to: .make { <#EventBus#> })
                    """
                )
            )
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
