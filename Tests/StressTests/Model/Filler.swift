import Fusion
import Wormer

/// One of thousands of further bindings of a container.
package struct Filler: Sendable {
    package static let count = 5_000

    private let number: Int

    package static func bindAll(_ count: Int = count, in container: Container) {
        for number in 0..<count { bind(number, .singleton, in: container) }
    }

    package static func bind(_ number: Int, _ lifetime: LifetimeName, in container: Container) {
        container.bind(Filler.self, id: number, lifetime: lifetime.lifetime, to: .make { Filler(number: number) })
    }

    /// Whether a container returns the instance with a number.
    package static func isFound(_ number: Int, in container: Container) -> Bool {
        container.injector.safeInstance(for: Filler.self, id: number)?.number == number
    }
}
