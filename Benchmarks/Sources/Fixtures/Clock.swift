// One service, and the ways to get it without an injector. They have their own module, so that the compiler cannot
// optimize across it on either side of a comparison.

package protocol Clock: Sendable {
    var seconds: Int { get }
}

/// A service that fills two cache lines, so that two instances do not share one.
package final class SystemClock: Clock {
    package let seconds: Int
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

    package init() {
        seconds = 1
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
}

/// A second interface.
package protocol Calendar: Sendable {
    var seconds: Int { get }
}

extension SystemClock: Calendar {}

/// A small transient service.
package protocol Message: Sendable {
    var number: Int { get }
}

package final class ShortMessage: Message {
    package let number: Int
    private let priority = 2

    package init() {
        number = 1
    }
}

enum Shared {
    static let clock: any Clock = SystemClock()
}

/// Returns a constant, as the fastest possible injector would.
@inline(never)
package func sharedClock() -> any Clock {
    Shared.clock
}

@inline(never)
package func newMessage() -> any Message {
    ShortMessage()
}

/// Uses a value in a way that the compiler cannot remove.
@inline(never)
package func use(_ clock: any Clock) {}

@inline(never)
package func use(_ calendar: any Calendar) {}

@inline(never)
package func use(_ message: any Message) {}
