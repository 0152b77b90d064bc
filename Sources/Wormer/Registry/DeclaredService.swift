import CWormer

/// A service as its declaration describes it, whether it was ever read or not.
///
/// The compiler places a record beside each `@Service` property, and the linker puts the records of a program beside
/// each other, so that the graph has services that nothing has read.
package struct DeclaredService: Sendable {
    package let declaration: Declaration

    /// A binding as the first read registers it; none is registered for it.
    let binding: AnyBinding

    /// The actor that the property belongs to, if any.
    let isolation: (any Actor)?

    /// Whether the declaration says how an instance is made.
    let hasInitializer: Bool

    /// The names in the initializer that may be those of other services, and the types that it resolves.
    let mentions: [Mention]

    /// Whether the initializer has requests whose types cannot be read from the source.
    let hasUnreadRequests: Bool

    /// Whether the property is this one.
    let isProperty: @Sendable (AnyKeyPath) -> Bool

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
    /// A name or a request in the source of an initializer.
    struct Mention: Sendable {
        enum Subject: Sendable {
            /// A bare name, which may be that of a service.
            case name(String)
            /// The type of a request, with the literal that identifies the binding, if any.
            case type(String, id: String?)
        }

        let subject: Subject

        /// Whether it stands in a closure that may run later.
        let isDeferred: Bool
    }

    /// Creates the description of a service.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - type: The service's type.
    ///   - lifetime: How long an instance is kept.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - mentions: The names and types in the initializer, see `Mention.init(_:)`, one in each line; nil where there
    ///     is no initializer.
    ///   - isProperty: Whether a key path leads to the property.
    ///   - read: Reads the property.
    package init<P>(
        _ declaration: Declaration,
        _ type: P.Type,
        _ lifetime: Lifetime,
        isolation: (any Actor)?,
        mentions: StaticString?,
        isProperty: @escaping @Sendable (AnyKeyPath) -> Bool,
        read: @escaping @Sendable (Injector) -> Void
    ) {
        self.declaration = declaration
        binding = Binding<P>(declaring: declaration, lifetime, lock: Lock())
        let lines = mentions?.description.split(separator: "\n") ?? []
        self.isolation = isolation
        hasInitializer = mentions != nil
        hasUnreadRequests = lines.contains("?")
        self.mentions = lines.compactMap(Mention.init)
        self.isProperty = isProperty
        self.read = read
    }
}

extension DeclaredService.Mention {
    /// Reads one line of a record: `name`, `Type.self` or `Type.self id`, with a `~` before it in a closure that may run
    /// later.
    fileprivate init?(_ line: Substring) {
        isDeferred = line.hasPrefix("~")
        let text = isDeferred ? line.dropFirst() : line
        guard text != "?" else {
            return nil
        }
        let parts = text.split(separator: " ", maxSplits: 1)
        if let type = parts.first, type.hasSuffix(".self") {
            subject = .type(String(type.dropLast(5)), id: parts.count > 1 ? String(parts[1]) : nil)
        } else {
            subject = .name(String(text))
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
    package static func at(_ address: UnsafeMutableRawPointer) -> ServiceVisitor {
        Unmanaged<ServiceVisitor>.fromOpaque(address).takeUnretainedValue()
    }

    package func visit(_ service: DeclaredService) {
        services.append(service)
    }

    fileprivate static func collect() -> [DeclaredService] {
        let visitor = ServiceVisitor()
        _ = wormer_visit_services(Unmanaged.passUnretained(visitor).toOpaque())
        return visitor.services
    }
}

extension DeclaredService {
    /// Narrows the services of this program down, for tests, which are all in one program.
    @TaskLocal package static var isKnown: @Sendable (CodeLocation) -> Bool = { _ in true }

    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var collected: [DeclaredService] = []

    /// The services of this program that have a record.
    package static var all: [DeclaredService] {
        var services = lock.withLock { collected }
        // A dynamic library may have been loaded.
        if services.count != wormer_visit_services(nil) {
            services = ServiceVisitor.collect()
            lock.withLock { collected = services }
        }
        return services.filter { isKnown($0.binding.location) }
    }

    /// The service that a key path leads to.
    package static func at(_ property: AnyKeyPath) -> DeclaredService? {
        all.first { $0.isProperty(property) }
    }

    /// The service of a declaration.
    package static func of(_ declaration: Declaration) -> DeclaredService? {
        all.first { $0.declaration === declaration }
    }
}
