/// A named stretch of time in which instances are shared.
///
/// ```swift
/// extension Scope {
///     static let request = Scope("request")
/// }
/// ```
///
/// It is opened and ended by `withScope(_:)`. A scope that is spelled `Scope.id("session")` is open from the start: each
/// injector keeps its instances until they are dropped.
public struct Scope: Hashable, Sendable {
    /// What the scope is called; two scopes of the same name and kind are the same scope.
    public let name: String

    /// Whether the scope is open from the start.
    @usableFromInline package let isLongLived: Bool

    /// Creates a scope that is opened for a task and ended with `withScope(_:)`.
    ///
    /// - Parameter name: What the scope is called.
    public init(_ name: String) {
        self.init(name, isLongLived: false)
    }

    package init(_ name: String, isLongLived: Bool) {
        self.name = name
        self.isLongLived = isLongLived
    }
}
