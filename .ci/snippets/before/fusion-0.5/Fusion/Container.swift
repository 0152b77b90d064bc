/// A stand-in for the container of Fusion 0.5: what its readme describes, so that "before" code can be built.
@dynamicMemberLookup
public final class Container {
    /// How long an instance lives.
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

    private var assigned = [AnyHashable: Any]()
    private var cached = [Scope: [AnyHashable: Any]]()
    private var aliases = [ObjectIdentifier: (Container) -> Any]()

    public init() {}

    // MARK: Services

    /// What the getter made by `@Service` calls.
    public func _service<T>(_ name: String, _ scope: Scope = .transient, _ make: () -> T) -> T {
        if let value = assigned[name] as? T { return value }
        if scope == .transient { return make() }
        if let value = cached[scope]?[name] as? T { return value }
        let value = make()
        cached[scope, default: [:]][name] = value
        return value
    }

    /// What the setter made by `@Service` calls.
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

    // MARK: By type

    public func set<T>(_ value: T, for type: T.Type = T.self) {
        assigned[ObjectIdentifier(type)] = value
    }

    public static func set<T>(_ value: T, for type: T.Type = T.self) {
        main.set(value, for: type)
    }

    public func setAlias<Service, Alias>(_ path: KeyPath<Container, Service>, for type: Alias.Type) {
        aliases[ObjectIdentifier(type)] = { $0[keyPath: path] }
    }

    public static func setAlias<Service, Alias>(_ path: KeyPath<Container, Service>, for type: Alias.Type) {
        main.setAlias(path, for: type)
    }

    public func resolve<T>(_ type: T.Type = T.self) -> T? {
        assigned[ObjectIdentifier(type)] as? T ?? aliases[ObjectIdentifier(type)]?(self) as? T
    }

    // MARK: Scopes and overrides

    public func reset(_ scope: Scope = .singleton) {
        cached[scope] = nil
    }

    private func copy() -> Container {
        let copy = Container()
        copy.assigned = assigned
        copy.aliases = aliases
        return copy
    }

    public static func mock<Result>(
        _ change: (Container) throws -> Void,
        then body: () throws -> Result
    ) rethrows -> Result {
        let mocked = main.copy()
        try change(mocked)
        return try $override.withValue(mocked, operation: body)
    }

    public static func mock<Result>(
        _ change: (Container) throws -> Void,
        then body: () async throws -> Result
    ) async rethrows -> Result {
        let mocked = main.copy()
        try change(mocked)
        return try await $override.withValue(mocked, operation: body)
    }
}

// MARK: Contexts

extension Container {
    public var isTest: Bool { false }
    public var isPreview: Bool { false }
    public var isSimulator: Bool { false }
    public var isDevice: Bool { true }
}
