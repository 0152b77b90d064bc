/// A stand-in for the container of Fusion 0.4: what its guide describes, so that "before" code can be built.
public final class Container {
    public enum Scope {
        case transient
        case singleton
    }

    public static let main = Container()
    public static var `default`: Container { main }

    private struct Key: Hashable {
        let type: ObjectIdentifier
        let id: AnyHashable?
    }

    private let parent: Container?
    private var factories = [Key: (Container) -> Any]()

    public init(parent: Container? = nil) {
        self.parent = parent
    }

    private func add<T>(_ scope: Scope, _ type: T.Type, _ id: AnyHashable?, _ factory: @escaping (Container) -> T) {
        var made: T?
        factories[Key(type: ObjectIdentifier(type), id: id)] = { container in
            if let made = made { return made }
            let instance = factory(container)
            if scope == .singleton { made = instance }
            return instance
        }
    }

    public func resolve<T>(_ type: T.Type, id: AnyHashable? = nil) -> T? {
        guard let factory = factories[Key(type: ObjectIdentifier(type), id: id)] else {
            return parent?.resolve(type, id: id)
        }
        return factory(self) as? T
    }

    public func resolveAssert<T>(_ type: T.Type, id: AnyHashable? = nil) -> T {
        guard let instance = resolve(type, id: id) else { fatalError("\(type) is not registered") }
        return instance
    }

    public func resolveThrowing<T>(_ type: T.Type, id: AnyHashable? = nil) throws -> T {
        guard let instance = resolve(type, id: id) else { throw FusionError.notRegistered(type: type, id: id) }
        return instance
    }
}

public enum FusionError: Error, @unchecked Sendable {
    case notRegistered(type: Any.Type, id: AnyHashable?)
}

// MARK: The spellings of bind

extension Container {
    public func bind<T>(_ type: T.Type, id: AnyHashable? = nil, value: @autoclosure @escaping () -> T) {
        add(.transient, type, id) { _ in value() }
    }

    public func bind<T>(_ type: T.Type, id: AnyHashable? = nil, factory: @escaping (Container) -> T) {
        add(.transient, type, id, factory)
    }

    public func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        value: @autoclosure @escaping () -> T
    ) {
        add(scope, type, id) { _ in value() }
    }

    public func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        factory: @escaping (Container) -> T
    ) {
        add(scope, type, id, factory)
    }

    public func register<T>(_ type: T.Type, id: AnyHashable? = nil, value: @autoclosure @escaping () -> T) {
        add(.transient, type, id) { _ in value() }
    }

    public func register<T>(_ type: T.Type, id: AnyHashable? = nil, factory: @escaping (Container) -> T) {
        add(.transient, type, id, factory)
    }

    public func register<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        value: @autoclosure @escaping () -> T
    ) {
        add(scope, type, id) { _ in value() }
    }

    public func register<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        factory: @escaping (Container) -> T
    ) {
        add(scope, type, id, factory)
    }
}

// MARK: The same for the main container

extension Container {
    public static func bind<T>(_ type: T.Type, id: AnyHashable? = nil, value: @autoclosure @escaping () -> T) {
        main.add(.transient, type, id) { _ in value() }
    }

    public static func bind<T>(_ type: T.Type, id: AnyHashable? = nil, factory: @escaping (Container) -> T) {
        main.add(.transient, type, id, factory)
    }

    public static func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        value: @autoclosure @escaping () -> T
    ) {
        main.add(scope, type, id) { _ in value() }
    }

    public static func bind<T>(
        _ scope: Scope = .transient,
        to type: T.Type = T.self,
        id: AnyHashable? = nil,
        factory: @escaping (Container) -> T
    ) {
        main.add(scope, type, id, factory)
    }

    public static func resolve<T>(_ type: T.Type, id: AnyHashable? = nil) -> T? {
        main.resolve(type, id: id)
    }

    public static func resolveAssert<T>(_ type: T.Type, id: AnyHashable? = nil) -> T {
        main.resolveAssert(type, id: id)
    }

    public static func resolveThrowing<T>(_ type: T.Type, id: AnyHashable? = nil) throws -> T {
        try main.resolveThrowing(type, id: id)
    }
}
