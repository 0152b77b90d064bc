import CWormer

/// The type that `@Service` and `@Provides` create for each declaration: the identity of the service, and its record.
///
/// The compiler writes a record of each conformance, by which the services of a program are found. It leaves out a private
/// enumeration that no code mentions, such as that of a property that nothing can read. Do not use this protocol directly.
public protocol _DeclaredService: SendableMetatype {
    /// The facts about a property that are known without evaluating anything.
    static var property: _ServiceProperty { get }

    /// Passes the description of the service to the visitor that collects the program's services.
    ///
    /// - Parameter visitor: The address of the visitor.
    static func describe(to visitor: UInt)
}

/// The name and the place of a `@Service` property or a `@Provides` function.
///
/// Do not use it directly.
public struct _ServiceProperty: Sendable {
    fileprivate let name: StaticString
    fileprivate let location: CodeLocation
    fileprivate let isConstant: Bool
    fileprivate let hasTestValue: Bool
    fileprivate let scope: StaticString?

    /// Creates the description of a property.
    ///
    /// - Parameters:
    ///   - name: The name of the property, or of the function with its labels, shown in errors.
    ///   - file: The file of the property.
    ///   - line: The line of the property.
    ///   - isConstant: Whether the initializer consists only of literals and operators.
    ///   - hasTestValue: Whether tests have a value of their own.
    ///   - scope: The scope as the declaration writes it, such as `.request`.
    public init(
        _ name: StaticString,
        file: StaticString,
        line: UInt,
        isConstant: Bool = false,
        hasTestValue: Bool = false,
        scope: StaticString? = nil
    ) {
        self.name = name
        self.isConstant = isConstant
        location = CodeLocation(fileID: file, line: line, facade: .service)
        self.hasTestValue = hasTestValue
        self.scope = scope
    }
}

/// A declaration that identifies what it declares; its name does not.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    @usableFromInline package let location: CodeLocation

    /// The word of the cell in which the binding is: that of a declared service's type.
    ///
    /// A module has no cell.
    let word: KeyWord

    /// Whether the initializer does nothing that a test has to replace.
    let isConstant: Bool

    /// Whether tests have a value of their own, so that the initializer never runs in one.
    package let hasTestValue: Bool

    /// The scope as the declaration writes it, such as `.request`, if it is a member of its type.
    let scope: String?

    /// The property, or that with the function: `chatProvider` for `chat(id:)`.
    package var property: String { isFunction ? variable + "Provider" : name }

    /// The name of a property, or of a function without its labels.
    package var variable: String { String(name.prefix { $0 != "(" }) }

    /// The labels of a function's parameters.
    var labels: [Substring] { name.drop { $0 != "(" }.dropFirst().split(separator: ":").dropLast() }

    init(module location: CodeLocation) {
        (name, self.location, word) = ("module", location, 0)
        (isConstant, hasTestValue, isFunction, hasParameters, scope) = (false, false, false, false, nil)
    }

    /// Whether the declaration is a function, and whether it has parameters.
    package let isFunction: Bool
    package let hasParameters: Bool

    private init(_ service: any _DeclaredService.Type) {
        let property = service.property
        (name, location) = ("\(property.name)", property.location)
        (isConstant, hasTestValue) = (property.isConstant, property.hasTestValue)
        scope = property.scope.map { "\($0)" }
        (isFunction, hasParameters) = (name.hasSuffix(")"), name.hasSuffix(":)"))
        word = Wormer.word(of: service)
    }

    // Declarations are never released.
    private static let known = Guarded<[KeyWord: Declaration]>([:])
    private static let latest = LatestWords()

    /// Returns the only declaration of a service.
    @usableFromInline
    package static func of(_ service: any _DeclaredService.Type) -> Declaration {
        let word = Wormer.word(of: service)
        if let address = UnsafeRawPointer(bitPattern: latest[word]) {
            let declaration = Unmanaged<Declaration>.fromOpaque(address).takeUnretainedValue()
            if declaration.word == word { return declaration }
        }
        let new = known.withLock { $0[word] } ?? Declaration(service)
        return known.withLock { known in
            let declaration = known[word] ?? new
            known[word] = declaration
            latest[word] = UInt(bitPattern: Unmanaged.passUnretained(declaration).toOpaque())
            return declaration
        }
    }
}

