import Fusion
import Wormer

/// The lifetimes that are bound; `visit` and `tour` are scopes that are opened, `session` is always open.
enum LifetimeName: Sendable {
    case transient, singleton, session, weak, resolution, visit, tour

    var lifetime: Lifetime {
        switch self {
        case .transient: .transient
        case .singleton: .singleton
        case .weak: .weak
        case .resolution: .resolution
        case .session, .visit, .tour: .scope(scope)
        }
    }

    /// The scope that is opened, or always open.
    var scope: Wormer.Scope {
        switch self {
        case .visit: Scope("visit")
        case .tour: Scope("tour")
        case .transient, .singleton, .session, .weak, .resolution: .alwaysOpen("session")
        }
    }

    /// The scope that a container resets or ends.
    var containerScope: Container.Scope {
        switch self {
        case .singleton: .singleton
        case .session: .id("session")
        case .visit, .tour, .transient, .weak, .resolution: .transient
        }
    }

    /// Whether it is a scope that is opened and ends.
    var isOpened: Bool {
        self == .visit || self == .tour
    }
}

/// How the instances of one binding are made.
struct Recipe: Sendable {
    /// What tells the binding from all others.
    let generation: Int
    let place: Int
    let slot: Slot
    let lifetime: LifetimeName
    /// Whether the initializer asks for something else.
    let isNeedy: Bool
    /// Whether the initializer throws now and then.
    let refuses: Bool
    /// Whether something is to be done when the instance's scope ends.
    let hasEnd: Bool
    /// Whether the initializer waits.
    let waits: Bool
}
