import Fusion

// Services with other lifetimes than `Clock` and `Message`, or with several implementations.

extension Container {
    @Service(.singleton) package var clock: any Clock = SystemClock()
    @Service package var message: any Message = ShortMessage()
}

extension Container {
    /// A function that keeps an instance for each argument.
    @Provides(.singleton) package func stamp(place: String) -> any Clock { SystemClock() }
}

/// A service of the main actor.
package protocol Banner: Sendable {}

extension ShortMessage: Banner {}

@inline(never)
package func use(_ banner: any Banner) {}

/// A service with a weak lifetime.
package protocol ImageStore: AnyObject, Sendable {}

package final class LiveImageStore: ImageStore {
    private let number = 1

    package init() {}
}

/// A service with several implementations.
package protocol Plugin: Sendable {}

extension SystemClock: Plugin {}

@inline(never)
package func use(_ store: any ImageStore) {}

@inline(never)
package func use(_ plugins: [any Plugin]) {}
