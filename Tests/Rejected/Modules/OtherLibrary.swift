// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations with the names of other libraries, whose former users find them unavailable in Fusion.

public struct Values: Sendable { public var limit = 1 }

@propertyWrapper
public struct Dependency<Value> {
    public var wrappedValue: Value { fatalError() }
    public init(_ property: KeyPath<Values, Value>) {}
}

@propertyWrapper
public struct Injected<Value> {
    public var wrappedValue: Value { fatalError() }
    public init(_ property: KeyPath<Values, Value>) {}
}

public func withDependencies<Result>(
    _ change: (inout Values) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result { try operation() }

public func withDependencies<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout Values) async throws -> Void,
    operation: () async throws -> Result
) async rethrows -> Result { try await operation() }

public func withDependencies<Result>(from object: some AnyObject, operation: () throws -> Result) rethrows -> Result {
    try operation()
}
