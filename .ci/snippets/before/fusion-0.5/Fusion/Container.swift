/// A stand-in for the container of Fusion 0.5, with the declarations that the documents use.
@dynamicMemberLookup
public final class Container {
    public struct Scope: Hashable, Sendable {
        private let name: String

        public static let transient = id("transient")
        public static let singleton = id("singleton")

        public static func id(_ name: String) -> Scope {
            Scope(name: name)
        }
    }

    @TaskLocal private static var override: Container?
    private static let shared = Container()

    public static var main: Container { override ?? shared }

    public var isTest: Bool { false }

    private var assigned = [AnyHashable: Any]()
    private var cached = [Scope: [AnyHashable: Any]]()
    private var aliases = [ObjectIdentifier: (Container) -> Any]()

    public init() {}

    /// The getter that `@Service` adds calls this.
    public func _service<T>(_ name: String, _ scope: Scope = .transient, _ make: () -> T) -> T {
        if let value = assigned[name] as? T { return value }
        if scope == .transient { return make() }
        if let value = cached[scope]?[name] as? T { return value }
        let value = make()
        cached[scope, default: [:]][name] = value
        return value
    }

    /// The setter that `@Service` adds calls this.
    public func _assign<T>(_ value: T, to name: String) {
        assigned[name] = value
    }

    public static subscript<T>(dynamicMember path: ReferenceWritableKeyPath<Container, T>) -> T {
        get { main[keyPath: path] }
        set { main[keyPath: path] = newValue }
    }

    public static subscript<T>(dynamicMember path: KeyPath<Container, T>) -> T {
        main[keyPath: path]
    }

    public func set<T>(_ value: T, for type: T.Type = T.self) {
        assigned[ObjectIdentifier(type)] = value
    }

    public static func setAlias<Service, Alias>(_ path: KeyPath<Container, Service>, for type: Alias.Type) {
        main.aliases[ObjectIdentifier(type)] = { $0[keyPath: path] }
    }

    public func reset(_ scope: Scope = .singleton) {
        cached[scope] = nil
    }

    public static func mock<Result>(
        _ change: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        let mocked = Container()
        mocked.assigned = main.assigned
        mocked.aliases = main.aliases
        try change(mocked)
        return try $override.withValue(mocked, operation: body)
    }
}

/// Makes a property of `Container` a service.
@attached(accessor)
public macro Service(_ scope: Container.Scope = .transient) =
    #externalMacro(module: "FusionBefore", type: "ServiceMacro")

@propertyWrapper
public struct Inject<Service> {
    private let read: () -> Service

    public var wrappedValue: Service { read() }

    public init(_ path: KeyPath<Container, Service>) {
        read = { [container = Container.main] in container[keyPath: path] }
    }
}
