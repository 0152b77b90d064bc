/// A stand-in for Factory 3: what the road from it uses, so that "before" code can be compiled, which nothing runs.
public final class Container {
    public static let shared = Container()

    public func callAsFunction<T>(_ make: @escaping () -> T) -> Factory<T> { Factory() }
    public func callAsFunction<P, T>(_ make: @escaping (P) -> T) -> ParameterFactory<P, T> { ParameterFactory() }
}

public class Scope {
    public final class Cached: Scope { public override init() {} }
    fileprivate init() {}
}

public struct Factory<T> {
    public func callAsFunction() -> T { fatalError() }
    @discardableResult
    public func register(factory: @escaping () -> T) -> Factory { self }
    public func scope(_ scope: Scope) -> Factory { self }
    public func onPreview(factory: @escaping () -> T) -> Factory { self }
}

public struct ParameterFactory<P, T> {
    public func callAsFunction(_ parameters: P) -> T { fatalError() }
}

@propertyWrapper
public struct Injected<T> {
    public var wrappedValue: T { fatalError() }
    public init(_ path: KeyPath<Container, Factory<T>>) {}
}
