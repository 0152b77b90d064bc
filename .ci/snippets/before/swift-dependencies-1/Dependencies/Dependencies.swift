import Foundation

/// A stand-in for swift-dependencies 1: what the road from it uses, so that "before" code can be compiled, which nothing
/// runs.
public struct DependencyValues {
    public var date = DateGenerator()

    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get { Key.liveValue }
        set {}
    }
}

public struct DateGenerator { public var now = Date() }

public protocol DependencyKey {
    associatedtype Value = Self
    static var liveValue: Value { get }
}

@propertyWrapper
public struct Dependency<Value> {
    public var wrappedValue: Value { fatalError() }
    public init(_ path: KeyPath<DependencyValues, Value>) {}
}

public func withDependencies<Result>(
    _ change: (inout DependencyValues) -> Void, operation: () throws -> Result
) rethrows -> Result { try operation() }

public func unimplemented<T, U>(_ description: String, placeholder: U) -> @Sendable (T) async throws -> U {
    { _ in placeholder }
}
