import CWormer

/// A service that is declared as a property.
///
/// The object identifies the service; its name does not.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    @usableFromInline package let location: CodeLocation

    /// Whether tests have a value of their own, so that the initializer never runs in one.
    let hasTestValue: Bool

    package init(name: String, location: CodeLocation, hasTestValue: Bool = false) {
        self.name = name
        self.location = location
        self.hasTestValue = hasTestValue
    }
}

/// A service as described by its declaration, even if the service was never read.
///
/// The compiler places a record next to each `@Service` property, and the linker collects the records of a program. The
/// graph therefore includes services that were never read.
package final class DeclaredService: @unchecked Sendable {
    // Immutable. Unchecked because of the key path, which is not Sendable if the property belongs to an actor.

    package let declaration: Declaration

    /// A binding that is equivalent to the one that the first read registers.
    ///
    /// This object itself is never registered.
    let binding: Binding

    /// The actor that the property is isolated to, if any.
    let isolation: (any Actor)?

    /// The names in the initializer that may refer to other services, and the types that it resolves, one per line; nil
    /// if there is no initializer.
    ///
    /// In a test, a value for tests takes the place of the initializer.
    ///
    /// A line is `name`, `name()`, `Type.self`, `Type.self id`, or `?` for what its source does not show. A leading `~`
    /// means that it is in a closure that may run later, and a leading `!` that the initializer fails if nothing
    /// answers the lookup. The line `|` means that the initializer has branches.
    var candidates: StaticString? { testCandidates != nil && Context.isInTest ? testCandidates : liveCandidates }
    private let liveCandidates: StaticString?
    private let testCandidates: StaticString?

    /// Whether the property is visible only in the file of the declaration.
    let isPrivate: Bool

    /// Whether the service has an `onEnd` that never runs, because nothing ends the lifetime.
    let endsNever: Bool

    /// The key path of the property, which is only compared.
    let property: AnyKeyPath

    /// Reads the property from a container of the injector.
    ///
    /// Ends the process if there is no instance.
    let read: @Sendable (Injector) -> Void

    /// Creates the description of a service.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - type: The service's type.
    ///   - lifetime: How long an instance lives.
    ///   - hasEnd: Whether the service has an `onEnd`.
    ///   - isUnavailableInTests: Whether no test may read the service.
    ///   - isolation: The actor that the property is isolated to, if any.
    ///   - isPrivate: Whether the property is visible only in its file.
    ///   - candidates: The names and types in the initializer, or nil if there is no initializer.
    ///   - testCandidates: The names and types in the value for tests, or nil if there is none.
    ///   - property: The key path of the property.
    ///   - read: Reads the property.
    package init<P>(
        _ declaration: Declaration,
        _ type: P.Type,
        _ lifetime: Lifetime,
        hasEnd: Bool,
        isUnavailableInTests: Bool,
        isolation: (any Actor)?,
        isPrivate: Bool,
        candidates: StaticString?,
        testCandidates: StaticString?,
        property: AnyKeyPath,
        read: @escaping @Sendable (Injector) -> Void
    ) {
        self.declaration = declaration
        let factory = FactoryBody<P>(endingWith: nil, isUnavailableInTests: isUnavailableInTests)
        binding = Binding(declaring: declaration, as: P.self, lifetime, factory)
        self.isolation = isolation
        self.isPrivate = isPrivate
        endsNever = hasEnd && !lifetime.hasEnd
        (liveCandidates, self.testCandidates) = (candidates, testCandidates)
        self.property = property
        self.read = read
    }

    /// Whether the declaration has an initializer, or a value for the test that is running.
    var hasInitializer: Bool { candidates != nil }

    /// Whether a read ends the process until an instance is assigned.
    var mustBeAssigned: Bool {
        if case .optional? = TypeShape(binding.key.interface) { false } else { !hasInitializer }
    }
}

// MARK: - All services of the program

/// The services that the records of the program describe, indexed by property and by declaration.
package final class ServiceVisitor: @unchecked Sendable {
    // Changes only during the call of `wormer_visit_services` in its initializer.
    fileprivate(set) var services: [DeclaredService] = []
    fileprivate(set) var properties: [AnyKeyPath: Int] = [:]
    fileprivate(set) var declarations: [ObjectIdentifier: Int] = [:]

    /// The number of images whose records were visited.
    private let images: Int

    private init(images: Int) {
        self.images = images
        wormer_visit_services(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Returns the visitor that was passed to the function of a record; nil if it belongs to another copy of the library.
    ///
    /// On Apple's systems, each copy visits the records of all images.
    package static func at(_ address: UInt) -> ServiceVisitor? {
        // The address comes from the initializer of a copy's visitor, which lives during the visit.
        let visitor = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
        return visitor.takeUnretainedValue() as? ServiceVisitor
    }

    package func visit(_ service: DeclaredService) {
        properties[service.property] = services.count
        declarations[ObjectIdentifier(service.declaration)] = services.count
        services.append(service)
    }

    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var latest: ServiceVisitor?

    /// The services of the images that are loaded now.
    fileprivate static var current: ServiceVisitor {
        let known = lock.withLock { latest }
        let images = wormer_loaded_images()
        if let known, known.images == images {
            return known
        }
        let visitor = ServiceVisitor(images: images)
        lock.withLock { latest = visitor }
        return visitor
    }
}

extension DeclaredService {
    /// All services of this program that have a record.
    package static var all: [DeclaredService] {
        let services = ServiceVisitor.current.services
        guard let knownFiles = Context.current?.values.knownFiles else { return services }
        return services.filter { service in
            knownFiles.contains { service.declaration.location.fileID.hasSuffix($0) }
        }
    }

    /// Whether the compiler emits records of services.
    #if compiler(>=6.3)
        package static let areRecorded = true
    #else
        package static let areRecorded = false
    #endif

    /// Returns the service for a key path.
    package static func at(_ property: AnyKeyPath) -> DeclaredService? {
        let visitor = ServiceVisitor.current
        return visitor.properties[property].map { visitor.services[$0] }
    }

    /// Returns the service for a declaration.
    package static func of(_ declaration: Declaration) -> DeclaredService? {
        let visitor = ServiceVisitor.current
        return visitor.declarations[ObjectIdentifier(declaration)].map { visitor.services[$0] }
    }
}
