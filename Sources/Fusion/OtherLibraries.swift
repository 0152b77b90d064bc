// The compiler rejects leftovers of other libraries, and says what to write instead. A file that imports such a library,
// too, uses the library's own declaration, because that is available.

import Wormer

/// Unavailable: `@Inject` injects a service.
@available(*, unavailable, renamed: "Inject")
@propertyWrapper
public struct Dependency<Service> {
    /// Unavailable: write `@Inject(\.service)`.
    ///
    /// - Parameter property: The service's property.
    public init(_ property: KeyPath<Container, Service>) { fatalError() }

    /// Unavailable: write `@Inject`, and bind the type.
    ///
    /// - Parameter type: The type.
    public init(_ type: Service.Type) { fatalError() }

    /// Unavailable.
    public var wrappedValue: Service { fatalError() }
}

/// Unavailable: `@Inject` injects a service.
@available(*, unavailable, renamed: "Inject")
@propertyWrapper
public struct Injected<Service> {
    /// Unavailable: write `@Inject(\.service)`.
    ///
    /// - Parameter property: The service's property.
    public init(_ property: KeyPath<Container, Service>) { fatalError() }

    /// Unavailable.
    public var wrappedValue: Service { fatalError() }
}

/// Unavailable: `Container.mock` overrides services.
@available(*, unavailable, message: "Write 'Container.mock { ... } then: { ... }'.")
public func withDependencies<Result>(
    _ override: (Container) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result { fatalError() }

/// Unavailable: `Container.mock` overrides services.
@available(*, unavailable, message: "Write 'await Container.mock { ... } then: { ... }'.")
public func withDependencies<Result>(
    _ override: (Container) async throws -> Void,
    operation: () async throws -> Result
) async rethrows -> Result { fatalError() }

/// Unavailable: a capture of an object has what its properties remember.
@available(*, unavailable, message: "Write 'Injector.capture(of: self).run { ... }'.")
public func withDependencies<Result>(
    from object: AnyObject,
    operation: () throws -> Result
) rethrows -> Result { fatalError() }
