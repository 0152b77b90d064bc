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

    public var singleton: Factory {
        Factory(make: { container.instance(key, make) }, key: key, container: container)
    }

    public func callAsFunction() -> T { make() }
}
