/// A stand-in for the Composable Architecture 1: what the documents use of its dependencies.
public protocol DependencyKey<Value> {
    associatedtype Value: Sendable
    static var liveValue: Value { get }
}

public struct DependencyValues {
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get { key.liveValue }
        set {}
    }
}
