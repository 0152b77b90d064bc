import Fusion
import Wormer

/// The lifetimes of bindings.
///
/// The scopes `session` and `request` are always open, and `visit` and `tour` are opened.
package enum LifetimeName: String, CaseIterable, Sendable {
    case transient, singleton, session, request, weak, resolution, visit, tour

    package var lifetime: Lifetime {
        switch self {
        case .transient: .transient
        case .singleton: .singleton
        case .weak: .weak
        case .resolution: .resolution
        case .session, .request, .visit, .tour: .scope(scope)
        }
    }

    package var scope: Wormer.Scope { isOpened ? Scope(rawValue) : .alwaysOpen(rawValue) }

    /// The scope that a container binds and resets.
    ///
    /// No container keeps instances of the other lifetimes.
    package var containerScope: Container.Scope {
        switch self {
        case .singleton: .singleton
        case .session, .request: .id(rawValue)
        case .transient, .weak, .resolution, .visit, .tour: .transient
        }
    }

    /// Whether the lifetime is a scope that is opened and ends.
    package var isOpened: Bool { self == .visit || self == .tour }

    /// Whether an instance can have an `onEnd`.
    var canHaveEnd: Bool { ![.transient, .weak, .resolution].contains(self) }

    /// Whether a container has its own scope for the lifetime.
    var isContainerScope: Bool { [.transient, .singleton, .session, .request].contains(self) }
}
