/// A stand-in for Resolver 1.5: what its guide describes, so that "before" code can be built.
public protocol ResolverRegistering {
    static func registerAllServices()
}

public final class Resolver {
    public typealias Name = String

    public static let main = Resolver()
    public static var root = main
    private static let registerOnce: Void? = (Resolver.self as? ResolverRegistering.Type)?.registerAllServices()

    private let child: Resolver?
    private var factories: [String: (Args) -> Any] = [:]

    public init(child: Resolver? = nil) { self.child = child }

    @discardableResult
    public func register<Service>(name: Name? = nil, factory: @escaping () -> Service) -> ResolverOptions<Service> {
        let options = ResolverOptions<Service>()
        add(name) { _ in
            let service = options.shared ?? factory()
            options.shared = options.isShared ? service : nil
            return service
        }
        return options
    }

    @discardableResult
    public static func register<Service>(
        name: Name? = nil, factory: @escaping () -> Service
    ) -> ResolverOptions<Service> { main.register(name: name, factory: factory) }

    public static func register<Service>(name: Name? = nil, factory: @escaping (Resolver, Args) -> Service) {
        main.add(name) { args in factory(root, args) }
    }

    public static func resolve<Service>(name: Name? = nil, args: Any? = nil) -> Service {
        _ = registerOnce
        return root.find("\(Service.self) \(name ?? "")")!(Args(value: args)) as! Service
    }

    private func add<Service>(_ name: Name?, _ factory: @escaping (Args) -> Service) {
        factories["\(Service.self) \(name ?? "")"] = factory
    }

    private func find(_ key: String) -> ((Args) -> Any)? { factories[key] ?? child?.find(key) }

    public struct Args {
        let value: Any?
        public func callAsFunction<T>() -> T { value as! T }
    }
}

/// Only the scopes that the documents use.
public enum ResolverScope { case unique, application }

public final class ResolverOptions<Service> {
    var (isShared, shared): (Bool, Service?) = (false, nil)

    public func scope(_ scope: ResolverScope) { isShared = scope == .application }
}

@propertyWrapper
public struct Injected<Service> {
    public let wrappedValue: Service
    public init(name: Resolver.Name? = nil) { wrappedValue = Resolver.resolve(name: name) }
}
