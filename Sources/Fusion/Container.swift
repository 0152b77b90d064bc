// An app needs `Scope`, `Injector` or `Provider`, too. It imports only this module.
@_exported import Wormer

/// The services of a program as properties, and what it binds by type.
///
/// A container is another API for an injector's bindings: what you bind in a container, its ``injector`` finds, and the
/// other way round.
///
/// ```swift
/// Container.bind(Logger.self, value: RemoteLogger())
/// let logger: Logger? = Container.resolve(Logger.self)
/// ```
///
/// Static methods use `Container.main`. To read services from an injector that a module or a test created, write
/// `Container(injector)`.
@dynamicMemberLookup
public final class Container: Sendable {
    /// The injector that holds the container's bindings and instances.
    public let injector: Injector

    /// Creates an empty container.
    ///
    /// ```swift
    /// let child = Container(parent: .main)
    /// child.bind(Logger.self, value: MockLogger())
    /// ```
    ///
    /// - Parameter parent: The container that resolves what this one doesn't bind. It creates and keeps the instances of
    ///   its own bindings, and they use only its bindings.
    public init(parent: Container? = nil) {
        injector = Injector(withServicesBelow: parent?.injector)
    }

    /// Creates a container for the bindings of an existing injector.
    ///
    /// Use it where you have an injector, such as a child or the parameter of a module, and want its services:
    ///
    /// ```swift
    /// func makeLogger(in injector: Injector) -> Logger {
    ///     Container(injector).logger
    /// }
    /// ```
    ///
    /// For `Injector.default`, the container uses the injector that is the main one now. It doesn't follow later
    /// assignments to `Container.main`.
    ///
    /// - Parameter injector: The injector that holds the bindings and instances.
    public init(_ injector: Injector) {
        self.injector = injector.resolved
    }
}

extension Container: CustomDebugStringConvertible {
    /// The bindings of the container and its parents, one per line, as in Fusion 0.4.
    ///
    /// Reading it creates no instances.
    public var debugDescription: String {
        let entries = injector.visibleBindings.map { "- \($0.key) (\($0.lifetime))" }.sorted()
        return (["*Container Entries*"] + (entries.isEmpty ? ["<nothing registered>"] : entries)).joined(
            separator: "\n"
        )
    }
}

// MARK: - The main container

extension Container {
    /// The container that static methods, `@Inject`, `Injector.default` and `Resolver.shared` use.
    ///
    /// If you assign another container, all of them use it. Inside an override, the assignment applies only to that
    /// override.
    public static var main: Container {
        get { Main.facade(orCreate: Container.init(_:)) }
        set { Main.current = Main(injector: newValue.injector, facade: newValue) }
    }

    /// The main container, under its former name.
    public static var `default`: Container {
        get { main }
        set { main = newValue }
    }

    /// Unavailable: the main container is `main`.
    @available(*, unavailable, renamed: "main")
    public static var shared: Container { fatalError() }
}
