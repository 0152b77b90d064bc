/// A stand-in for the container of Fusion 0.4, with the declarations that the documents use.
public final class Container {
    public enum Scope {
        case transient
        case singleton
    }

    public static let main = Container()

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let id: AnyHashable?
    }

    private var factories = [Key: (Container) -> Any]()

    public static func bind<T>(_ type: T.Type, id: AnyHashable? = nil, factory: @escaping (Container) -> T) {
        bind(to: type, id: id, factory: factory)
    }

    public static func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        value: @autoclosure @escaping () -> T
    ) {
        bind(scope, to: type, id: id) { _ in value() }
    }

    public static func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        factory: @escaping (Container) -> T
    ) {
        var made: T?
        main.factories[Key(type: ObjectIdentifier(type), id: id)] = { container in
            let instance = made ?? factory(container)
            if scope == .singleton { made = instance }
            return instance
        }
    }

    public func resolveAssert<T>(_ type: T.Type, id: AnyHashable? = nil) -> T {
        guard let factory = factories[Key(type: ObjectIdentifier(type), id: id)] else {
            fatalError("\(type) is not registered")
        }
        return factory(self) as! T
    }
}

@propertyWrapper
public struct Inject<Service> {
    public var wrappedValue: Service { Container.main.resolveAssert(Service.self) }

    public init() {}
}