/// A service as described by its declaration, even if the service was never read.
///
/// The type of the service describes it. The graph therefore includes services that were never read.
package final class DeclaredService: @unchecked Sendable {
    // Immutable. Unchecked because of the key path, which is not Sendable if the property belongs to an actor.

    package let declaration: Declaration

    /// A binding that is equivalent to the one that the first read registers.
    ///
    /// This object itself is never registered.
    package let binding: Binding

    package var key: Key { binding.key }

    /// The actor that the property is isolated to, if any.
    package let isolation: (any Actor)?

    /// The lookups that the source of an initializer shows.
    ///
    /// Each of the lines is a name, `name()`, the index of a lookup, or nothing for what the source does not show. Before it,
    /// `~` means that it is in a closure that runs later, `|` that the code may not run or may run later, and `?` that a
    /// lookup may go unanswered, or that a name may be one of another type.
    package typealias Source = (lines: StaticString, lookups: [Key])

    /// The lookups that the source of the initializer shows, or nil if there is none.
    ///
    /// In a test, a value for tests takes the place of the initializer.
    package var source: Source? { testSource != nil && Context.isInTest ? testSource : liveSource }
    private let liveSource: Source?
    private let testSource: Source?

    /// Whether the property is visible only in the file of the declaration.
    package let isPrivate: Bool

    /// Whether the service has an `onEnd` that never runs, because nothing ends the lifetime.
    package let endsNever: Bool

    /// The key path of the property, which is only compared.
    package let property: AnyKeyPath

    /// Reads the property from a container of the injector, or calls a function without parameters.
    ///
    /// Ends the process if there is no instance, unless a function throws.
    package let read: @Sendable @MainActor (Injector) async throws -> Void

    /// How the facade calls the service, if it's a function without parameters: on its actor, and without waiting if the
    /// function isn't asynchronous.
    package typealias Function = (call: (Injector) async throws -> Any, immediate: ((Injector) throws -> Any)?)
    package let function: Function?

    /// Creates the description of a service.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - type: The service's type.
    ///   - options: What the declaration says of its instances.
    ///   - isolation: The actor that the property is isolated to, if any.
    ///   - isPrivate: Whether the property is visible only in its file.
    ///   - source: What the source of the initializer shows, or nil if there is no initializer.
    ///   - testSource: What the source of the value for tests shows, or nil if there is none.
    ///   - property: The key path of the property.
    ///   - function: The function, if it is one without parameters.
    ///   - read: Reads the property.
    package init<P>(
        _ declaration: Declaration,
        _ type: P.Type,
        _ options: DeclaredOptions,
        isolation: (any Actor)?,
        isPrivate: Bool,
        source: Source?,
        testSource: Source?,
        property: AnyKeyPath,
        function: Function? = nil,
        read: @escaping @Sendable @MainActor (Injector) async throws -> Void
    ) {
        self.declaration = declaration
        endsNever = options.onEnd != nil && !options.lifetime.hasEnd
        var options = options
        // A binding cannot have an end that never runs.
        options.onEnd = endsNever ? nil : options.onEnd
        binding = options.binding(of: Key(P.self, .declaration(declaration)), as: P.self)
        self.isolation = isolation
        self.isPrivate = isPrivate
        (liveSource, self.testSource) = (source, testSource)
        self.property = property
        self.function = function
        self.read = read
    }

    /// Whether a read ends the process until an instance is assigned.
    package var mustBeAssigned: Bool {
        if case .optional? = TypeShape(binding.key.interface) { false } else { source == nil && !binding.isProvided }
    }
}

// MARK: - All services of the program

/// The services of the program, indexed by property and by the types of properties.
package final class ServiceVisitor: @unchecked Sendable {
    // Changes only during the call of `wormer_visit_conformances` in its initializer.
    fileprivate(set) var services: [DeclaredService] = []
    fileprivate(set) var provided: [DeclaredService] = []
    fileprivate(set) var properties: [AnyKeyPath: Int] = [:]
    fileprivate(set) var keys: [ObjectIdentifier: [Key]] = [:]

    /// The number of images whose types were visited.
    private let images: Int

    private init(images: Int) {
        self.images = images
        let existential = unsafeBitCast((any _DeclaredService).self as Any.Type, to: UnsafeRawPointer.self)
        let context = Unmanaged.passUnretained(self).toOpaque()
        wormer_visit_conformances(existential, context) { visitor, type, conformance in
            // A metatype of a protocol consists of the metadata and the witness table.
            let metatype = wormer_conforming_type(type, conformance)
            let service = unsafeBitCast(metatype, to: (any _DeclaredService.Type).self)
            service.describe(to: UInt(bitPattern: visitor))
        }
    }

    /// Returns the visitor that was passed to a service; nil if it belongs to another copy of the library.
    ///
    /// Two copies share the protocol if a dynamic library takes its symbols from the program.
    package static func at(_ address: UInt) -> ServiceVisitor? {
        // The address comes from the initializer of a copy's visitor, which lives during the visit.
        let visitor = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
        return visitor.takeUnretainedValue() as? ServiceVisitor
    }

    package func visit(_ service: DeclaredService) {
        properties[service.property] = services.count
        keys[ObjectIdentifier(type(of: service.property).valueType), default: []].append(service.key)
        services.append(service)
        if service.binding.isProvided {
            provided.append(service)
        }
    }

    private static let latest = Guarded<ServiceVisitor?>(nil)

    /// The services of the images that are loaded now.
    fileprivate static var current: ServiceVisitor {
        let known = latest.withLock { $0 }
        let images = wormer_loaded_images()
        if let known, known.images == images {
            return known
        }
        let visitor = ServiceVisitor(images: images)
        extendLifetime(latest.exchange(visitor))
        return visitor
    }
}

extension DeclaredService {
    /// All services of this program.
    package static var all: [DeclaredService] { known(ServiceVisitor.current.services) }

    /// The bindings of those whose values come with a scope.
    static func provided(with scope: Scope) -> [Binding] {
        known(ServiceVisitor.current.provided).map(\.binding).filter { $0.scope == scope }
    }

    /// The member of its type that a scope is, such as `.request`, if a service says so.
    static func member(for scope: Scope) -> String? {
        all.lazy.filter { $0.binding.scope == scope }.compactMap(\.declaration.scope).first
    }

    private static func known(_ services: [DeclaredService]) -> [DeclaredService] {
        guard let knownFiles = Context.current?.values.knownFiles else { return services }
        return services.filter { service in
            knownFiles.contains { service.declaration.location.fileID.hasSuffix($0) }
        }
    }

    /// Returns the service for a key path.
    package static func at(_ property: AnyKeyPath) -> DeclaredService? {
        let visitor = ServiceVisitor.current
        return visitor.properties[property].map { visitor.services[$0] }
    }

    /// Returns the service for a declaration.
    package static func of(_ declaration: Declaration) -> DeclaredService? {
        ServiceVisitor.current.services.first { $0.declaration === declaration }
    }

    /// Returns the keys of the services whose properties have a type.
    static func keys(of type: Any.Type) -> [Key] { ServiceVisitor.current.keys[ObjectIdentifier(type)] ?? [] }
}
