/// Publishes the events that are near enough.
struct ProximityRouter {
    let eventBus: EventBus
    let gateway: NotificationGateway
    let provider: NearableProximityProvider

    func route(_ events: [ProximityEvent]) {
        print("injected into \(Self.self):")
        print("  eventBus: \(type(of: eventBus))")
        print("  gateway:  \(type(of: gateway))")
        print("  provider: \(type(of: provider))")
        let before = gateway.count
        for event in events where provider.isNear(event) {
            eventBus.publish(event)
        }
        print("\(provider.brand): \(gateway.count - before) of \(events.count) events notified")
    }
}
