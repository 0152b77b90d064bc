import Fusion

// Services with other lifetimes than those of `Clock` and `Message`, and some that are of an actor, many or absent.

extension Container {
    @Service(.singleton) package var clock: any Clock = SystemClock()
    @Service package var message: any Message = ShortMessage()
}

/// A service that is kept as long as somebody holds it.
package protocol ImageStore: AnyObject, Sendable {}

package final class LiveImageStore: ImageStore {
    private let number = 1

    package init() {}
}

/// A service with several implementations.
package protocol Plugin: Sendable {}

extension SystemClock: Plugin {}

/// A service that nobody binds.
package protocol Missing: Sendable {}

/// A service of the main actor.
package protocol Screen {
    var width: Int { get }
}

package final class LiveScreen: Screen {
    package let width: Int
    private let height = 2

    package init() {
        width = 1
    }
}

@inline(never)
package func newScreen() -> any Screen {
    LiveScreen()
}

/// A service that is requested in overrides only.
package protocol Meter: Sendable {}

extension SystemClock: Meter {}

/// A service that is made from two others.
package protocol Report: Sendable {}

package final class LiveReport: Report {
    private let clock: any Clock
    private let calendar: any Calendar

    package init(clock: any Clock, calendar: any Calendar) {
        self.clock = clock
        self.calendar = calendar
    }
}

/// A service whose initializer takes as long as it is told.
package protocol Slow: Sendable {}

package final class LiveSlow: Slow {
    package init() {}
}

@inline(never)
package func use(_ store: any ImageStore) {}

@inline(never)
package func use(_ plugins: [any Plugin]) {}

@inline(never)
package func use(_ missing: (any Missing)?) {}

@inline(never)
package func use(_ screen: any Screen) {}

@inline(never)
package func use(_ meter: any Meter) {}

@inline(never)
package func use(_ report: any Report) {}
