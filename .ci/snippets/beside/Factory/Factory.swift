/// A stand-in for Factory 2 and 3: what their guides describe, so that code with both libraries can be run.
public final class Container {
    nonisolated(unsafe) public static let shared = Container()
    private var instances: [String: Any] = [:]

    /// What `self { ... }` in a container calls.
    public func callAsFunction<T>(key: StaticString = #function, _ factory: @escaping () -> T) -> Factory<T> {
        Factory(make: factory, key: "\(key)", container: self)
    }

    fileprivate func instance<T>(_ key: String, _ make: () -> T) -> T {
        if let known = instances[key] as? T { return known }
        let new = make()
        instances[key] = new
        return new
    }
}

public struct Factory<T> {
    let make: () -> T, key: String, container: Container
    private var isShared = false

    init(make: @escaping () -> T, key: String, container: Container) {
        (self.make, self.key, self.container) = (make, key, container)
    }

    public var singleton: Factory {
        var copy = self
        copy.isShared = true
        return copy
    }

    public func callAsFunction() -> T { isShared ? container.instance(key, make) : make() }
}

@propertyWrapper
public struct Injected<T> {
    public let wrappedValue: T
    public init(_ property: KeyPath<Container, Factory<T>>) { wrappedValue = Container.shared[keyPath: property]() }
}
