import Wormer

/// Holds services and gives them to whoever asks.
///
/// A container is a face on an `Injector`: what one binds the other finds.
///
/// ```swift
/// Container.bind(Logger.self, value: RemoteLogger())
/// let logger: Logger? = Container.resolve(Logger.self)
/// ```
///
/// Methods on the type speak to `Container.main`.
@dynamicMemberLookup
public final class Container: Sendable {
    /// The injector that this container shows.
    public let injector: Injector

    /// Creates an empty container.
    ///
    /// - Parameter parent: The container to ask for what this one lacks. What the parent binds is made and kept in the
    ///   parent and sees only what the parent sees.
    public init(parent: Container? = nil) {
        injector = Injector(parent: parent?.injector)
    }

    /// Creates a container that shows an injector.
    ///
    /// - Parameter injector: The injector to show.
    public init(_ injector: Injector) {
        self.injector = injector.resolved
    }
}

// MARK: - The main container

extension Container {
    /// The container that static methods, `@Inject`, `Injector.default` and `Resolver.shared` use.
    ///
    /// Assigning another one turns all of them over to it. Inside an override the assignment holds for the override
    /// only.
    public static var main: Container {
        get { Main.face(orCreate: Container.init(_:)) }
        set { Main.current = Main(injector: newValue.injector, face: newValue) }
    }

    /// The main container under its older name.
    public static var `default`: Container {
        get { main }
        set { main = newValue }
    }
}
