/// A stand-in for Swinject 2: what its guide describes, so that "before" code can be built.
public protocol Resolver {
    func resolve<Service, Argument>(_ type: Service.Type, name: String?, argument: Argument) -> Service?
}

extension Resolver {
    public func resolve<Service>(_ type: Service.Type, name: String? = nil) -> Service? {
        resolve(type, name: name, argument: ())
    }

    public func resolve<Service, Argument>(_ type: Service.Type, argument: Argument) -> Service? {
        resolve(type, name: nil, argument: argument)
    }
}

/// Only the scopes that the documents use.
public enum ObjectScope { case transient, container }

public final class ServiceEntry<Service> {
    var scope = ObjectScope.transient
    var shared: Service?

    public func inObjectScope(_ scope: ObjectScope) { self.scope = scope }
}

public final class Container: Resolver {
    private var factories: [String: (Any) -> Any] = [:]

    public init() {}

    @discardableResult
    public func register<Service, Argument>(
        _ type: Service.Type, name: String? = nil, factory: @escaping (Resolver, Argument) -> Service
    ) -> ServiceEntry<Service> {
        let entry = ServiceEntry<Service>()
        factories["\(type) \(Argument.self) \(name ?? "")"] = { [unowned self] argument in
            let service = entry.shared ?? factory(self, argument as! Argument)
            entry.shared = entry.scope == .container ? service : nil
            return service
        }
        return entry
    }

    @discardableResult
    public func register<Service>(
        _ type: Service.Type, name: String? = nil, factory: @escaping (Resolver) -> Service
    ) -> ServiceEntry<Service> {
        register(type, name: name) { (resolver, _: Void) in factory(resolver) }
    }

    public func resolve<Service, Argument>(_ type: Service.Type, name: String?, argument: Argument) -> Service? {
        factories["\(type) \(Argument.self) \(name ?? "")"]?(argument) as? Service
    }

    public func synchronize() -> Resolver { self }
}

public struct Provider<Service> {
    public let instance: Service?
}

public protocol Assembly {
    func assemble(container: Container)
}

public final class Assembler {
    private let container: Container
    public var resolver: Resolver { container }

    public init(_ assemblies: [Assembly], container: Container = Container()) {
        self.container = container
        assemblies.forEach { $0.assemble(container: container) }
    }
}
