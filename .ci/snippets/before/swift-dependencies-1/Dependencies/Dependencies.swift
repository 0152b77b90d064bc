import Foundation

/// A stand-in for the values of swift-dependencies 1: what the road from it uses, so that "before" code can be built.
public struct DependencyValues {
    @TaskLocal fileprivate static var current = DependencyValues()
    private var values = [ObjectIdentifier: Any]()

    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    fileprivate func merging(_ other: DependencyValues) -> DependencyValues {
        var merged = self
        merged.values.merge(other.values) { $1 }
        return merged
    }
}

public protocol DependencyKey {
    associatedtype Value = Self
    static var liveValue: Value { get }
}

@propertyWrapper
public struct Dependency<Value> {
    private let values = DependencyValues.current
    private let path: KeyPath<DependencyValues, Value>
    public var wrappedValue: Value { values.merging(.current)[keyPath: path] }

    public init(_ path: KeyPath<DependencyValues, Value>) { self.path = path }
}

public func withDependencies<Result>(
    _ change: (inout DependencyValues) -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    var values = DependencyValues.current
    change(&values)
    return try DependencyValues.$current.withValue(values, operation: operation)
}

public func withDependencies<Result>(
    _ change: (inout DependencyValues) -> Void,
    operation: () async throws -> Result
) async rethrows -> Result {
    var values = DependencyValues.current
    change(&values)
    return try await DependencyValues.$current.withValue(values, operation: operation)
}

public func unimplemented<T, U>(_ description: String, placeholder: U) -> @Sendable (T) async throws -> U {
    { _ in placeholder }
}

public struct DateGenerator: DependencyKey {
    public static let liveValue = DateGenerator()
    public var now = Date()
}

extension DependencyValues {
    public var date: DateGenerator { get { self[DateGenerator.self] } set { self[DateGenerator.self] = newValue } }
}
