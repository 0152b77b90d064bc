protocol EventBus: AnyObject {}
final class LocalEventBus: EventBus {}

protocol NotificationGateway {}
struct NotificationGatewayImplementation: NotificationGateway {
    let eventBus: EventBus
}

protocol Logger {
    func log(_ text: String)
}
struct ConsoleLogger: Logger {
    let label: String
    func log(_ text: String) { print("\(label): \(text)") }
}
