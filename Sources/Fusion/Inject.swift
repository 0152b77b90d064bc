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
@propertyWrapper
public struct Inject<Service>: @unchecked Sendable {
    // Immutable. Unchecked for the identifier, which is only compared and printed, and for the key path: one that
    // leads to a property of an actor can only be formed where the wrapper is isolated to that actor, and where a wrapper
    // was sent on from there, a service of the main actor is not made.

    /// What is injected, unless it is what is bound to the type without an identifier.
    private enum Source {
        case type(AnyHashable?)
        case property(KeyPath<Container, Service>)
    }

    private let source: Source
    @usableFromInline let container: Container?
    @usableFromInline let location: CodeLocation

    /// Whether it is what is bound to the type without an identifier, as nearly always.
    @usableFromInline let isPlain: Bool

    /// Injects what is bound to the property's type.
    ///
    /// - Parameters:
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(container: Container? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(.type(nil), container, CodeLocation(fileID: fileID, line: line))
    }

    /// Injects what is bound to the property's type with an identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(
        _ id: some Hashable,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(.type(id), container, CodeLocation(fileID: fileID, line: line))
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
        self.init(.type(id), container, CodeLocation(fileID: fileID, line: line))
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
    ///   - property: The service's property.
    ///   - container: The container to resolve from, by default the main one at the time of the read.
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    public init(
        _ property: KeyPath<Container, Service>,
        container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(.property(property), container, CodeLocation(fileID: fileID, line: line))
    }

    private init(_ source: Source, _ container: Container?, _ location: CodeLocation) {
        self.source = source
        isPlain = if case .type(nil) = source { true } else { false }
        self.container = container
        self.location = location
    }

    /// The service.
    @inlinable public var wrappedValue: Service {
        if isPlain {
            return (container?.injector ?? .default).force(Service.self, at: location)
        }
        return service(from: container ?? .main)
    }

    /// The service, for a property of a class: resolved from the object's own container if it has one.
    ///
    /// - Parameters:
    ///   - object: The object that has the property.
    ///   - wrapped: The property.
    ///   - storage: The property's wrapper.
    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object,
        wrapped wrapped: KeyPath<Object, Service>,
        storage storage: KeyPath<Object, Inject<Service>>
    ) -> Service {
        let inject = object[keyPath: storage]
        return inject.service(from: inject.container ?? (object as? any Containerized)?.container ?? .main)
    }

    @usableFromInline
    @inline(never)
    func service(from container: Container) -> Service {
        switch source {
        case .property(let property):
            container[keyPath: property]
        case .type(let id):
            container.injector.force(Request(Key(Service.self, id: id), at: location), as: Service.self)
        }
    }
}
