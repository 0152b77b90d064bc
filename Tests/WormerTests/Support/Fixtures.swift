import Wormer

protocol EventBus: AnyObject { var name: String { get } }

final class LocalEventBus: EventBus { let name = "local" }

final class RemoteEventBus: EventBus { let name = "remote" }

protocol NotificationGateway { var eventBus: any EventBus { get } }

struct PushGateway: NotificationGateway { let eventBus: any EventBus }

struct Unrelated {}

extension Injector {
    /// Binds an implementation whose conformance to `P` the compiler does not check.
    func bindUnchecked<P, Implementation>(
        _ interface: P.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @isolated(any) () throws -> Implementation
    ) {
        let factory = Factory(isolated: make).converted(to: interface)
        let lifetime: Lifetime = asSingleton ? .singleton : .transient
        let location = CodeLocation(fileID: fileID, line: line)
        bind(FactoryBinding(Key(interface), Implementation.self, lifetime, factory, at: location))
    }
}

extension InjectionError.Reason {
    /// The name of the case.
    var name: String { "\(self)" }
}
