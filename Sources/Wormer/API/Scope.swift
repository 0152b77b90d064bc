/// A named stretch of time in which instances are shared.
///
/// ```swift
/// extension Scope {
///     static let request = Scope("request")
/// }
/// ```
///
/// A scope is opened and ended by `withScope(_:)`. One that is always open, `Scope.alwaysOpen("session")`, keeps its
/// instances in each injector until `end(_:)`.
public struct Scope: Hashable, Sendable {
    /// The scope's name; two scopes of the same name and kind are the same scope.
    public let name: String

    /// Whether the scope need not be opened.
    @usableFromInline package let isAlwaysOpen: Bool

    /// Creates a scope that is opened for a task and ended with `withScope(_:)`.
    ///
    /// - Parameter name: The scope's name.
    public init(_ name: String) {
        self.init(name, isAlwaysOpen: false)
    }

    /// Creates a scope that is always open, and whose instances live until it is ended or reset.
    ///
    /// - Parameter name: The scope's name.
    /// - Returns: The scope.
    public static func alwaysOpen(_ name: String) -> Scope {
        Scope(name, isAlwaysOpen: true)
    }

    private init(_ name: String, isAlwaysOpen: Bool) {
        self.name = name
        self.isAlwaysOpen = isAlwaysOpen
    }
}
