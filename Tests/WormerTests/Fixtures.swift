import Wormer

protocol EventBus: AnyObject {
    var name: String { get }
}

final class LocalEventBus: EventBus {
    let name = "local"
}

final class RemoteEventBus: EventBus {
    let name = "remote"
}

protocol NotificationGateway {
    var eventBus: any EventBus { get }
}

struct PushGateway: NotificationGateway {
    let eventBus: any EventBus
}

struct Unrelated {}

struct PlannedFailure: Error, CustomStringConvertible {
    let description: String
}

/// Counts how often something happens, on one thread.
final class Tally {
    private(set) var count = 0

    func increment() -> Int {
        count += 1
        return count
    }
}
