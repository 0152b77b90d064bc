/// A named period in which instances are shared.
///
/// ```swift
/// extension Scope {
///     static let request = Scope("request")
/// }
/// ```
///
/// `withScope(_:)` opens and ends a scope. A scope that is always open, such as `Scope.alwaysOpen("session")`, needs no
/// opening: each injector keeps its instances until `end(_:)`.
public struct Scope: Hashable, Sendable {
    /// The scope's name.
    ///
    /// Two scopes with the same name and kind are the same scope.
    public let name: String

    /// Whether the scope is open without `withScope`.
    @usableFromInline package let isAlwaysOpen: Bool

    /// Creates a scope that `withScope(_:)` opens for a task and ends.
    ///
    /// - Parameter name: The scope's name.
    public init(_ name: String) {
        self.init(name, isAlwaysOpen: false)
    }

    /// Returns a scope that is always open.
    ///
    /// Its instances live until the scope is ended or reset.
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
