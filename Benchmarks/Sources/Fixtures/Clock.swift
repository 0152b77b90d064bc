// One service, and the ways to come by it without an injector. In a module of its own, so that the compiler sees through
// neither side of a comparison.

package protocol Clock: Sendable {
    var seconds: Int { get }
}

/// A service that fills two cache lines, so that two of them share none.
package final class SystemClock: Clock {
    package let seconds: Int
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

    package init() {
        seconds = 1
        padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
}

/// A second interface, for a second thread.
package protocol Calendar: Sendable {
    var seconds: Int { get }
}

extension SystemClock: Calendar {}

/// A small service that is made anew each time.
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
    static let calendar: any Calendar = SystemClock()
}

/// What the fastest injector would be: a constant.
@inline(never)
package func sharedClock() -> any Clock {
    Shared.clock
}

@inline(never)
package func sharedCalendar() -> any Calendar {
    Shared.calendar
}

@inline(never)
package func newMessage() -> any Message {
    ShortMessage()
}

/// Uses a value, whatever it is, in a way that the compiler cannot leave out.
@inline(never)
package func use(_ clock: any Clock) {}

@inline(never)
package func use(_ calendar: any Calendar) {}

@inline(never)
package func use(_ message: any Message) {}
