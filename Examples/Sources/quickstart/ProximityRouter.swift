/// Publishes the events that are near enough.
struct ProximityRouter {
    let eventBus: EventBus
    let gateway: NotificationGateway
    let provider: NearableProximityProvider

    func route(_ events: [ProximityEvent]) {
        printInjection(into: self, ["eventBus": eventBus, "gateway": gateway, "provider": provider])
        let before = gateway.count
        for event in events where provider.isNear(event) {
            eventBus.publish(event)
        }
        print("\(provider.brand): \(gateway.count - before) of \(events.count) events notified")
    }
}

/// Prints a dependency of an object, and its type.
func printInjection(into owner: Any, _ services: KeyValuePairs<String, Any>) {
    print("injected into \(type(of: owner)):")
    for (name, service) in services {
        print("  \(name): \(type(of: service))")
    }
}
