import Fusion

// Services with other lifetimes than `Clock` and `Message`, of an actor, with several implementations, or without any.

extension Container {
    @Service(.singleton) package var clock: any Clock = SystemClock()
    @Service package var message: any Message = ShortMessage()
}

/// A service with a weak lifetime.
package protocol ImageStore: AnyObject, Sendable {}

package final class LiveImageStore: ImageStore {
    private let number = 1

    package init() {}
}

/// A service with several implementations.
package protocol Plugin: Sendable {}

extension SystemClock: Plugin {}

/// A service that is not bound.
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

/// A service that is requested only in overrides.
package protocol Meter: Sendable {}

extension SystemClock: Meter {}

/// A service with two dependencies.
package protocol Report: Sendable {}

package final class LiveReport: Report {
    private let clock: any Clock
    private let calendar: any Calendar

    package init(clock: any Clock, calendar: any Calendar) {
        self.clock = clock
        self.calendar = calendar
    }
}

/// A service whose factory pauses.
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
