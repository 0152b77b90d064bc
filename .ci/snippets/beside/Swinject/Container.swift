/// A stand-in for Swinject 2: what its guide describes, so that code with both libraries can be run.
public protocol Resolver { func resolve<Service>(_ type: Service.Type) -> Service? }

/// Only the scopes that the documents use.
public enum ObjectScope { case transient, container }

public final class ServiceEntry<Service> {
    var (scope, shared): (ObjectScope, Service?) = (.transient, nil)
    public func inObjectScope(_ scope: ObjectScope) { self.scope = scope }
}

public final class Container: Resolver {
    private var factories: [String: () -> Any] = [:]
    public init() {}

    @discardableResult
    public func register<Service>(
        _ type: Service.Type, factory: @escaping (Resolver) -> Service
    ) -> ServiceEntry<Service> {
        let entry = ServiceEntry<Service>()
        factories["\(type)"] = { [unowned self] in
            let service = entry.shared ?? factory(self)
            entry.shared = entry.scope == .container ? service : nil
            return service
        }
        return entry
    }

    public func resolve<Service>(_ type: Service.Type) -> Service? { factories["\(type)"]?() as? Service }
    public func synchronize() -> Resolver { self }
}
