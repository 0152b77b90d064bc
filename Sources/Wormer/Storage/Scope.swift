/// A named stretch of time in which instances are shared.
public struct Scope: Hashable, Sendable {
    /// What the scope is called.
    public let name: String

    package init(_ name: String) {
        self.name = name
    }
}
