/// A stand-in for Swinject 2: what its guide describes, so that "before" code can be compiled, and code with both run.
public protocol Resolver {
    func resolve<Service>(_ type: Service.Type, name: String?) -> Service?
    func resolve<Service, Argument>(_ type: Service.Type, argument: Argument) -> Service?
}

extension Resolver { public func resolve<Service>(_ type: Service.Type) -> Service? { resolve(type, name: nil) } }

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
        _ type: Service.Type, name: String? = nil, factory: @escaping (Resolver) -> Service
    ) -> ServiceEntry<Service> {
        let entry = ServiceEntry<Service>()
        factories["\(type) \(name ?? "")"] = { [unowned self] in
            let service = entry.shared ?? factory(self)
            entry.shared = entry.scope == .container ? service : nil
            return service
        }
        return entry
    }

    public func resolve<Service>(_ type: Service.Type, name: String?) -> Service? {
        factories["\(type) \(name ?? "")"]?() as? Service
    }

    public func synchronize() -> Resolver { self }

    // Nothing runs code with arguments.
    @discardableResult
    public func register<Service, Argument>(
        _ type: Service.Type, factory: @escaping (Resolver, Argument) -> Service
    ) -> ServiceEntry<Service> { ServiceEntry() }
    public func resolve<Service, Argument>(_ type: Service.Type, argument: Argument) -> Service? { nil }
}

public struct Provider<Service> { public let instance: Service? }

public protocol Assembly { func assemble(container: Container) }

public struct Assembler {
    public let resolver: Resolver

    public init(_ assemblies: [Assembly], container: Container = Container()) {
        resolver = container
        assemblies.forEach { $0.assemble(container: container) }
    }
}
