import CWormer

/// A service as its declaration describes it, whether it was ever read or not.
///
/// The compiler places a record beside each `@Service` property, and the linker puts the records of a program beside
/// each other, so that the graph has services that nothing has read.
package struct DeclaredService: @unchecked Sendable {
    // Immutable; unchecked for the key path, which is not Sendable where the property belongs to an actor.

    package let declaration: Declaration

    /// A binding as the first read registers it; none is registered for it.
    let binding: AnyBinding

    /// The actor that the property belongs to, if any.
    let isolation: (any Actor)?

    /// Whether the declaration says how an instance is made.
    let hasInitializer: Bool

    /// The names in the initializer that may be those of other services, and the types that it resolves.
    let candidates: [Candidate]

    /// Whether the initializer calls or requests something that its source does not tell.
    let hasUnreadNeeds: Bool

    /// Whether not all of the initializer may run.
    let hasBranches: Bool

    /// Whether only the file of the declaration sees the property.
    let isPrivate: Bool

    /// Whether something is to end an instance of a lifetime that does not end.
    let endsNever: Bool

    /// The key path of the property, which is compared only.
    let property: AnyKeyPath

    /// Reads the property of a container that shows the injector; ends the process where there is no instance.
    let read: @Sendable (Injector) -> Void

    /// Whether a read ends the process as long as nothing is assigned.
    var mustBeAssigned: Bool {
        guard !hasInitializer, case .optional? = TypeShape(binding.key.interface) else {
            return !hasInitializer
        }
        return false
    }
}

extension DeclaredService {
    /// A name or a request in the source of an initializer, which may be a need.
    struct Candidate: Sendable {
        enum Subject: Sendable {
            /// A bare name, which may be that of a service or of something else, and whether it is called.
            case name(String, isCalled: Bool)
            /// The type of a request, with the literal that identifies the binding, if any.
            case type(String, id: String?)
        }

        let subject: Subject

        /// Whether it stands in a closure that may run later.
        let isDeferred: Bool

        /// Whether the initializer fails where there is no answer.
        let isForced: Bool
    }

    /// Creates the description of a service.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - type: The service's type.
    ///   - lifetime: How long an instance is kept.
    ///   - hasEnd: Whether something ends an instance.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - isPrivate: Whether only its file sees the property.
    ///   - candidates: The names and types in the initializer, see `Candidate.init(_:)`, one in each line; nil where
    ///     there is no initializer.
    ///   - property: The key path of the property.
    ///   - read: Reads the property.
    package init<P>(
        _ declaration: Declaration,
        _ type: P.Type,
        _ lifetime: Lifetime,
        hasEnd: Bool,
        isolation: (any Actor)?,
        isPrivate: Bool,
        candidates: StaticString?,
        property: AnyKeyPath,
        read: @escaping @Sendable (Injector) -> Void
    ) {
        self.declaration = declaration
        binding = Binding<P>(declaring: declaration, lifetime, lock: Lock())
        let lines = candidates?.description.split(separator: "\n") ?? []
        self.isolation = isolation
        self.isPrivate = isPrivate
        endsNever = hasEnd && !lifetime.hasEnd
        hasInitializer = candidates != nil
        hasUnreadNeeds = lines.contains { $0 == "?" || $0 == "~?" }
        hasBranches = lines.contains("|")
        self.candidates = lines.compactMap(Candidate.init)
        self.property = property
        self.read = read
    }
}

extension DeclaredService.Candidate {
    /// Reads one line of a record: `name`, `name()`, `Type.self` or `Type.self id`, with a `~` before it in a closure that
    /// may run later, and a `!` where a request has to be answered.
    fileprivate init?(_ line: Substring) {
        var text = line
        isDeferred = text.first == "~"
        text = isDeferred ? text.dropFirst() : text
        let isAsserted = text.first == "!"
        text = isAsserted ? text.dropFirst() : text
        guard text != "?", text != "|" else {
            return nil
        }
        let parts = text.split(separator: " ", maxSplits: 1)
        if let type = parts.first, type.hasSuffix(".self") {
            subject = .type(String(type.dropLast(5)), id: parts.count > 1 ? String(parts[1]) : nil)
            isForced = isAsserted
        } else {
            let isCalled = text.hasSuffix("()")
            subject = .name(String(isCalled ? text.dropLast(2) : text), isCalled: isCalled)
            isForced = true
        }
    }
}

// MARK: - All services of the program

/// Collects the services that the records of a program describe.
package final class ServiceVisitor: @unchecked Sendable {
    // Used by one call of `wormer_visit_services`.
    private var services: [DeclaredService] = []

    private init() {}

    /// The visitor that a record's function was given.
    package static func at(_ address: UInt) -> ServiceVisitor {
        // The address of `collect`, which keeps the visitor.
        Unmanaged<ServiceVisitor>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
            .takeUnretainedValue()
    }

    package func visit(_ service: DeclaredService) {
        services.append(service)
    }

    fileprivate static func collect() -> [DeclaredService] {
        let visitor = ServiceVisitor()
        return withExtendedLifetime(visitor) {
            wormer_visit_services(UInt(bitPattern: Unmanaged.passUnretained(visitor).toOpaque()))
            return visitor.services
        }
    }
}

extension DeclaredService {
    /// The files whose services are known, for tests, which are all in one program; nil for all.
    @TaskLocal package static var knownFiles: [String]?

    /// The services of the program, by what they are looked for.
    private struct Collection {
        let services: [DeclaredService]
        let properties: [AnyKeyPath: Int]
        let declarations: [ObjectIdentifier: Int]

        /// How many images were looked through.
        let images: Int

        init(_ services: [DeclaredService], of images: Int) {
            self.services = services
            self.images = images
            var (properties, declarations): ([AnyKeyPath: Int], [ObjectIdentifier: Int]) = ([:], [:])
            for (index, service) in services.enumerated() {
                properties[service.property] = index
                declarations[ObjectIdentifier(service.declaration)] = index
            }
            (self.properties, self.declarations) = (properties, declarations)
        }
    }

    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var collected = Collection([], of: 0)

    private static var collection: Collection {
        let known = lock.withLock { collected }
        let images = wormer_image_count()
        guard known.images != images else {
            return known
        }
        let collection = Collection(ServiceVisitor.collect(), of: images)
        lock.withLock { collected = collection }
        return collection
    }

    /// The services of this program that have a record.
    package static var all: [DeclaredService] {
        guard let knownFiles else {
            return collection.services
        }
        return collection.services.filter { service in
            knownFiles.contains { service.declaration.location.fileID.hasSuffix($0) }
        }
    }

    /// Whether the compiler places records of services.
    #if compiler(>=6.3)
        package static let areRecorded = true
    #else
        package static let areRecorded = false
    #endif

    /// The service that a key path leads to.
    package static func at(_ property: AnyKeyPath) -> DeclaredService? {
        let collection = collection
        return collection.properties[property].map { collection.services[$0] }
    }

    /// The service of a declaration.
    package static func of(_ declaration: Declaration) -> DeclaredService? {
        let collection = collection
        return collection.declarations[ObjectIdentifier(declaration)].map { collection.services[$0] }
    }
}
