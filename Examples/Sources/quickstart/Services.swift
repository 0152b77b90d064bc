/// Delivers events to subscribers.
protocol EventBus: AnyObject {
    func subscribe(_ subscriber: @escaping (ProximityEvent) -> Void)
    func publish(_ event: ProximityEvent)
}

/// Sends notifications about events.
protocol NotificationGateway: AnyObject {
    /// The number of notifications that were sent.
    var count: Int { get }
}

/// Decides which events are near enough.
protocol NearableProximityProvider {
    var brand: String { get }
    func isNear(_ event: ProximityEvent) -> Bool
}

final class EventBusImplementation: EventBus {
    private var subscribers: [(ProximityEvent) -> Void] = []

    func subscribe(_ subscriber: @escaping (ProximityEvent) -> Void) {
        subscribers.append(subscriber)
    }

    func publish(_ event: ProximityEvent) {
        for subscriber in subscribers {
            subscriber(event)
        }
    }
}

final class NotificationGatewayImplementation: NotificationGateway {
    private(set) var count = 0

    init(eventBus: EventBus) {
        printInjection(into: self, ["eventBus": eventBus])
        // The bus outlives this gateway if another gateway is bound.
        eventBus.subscribe { [weak self] event in
            self?.notify(of: event)
        }
    }

    private func notify(of event: ProximityEvent) {
        count += 1
        print("  \(event.time) notify: visitor at \(event.beacon), \(event.metres) m")
    }
}

struct BrandedNearableProximityProvider: NearableProximityProvider {
    let brand = "Branded"

    func isNear(_ event: ProximityEvent) -> Bool {
        event.metres < 1
    }
}

struct GenerousNearableProximityProvider: NearableProximityProvider {
    let brand = "Generous"

    func isNear(_ event: ProximityEvent) -> Bool {
        event.metres < 3
    }
}
