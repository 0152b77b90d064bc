import Wormer

/// A property that is resolved once, at the first read, for what must stay the same, such as a view model.
///
/// It's resolved as a service or by its type. ``Inject`` resolves at every read.
///
/// ```swift
/// final class Checkout {
///     @LazyInject var logger: Logger
///     @LazyInject("slack") var alerts: Logger
/// }
/// ```
///
/// The owner retains the instance, and copies of a struct share it. The first read can happen on any thread; threads
/// that read at the same time may each create an instance, and all get the first one. A `Containerized` class resolves
/// from its own container. Any other type resolves from the main container at the time of the first read.
///
/// Each override has an instance of its own: a read inside `Container.mock` or an isolated test resolves once for that
/// override, and the property forgets the instance when the override ends. Outside, it has what the first read outside
/// resolved. Like `@Inject`, the wrapper remembers the override in which it was created, and uses it outside every
/// override. Its instance from there stays beyond the end of that override, unless instances with an `onEnd` ended then.
///
/// The wrapper is `Sendable` if its value is.
///
/// - Precondition: An instance exists or can be created, and its initializer doesn't read the property itself.
///   Otherwise the first read ends the process with a message that names the file and line of the property.
@propertyWrapper
public struct LazyInject<Service> {
    @usableFromInline let inject: Inject<Service>
    @usableFromInline let kept: UnregisteredInstance<Service>

    /// Injects what is bound to the property's type.
    ///
    /// - Parameters:
    ///   - container: The container to resolve from. The default is the main container at the time of the first read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    public init(container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(Inject(container: container, fileID: fileID, line: line))
    }

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier, or nil for the binding without one.
    ///   - container: The container to resolve from. The default is the main container at the time of the first read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    @_disfavoredOverload
    public init(
        _ id: (some Hashable)?,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Inject(id, container: container, fileID: fileID, line: line))
    }

    /// Injects a service.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @LazyInject(\.logger) var logger
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property, as a key path literal such as `\.logger` or a function that reads it.
    ///   - container: The container to resolve from. The default is the main container at the time of the first read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    @_transparent
    public init(
        _ property: @escaping @Sendable (Container) -> Service,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Inject(property, container: container, fileID: fileID, line: line))
    }

    /// Injects a service whose key path is stored in a variable.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - container: The container to resolve from. The default is the main container at the time of the first read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    @_disfavoredOverload
    @_transparent
    public init(
        _ property: KeyPath<Container, Service>,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Inject(property, container: container, fileID: fileID, line: line))
    }

    @usableFromInline
    init(_ inject: Inject<Service>) {
        self.inject = inject
        kept = UnregisteredInstance()
    }

    /// The instance that the first read resolved.
    @inlinable public var wrappedValue: Service {
        service(from: inject.container)
    }

    /// Resolves the property of a class, from the object's own container if it has one.
    ///
    /// - Parameters:
    ///   - object: The object that has the property.
    ///   - wrapped: The key path of the property.
    ///   - storage: The key path of the property's wrapper.
    @inlinable
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped wrapped: KeyPath<Object, Service>,
        storage storage: KeyPath<Object, LazyInject<Service>>
    ) -> Service {
        let lazy = object[keyPath: storage]
        return lazy.service(from: lazy.inject.container ?? ownContainer(of: object))
    }

    /// Returns the service.
    ///
    /// The first call in an override, or outside, resolves it from `container`, or from the main container if `container`
    /// is nil.
    @inlinable
    func service(from container: Container?) -> Service {
        kept.instance(remembering: inject.override) {
            guard let override = inject.override else { return inject.currentService(from: container) }
            return override.runForOwner { inject.currentService(from: container) }
        }
    }
}

extension LazyInject: Sendable where Service: Sendable {}

extension LazyInject: InjectingWrapper {
    package static var interface: Any.Type { Service.self }
    package static var facade: Facade { .inject }
    package var override: RememberedOverride? { inject.override }
}
