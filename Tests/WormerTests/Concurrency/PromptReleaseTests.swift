import Foundation
import Testing
import Wormer

@Suite("Releasing while nobody reads")
struct PromptReleaseTests {
    private final class Part: Sendable {}

    // This test runs in a separate process, where no thread of another test reads.
    @Test("Removing a binding releases its instance before the call returns, if no other thread reads")
    func atOnce() async {
        await #expect(processExitsWith: .success) {
            let injector = Injector.default
            let removals: [@Sendable () -> Void] = [
                { Injector.default.unbind(interface: Part.self) },
                { Injector.default.bind(Part.self, to: .make { Part() }) },
                { Injector.default.decorate(Part.self) { $0 } },
                { Injector.default.reset() },
            ]
            for remove in removals {
                injector.bind(Part.self, lifetime: .singleton, to: .make { Part() })
                weak var part: Part?
                part = injector.instance(for: Part.self)
                guard part != nil else { exit(2) }
                remove()
                guard part == nil else { exit(1) }
            }
        }
    }
}
