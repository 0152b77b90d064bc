// What the /// comments of Sources/Wormer speak of.

protocol Interface {}
final class Implementation: Interface {}

protocol EventBus: AnyObject {
    func publish(_ event: String)
}
final class LocalEventBus: EventBus {
    func publish(_ event: String) {}
}

protocol NotificationGateway {
    func start()
}
struct NotificationGatewayImplementation: NotificationGateway {
    let eventBus: EventBus
    func start() {}
}
