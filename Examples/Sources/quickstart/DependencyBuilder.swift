import Wormer

/// Says what implements what, in one place.
enum DependencyBuilder {
    static func build() {
        let injector = Injector.default

        injector.bind(EventBus.self, lifetime: .singleton, to: .make { EventBusImplementation() })

        // The parameter's type says what is needed; nothing has to be resolved by hand.
        injector.bind(
            NotificationGateway.self,
            lifetime: .singleton,
            to: .using(NotificationGatewayImplementation.init(eventBus:))
        )

        injector.bind(NearableProximityProvider.self, to: .make { BrandedNearableProximityProvider() })

        injector.bind(ProximityRouter.self, to: .using(ProximityRouter.init(eventBus:gateway:provider:)))
    }

    /// Binding again replaces the binding; everything else stays.
    static func becomeGenerous() {
        Injector.default.bind(NearableProximityProvider.self, to: .make { GenerousNearableProximityProvider() })
    }
}
