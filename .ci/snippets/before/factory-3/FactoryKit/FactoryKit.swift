/// A stand-in for the container of Factory 3: the API that the road from it uses, so that "before" code can be built.
public final class Container {
    @TaskLocal public static var shared = Container()
    fileprivate var registered = [String: Any]()
    fileprivate var cached = [String: Any]()

    public init() {}

    public func callAsFunction<T>(key: String = #function, _ make: @escaping () -> T) -> Factory<T> {
        Factory(container: self, key: key, make: make)
    }

    public func callAsFunction<P, T>(key: String = #function, _ make: @escaping (P) -> T) -> ParameterFactory<P, T> {
        ParameterFactory(make: make)
    }
}

public class Scope {
    public final class Cached: Scope {
        public override init() {}
    }

    fileprivate init() {}
}

public struct Factory<T> {
    fileprivate let container: Container
    fileprivate let key: String
    fileprivate let make: () -> T
    fileprivate var isCached = false

    public func callAsFunction() -> T {
        if isCached, let instance = container.cached[key] as? T { return instance }
        let instance = (container.registered[key] as? () -> T ?? make)()
        container.cached[key] = instance
        return instance
    }

    @discardableResult
    public func register(factory: @escaping () -> T) -> Factory {
        container.registered[key] = factory
        return self
    }

    public var singleton: Factory { Factory(container: container, key: key, make: make, isCached: true) }
    public func scope(_ scope: Scope) -> Factory { singleton }
    public func onPreview(factory: @escaping () -> T) -> Factory { self }
}

public struct ParameterFactory<P, T> {
    fileprivate let make: (P) -> T

    public func callAsFunction(_ parameters: P) -> T { make(parameters) }
}

@propertyWrapper
public struct Injected<T> {
    public let wrappedValue: T

    public init(_ path: KeyPath<Container, Factory<T>>) { wrappedValue = Container.shared[keyPath: path]() }
}

@propertyWrapper
public struct LazyInjected<T> {
    private let path: KeyPath<Container, Factory<T>>
    public lazy var wrappedValue = Container.shared[keyPath: path]()

    public init(_ path: KeyPath<Container, Factory<T>>) { self.path = path }
}
