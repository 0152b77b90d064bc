import Fusion
import Wormer

/// The lifetimes that are bound: `session` and `request` are scopes that are always open, `visit` and `tour` are opened.
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

    package var scope: Wormer.Scope {
        isOpened ? Scope(rawValue) : .alwaysOpen(rawValue)
    }

    /// The scope that a container binds and resets; no container keeps instances of the other lifetimes.
    package var containerScope: Container.Scope {
        switch self {
        case .singleton: .singleton
        case .session, .request: .id(rawValue)
        case .transient, .weak, .resolution, .visit, .tour: .transient
        }
    }

    /// Whether it is a scope that is opened and ends.
    package var isOpened: Bool {
        self == .visit || self == .tour
    }

    /// Whether a container has its own word for it.
    var isContainerScope: Bool {
        [.transient, .singleton, .session, .request].contains(self)
    }
}
