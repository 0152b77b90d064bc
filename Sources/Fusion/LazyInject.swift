import Wormer

/// Fills a property with a service, which is resolved once, at the first read.
///
/// Use it for a view model, and for everything else that must not change under its owner. ``Inject`` resolves at every
/// read.
///
/// ```swift
/// final class Checkout {
///     @LazyInject var logger: Logger
///     @LazyInject("slack") var alerts: Logger
/// }
/// ```
///
/// The owner keeps the service; copies of a structure share it. The first read may be on any thread: reads on other
/// threads wait for it. A class that is `Containerized` resolves from its own container, anything else from the main
/// container at the time of the first read.
///
/// Like `@Inject`, the wrapper remembers the override in which it was created, and uses it for a first read outside of
/// any. An object that was created outside, and whose property is first read inside an override, keeps the service of
/// that override.
///
/// A service that is missing, or whose initializer reads the property itself, ends the process with a text that names the
/// property's file and line. The wrapper is `Sendable` where the service is.
@propertyWrapper
public struct LazyInject<Service> {
    @usableFromInline let inject: Inject<Service>
    @usableFromInline let binding: Binding<Service>

    /// Injects what is bound to the property's type.
    ///
    /// - Parameters:
    ///   - container: The container to resolve from, by default the main one at the time of the first read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(Inject(container: container, fileID: fileID, line: line))
    }

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier, nil for what is bound without one.
    ///   - container: The container to resolve from, by default the main one at the time of the first read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    @_disfavoredOverload
    public init(
        _ id: (some Hashable)?,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let key = Request(Service.self, id: id, at: CodeLocation()).key
        self.init(Inject(id, container: container, fileID: fileID, line: line), key)
    }

    /// Injects a service that is declared as a property of `Container`.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @LazyInject(\.logger) var logger
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property: a key path that is written in place, or a function that reads it.
    ///   - container: The container to resolve from, by default the main one at the time of the first read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(
        _ property: @escaping @Sendable (Container) -> Service,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Inject(property, container: container, fileID: fileID, line: line))
    }

    /// Injects a service that is declared as a property of `Container`, for a key path that is not written in place.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - container: The container to resolve from, by default the main one at the time of the first read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    @_disfavoredOverload
    public init(
        _ property: KeyPath<Container, Service>,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Inject(property, container: container, fileID: fileID, line: line))
    }

    private init(_ inject: Inject<Service>, _ key: Key = Key(Service.self)) {
        self.inject = inject
        binding = Binding(unregistered: key, at: inject.location)
    }

    /// The service.
    @inlinable public var wrappedValue: Service {
        service(from: inject.container)
    }

    /// The service, for a property of a class: resolved from the object's own container if it has one.
    ///
    /// - Parameters:
    ///   - object: The object that has the property.
    ///   - wrapped: The property.
    ///   - storage: The property's wrapper.
    @inlinable
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped wrapped: KeyPath<Object, Service>,
        storage storage: KeyPath<Object, LazyInject<Service>>
    ) -> Service {
        let lazy = object[keyPath: storage]
        return lazy.service(from: lazy.inject.container ?? ownContainer(of: object))
    }

    /// The service, which a first read resolves from a container, or from the main one.
    @inlinable
    func service(from container: Container?) -> Service {
        binding.instance {
            guard let override = inject.override else {
                return inject.currentService(from: container)
            }
            return override.runForOwner { inject.currentService(from: container) }
        }
    }
}

extension LazyInject: Sendable where Service: Sendable {}
