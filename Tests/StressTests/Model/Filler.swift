import Fusion
import Wormer

/// One of thousands of further bindings of a container.
package struct Filler: Sendable {
    package static let count = 5_000

    private let number: Int

    package static func bindAll(in container: Container) {
        for number in 0..<count {
            container.bind(.singleton, to: Filler.self, id: number) { _ in Filler(number: number) }
        }
    }

    /// Whether a container returns the instance with a number.
    package static func isFound(_ number: Int, in container: Container) -> Bool {
        container.injector.safeInstance(for: Filler.self, id: number)?.number == number
    }
}
