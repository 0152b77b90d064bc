/// A stand-in for Resolver 1.5: what its guide uses, so that code with both libraries can be built.
public final class Resolver {
    private static let main = Resolver()
    private var factories: [String: () -> Any] = [:]

    @discardableResult
    public static func register<Service>(factory: @escaping () -> Service) -> ResolverOptions<Service> {
        let options = ResolverOptions<Service>()
        main.factories["\(Service.self)"] = {
            let service = options.shared ?? factory()
            options.shared = options.isShared ? service : nil
            return service
        }
        return options
    }

    public static func resolve<Service>() -> Service { main.factories["\(Service.self)"]!() as! Service }
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
    public init() { wrappedValue = Resolver.resolve() }
}
