import Foundation
import Testing

@testable import Wormer

@Suite("Requests in an override beside one outside")
struct OverrideAgreementTests {
    private final class Part: Sendable {}

    /// One injector with an override, and what two requests inside have got.
    private struct Round: Sendable {
        let injector = Injector(parent: nil)
        let layer = Layer()
        let parts = Shared<[Part]>([])
        let start = Shared(0)

        init() {
            injector.bind(Part.self, lifetime: .singleton, to: .make { Part() })
        }

        func run(isInside: Bool) {
            start.increment()
            start.spin(until: 3)
            if isInside {
                let part = Layer.$current.withValue(layer) { injector.instance(for: Part.self) }
                parts.change { $0.append(part) }
            } else {
                _ = injector.instance(for: Part.self)
            }
        }
    }

    // Defect: one request inside returned the instance that appeared outside while another constructed one of its own.
    @Test("All requests in an override get the same singleton, also while it is first made outside")
    func agreement() {
        underWatchdog {
            let rounds = (0..<10_000).map { _ in Round() }
            let threads = DispatchGroup()
            for number in 0..<3 {
                threads.enter()
                Thread {
                    rounds.forEach { $0.run(isInside: number > 0) }
                    threads.leave()
                }.start()
            }
            threads.wait()
            for round in rounds {
                #expect(round.parts.value.count == 2 && round.parts.value[0] === round.parts.value[1])
            }
        }
    }
}
