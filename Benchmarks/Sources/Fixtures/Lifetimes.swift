import Fusion

// Services with other lifetimes than `Clock` and `Message`, or with several implementations.

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

@inline(never)
package func use(_ store: any ImageStore) {}

@inline(never)
package func use(_ plugins: [any Plugin]) {}
