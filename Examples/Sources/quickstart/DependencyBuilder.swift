import Wormer

/// Binds the interfaces to their implementations, in one place.
enum DependencyBuilder {
    static func build() {
        let injector = Injector.default

        injector.bind(EventBus.self, lifetime: .singleton, to: .make { EventBusImplementation() })

        // The injector resolves the parameter by its type.
        injector.bind(
            NotificationGateway.self,
            lifetime: .singleton,
            to: .using(NotificationGatewayImplementation.init(eventBus:))
        )

        injector.bind(NearableProximityProvider.self, to: .make { BrandedNearableProximityProvider() })

        injector.bind(ProximityRouter.self, to: .using(ProximityRouter.init(eventBus:gateway:provider:)))
    }

    /// Replaces one binding and keeps the other bindings.
    static func becomeGenerous() {
        Injector.default.bind(NearableProximityProvider.self, to: .make { GenerousNearableProximityProvider() })
    }
}
