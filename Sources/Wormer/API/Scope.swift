/// A named period in which instances are shared.
///
/// ```swift
/// extension Scope {
///     static let request = Scope("request")
/// }
/// ```
///
/// `withScope(_:)` opens a scope and ends it. You do not open a scope such as `Scope.alwaysOpen("session")`, which is
/// always open: each injector keeps the instances of the scope until you call `end(_:)`.
public struct Scope: Hashable, Sendable {
    /// The scope's name.
    ///
    /// Scopes with the same name are equal, unless only one of them is always open.
    public let name: String

    /// Whether the scope is open without `withScope`.
    @usableFromInline package let isAlwaysOpen: Bool

    /// Creates a scope that you open with `withScope(_:)`.
    ///
    /// - Parameter name: The scope's name.
    public init(_ name: String) {
        self.init(name, isAlwaysOpen: false)
    }

    /// Returns a scope that is always open.
    ///
    /// Its instances live until you call `end(_:)` or, in Fusion, `Container.reset(_:)`.
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
