import Wormer

/// An object that has a container of its own, from which its `@Inject` properties are filled.
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

/// Fills a property with a service, which is resolved at every read.
///
/// ```swift
/// struct CreateAccountView {
///     @Inject var logger: Logger
///     @Inject("slack") var alerts: Logger
/// }
/// ```
///
/// A class that is `Containerized` resolves from its own container, anything else from the main container at the time
/// of the read. A service that is missing ends the process with a text that names the property's file and line.
///
/// A read inside `Container.mock` sees that override. Outside of any, it sees the override in which the wrapper was
/// created, if there was one, so that a view that is made for a preview keeps its mocks. For that, the wrapper keeps the
/// override alive, with all that it holds. To avoid a cycle, a wrapper that is created while the override is set up, or
/// while a singleton is made, does not keep the override alive: once the override is gone, it reads from the main
/// container. Another object with a wrapper that the override keeps, such as one that is assigned in the body, keeps the
/// override alive until it is unassigned.
///
/// The wrapper is `Sendable` where the service is. ``LazyInject`` resolves once.
@propertyWrapper
public struct Inject<Service> {
    /// Reads the service, unless it is what is bound to the type without an identifier.
    @usableFromInline let read: ((Container) -> Service)?
    @usableFromInline let container: Container?
    @usableFromInline let location: CodeLocation

    /// The override in which the wrapper was created.
    @usableFromInline let override: RememberedLayer?

    /// Injects what is bound to the property's type.
    ///
    /// - Parameters:
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(container, CodeLocation(fileID: fileID, line: line, facade: .inject), reading: nil)
    }

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier, nil for what is bound without one.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
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

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(
        id: AnyHashable?,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .inject)
        self.init(container, location) { $0.injector.force(Service.self, id: id, at: location) }
    }

    /// Injects a service that is declared as a property of `Container`.
    ///
    /// ```swift
    /// struct CreateAccountView {
    ///     @Inject(\.logger) var logger
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property: a key path that is written in place, or a function that reads it.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    @inlinable
    public init(
        _ property: @escaping @Sendable (Container) -> Service,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(container, CodeLocation(fileID: fileID, line: line, facade: .inject), reading: property)
    }

    /// Injects a service that is declared as a property of `Container`, for a key path that is not written in place.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    @_disfavoredOverload
    public init(
        _ property: KeyPath<Container, Service>,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(container, CodeLocation(fileID: fileID, line: line, facade: .inject)) { $0[keyPath: property] }
    }

    @usableFromInline
    init(_ container: Container?, _ location: CodeLocation, reading read: ((Container) -> Service)?) {
        self.read = read
        self.container = container
        self.location = location
        override = .current
    }

    /// The service.
    @inlinable public var wrappedValue: Service {
        service(from: container)
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
        storage storage: KeyPath<Object, Inject<Service>>
    ) -> Service {
        let inject = object[keyPath: storage]
        return inject.service(from: inject.container ?? ownContainer(of: object))
    }

    /// Resolves the service from a container, or from the main one.
    @inlinable
    func service(from container: Container?) -> Service {
        guard let override else {
            return currentService(from: container)
        }
        return override.run { currentService(from: container) }
    }

    @inlinable
    func currentService(from container: Container?) -> Service {
        if let read {
            read(container ?? .main)
        } else {
            (container?.injector ?? .default).force(Service.self, at: location)
        }
    }
}

// Unchecked for an identifier, which is only compared and printed, and for a key path: one that leads to a property of an
// actor can only be formed where the wrapper is isolated to that actor, and where a wrapper was sent on from there, a
// service of the main actor is not made.
extension Inject: @unchecked Sendable where Service: Sendable {}

@usableFromInline
@inline(never)
func ownContainer(of object: AnyObject) -> Container? {
    (object as? any Containerized)?.container
}
