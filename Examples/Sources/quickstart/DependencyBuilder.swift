import Wormer

/// Says what implements what, in one place.
enum DependencyBuilder {
    static func build() {
        let injector = Injector.default

        injector.bind(
            interface: EventBus.self,
            toImplementation: EventBusImplementation.self,
            asSingleton: true
        ) {
            EventBusImplementation()
        }

        // The parameter's type says what is needed; nothing has to be resolved by hand.
        injector.bind(
            interface: NotificationGateway.self,
            toImplementation: NotificationGatewayImplementation.self,
            asSingleton: true,
            initializer: NotificationGatewayImplementation.init(eventBus:)
        )

        injector.bind(
            interface: NearableProximityProvider.self,
            toImplementation: BrandedNearableProximityProvider.self
        ) {
            BrandedNearableProximityProvider()
        }

        injector.bind(
            interface: ProximityRouter.self,
            toImplementation: ProximityRouter.self,
            initializer: ProximityRouter.init(eventBus:gateway:provider:)
        )
    }

    /// Binding again replaces the binding; everything else stays.
    static func becomeGenerous() {
        Injector.default.bind(
            interface: NearableProximityProvider.self,
            toImplementation: GenerousNearableProximityProvider.self
        ) {
            GenerousNearableProximityProvider()
        }
    }
}
