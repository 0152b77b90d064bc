import Wormer

/// An object whose `@Inject` and `@LazyInject` properties resolve from its own container instead of the main one.
///
/// ```swift
/// final class Screen: Containerized {
///     let container: Container
///     @Inject var logger: Logger
///
///     init(container: Container) {
///         self.container = container
///     }
/// }
/// ```
public protocol Containerized: AnyObject {
    /// The container to resolve from.
    var container: Container { get }
}

/// A property that is resolved at every read, as a service or by its type.
///
/// ```swift
/// struct CreateAccountView {
///     @Inject(\.logger) var logger
///     @Inject var database: Database
///     @Inject("slack") var alerts: Logger
/// }
/// ```
///
/// A `Containerized` class resolves from its own container. Any other type resolves from the main container at the time
/// of the read. Use ``LazyInject`` to resolve only once.
///
/// A read inside `Container.mock` uses that override. A read outside every override uses the override in which the
/// wrapper was created, if any, so a view that is created for a preview keeps its mocks.
///
/// The wrapper keeps that override alive, with all its instances. To avoid a cycle, it doesn't if it's created while
/// the override is set up, or while a shared instance is created; after the override is released, such a wrapper reads
/// from the main container. If you assign an object with a wrapper inside the body of `mock`, the object and the
/// override keep each other alive until you unassign it.
///
/// The wrapper is `Sendable` if its value is.
///
/// - Precondition: An instance exists or can be created. Otherwise a read ends the process with a message that names
///   the file and line of the property.
@propertyWrapper
public struct Inject<Service> {
    /// A closure that reads the service; nil for the binding of the type without an identifier.
    @usableFromInline let read: ((Container) -> Service)?
    @usableFromInline let container: Container?
    @usableFromInline let location: CodeLocation

    /// The override in which the wrapper was created.
    @usableFromInline package let override: RememberedOverride?

    /// Injects what is bound to the property's type.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @Inject var database: Database
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container to resolve from. The default is the main container at the time of the read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    public init(container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(container, CodeLocation(fileID: fileID, line: line, facade: .inject), reading: nil)
    }

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @Inject("slack") var alerts: Logger
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The identifier, or nil for the binding without one.
    ///   - container: The container to resolve from. The default is the main container at the time of the read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    @_disfavoredOverload
    @inlinable
    public init(
        _ id: (some Hashable)?,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .inject)
        self.init(container, location) { $0.injector.force(Service.self, id: id, at: location) }
    }

    /// Injects a service.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @Inject(\.logger) var logger
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property, as a key path literal such as `\.logger` or a function that reads it.
    ///   - container: The container to resolve from. The default is the main container at the time of the read.
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    @_transparent
    public init(
        _ property: @escaping @Sendable (Container) -> Service,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .inject)
        self.init(container, location, reading: property)
        keepName(of: Reading<Service>.self)
    }

    /// Injects a service whose key path is stored in a variable.
    ///
    /// ```swift
    /// struct LogView {
    ///     @Inject var logger: Logger
    ///     init(_ property: KeyPath<Container, Logger>) { _logger = Inject(property) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - container: The container to resolve from. The default is the main container at the time of the read.
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
        let location = CodeLocation(fileID: fileID, line: line, facade: .inject)
        self.init(container, location, reading: { $0[keyPath: property] })
        keepName(of: Reading<Service>.self)
    }

    @usableFromInline
    init(_ container: Container?, _ location: CodeLocation, reading read: ((Container) -> Service)?) {
        self.read = read
        self.container = container
        self.location = location
        override = .current
        Recorder.record(injecting: Service.self)
    }

    /// The shared instance or a new one, resolved at each read.
    @inlinable public var wrappedValue: Service {
        service(from: container)
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
        storage storage: KeyPath<Object, Inject<Service>>
    ) -> Service {
        let inject = object[keyPath: storage]
        return inject.service(from: inject.container ?? ownContainer(of: object))
    }

    /// Resolves the service from `container`, or from the main container if it is nil.
    @inlinable
    func service(from container: Container?) -> Service {
        guard let override else { return currentService(from: container) }
        return override.run { currentService(from: container) }
    }

    @inlinable
    func currentService(from container: Container?) -> Service {
        if let read {
            location.reading { read(container ?? .main) }
        } else {
            (container?.injector ?? .default).force(Service.self, at: location)
        }
    }
}

// Unchecked because of two captured values. An identifier is only compared and printed. A key path to a property of an
// actor can only be formed where the wrapper is isolated to that actor. If such a wrapper is sent elsewhere, a read
// there does not create a service of the main actor.
extension Inject: @unchecked Sendable where Service: Sendable {}

extension Inject: InjectingWrapper {
    package static var interface: Any.Type { Service.self }
    package static var facade: Facade { .inject }
}

/// The mark of a wrapper that reads a property.
///
/// The initializers that mention it are transparent, so that its name is in the client's program, also in debug.
@usableFromInline
enum Reading<Service>: ReadingMark {
    package static var value: Any.Type { Service.self }
}

/// The classes whose objects have no container.
private let classesWithoutContainer = LatestWords()

@usableFromInline
@inline(never)
func ownContainer(of object: AnyObject) -> Container? {
    let word = word(of: type(of: object))
    if classesWithoutContainer[word] == word {
        return nil
    }
    guard let owner = object as? any Containerized else {
        classesWithoutContainer[word] = word
        return nil
    }
    return owner.container
}
