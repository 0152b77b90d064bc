import Fusion
import Wormer

// What the model's words for lifetimes stand for in the library, with decorators and contributions.

extension Container.Scope {
    static let modelSession = id("session of the model")
    fileprivate static let request = id("request of the model")
}

extension ModelScope {
    /// What stands before the type in `bind`, and what is reset; nothing is kept for a weak instance or a resolution.
    var value: Container.Scope {
        switch self {
        case .transient, .weak, .resolution, .visit, .tour: .transient
        case .singleton: .singleton
        case .session: .modelSession
        case .request: .request
        }
    }

    /// The scope that is opened, or always open.
    var opened: Wormer.Scope {
        switch self {
        case .visit: Scope("visit of the model")
        case .tour: Scope("tour of the model")
        case .session: .alwaysOpen("session of the model")
        case .transient, .singleton, .weak, .resolution, .request: .alwaysOpen("request of the model")
        }
    }

    var lifetime: Lifetime {
        switch self {
        case .transient: .transient
        case .singleton: .singleton
        case .weak: .weak
        case .resolution: .resolution
        case .session, .request, .visit, .tour: .scope(opened)
        }
    }

    /// Whether it is opened and ends.
    var isOpened: Bool {
        self == .visit || self == .tour
    }
}

extension Instance {
    fileprivate func marked(_ mark: Int) -> Instance {
        Instance(serial: serial, parts: parts, marks: marks + [mark])
    }
}

extension Container {
    func decorate(_ key: ModelKey, _ mark: Int) {
        guard case .type(let interface, let id) = key else { return }
        switch interface {
        case .first: decorate(First.self, id: id.value) { First(instance: $0.instance.marked(mark)) }
        case .second:
            injector.decorate(interface: Second.self, id: id.spelledDifferently) {
                Second(instance: $0.instance.marked(mark))
            }
        case .third: decorate(Third.self, id: id.value) { Third(instance: $0.instance.marked(mark)) }
        case .numbered: decorate((any Numbered).self, id: id.value) { Second(instance: $0.instance.marked(mark)) }
        case .held: decorate(Held.self, id: id.value) { Held(instance: $0.instance.marked(mark)) }
        }
    }

    func contribute(
        _ interface: ModelKey.Interface,
        _ id: ModelKey.Identifier,
        _ scope: ModelScope,
        _ recipe: Recipe
    ) {
        switch interface {
        case .first:
            contribute(to: First.self, id: id.value, lifetime: scope.lifetime) {
                First(instance: try Workshop.make(recipe, in: $0))
            }
        case .second:
            injector.contribute(to: Second.self, id: id.value, lifetime: scope.lifetime) {
                [unowned own = injector] in Second(instance: try Workshop.make(recipe, in: Container(own)))
            }
        case .third:
            contribute(to: Third.self, id: id.value, lifetime: scope.lifetime) {
                Third(instance: try Workshop.make(recipe, in: $0))
            }
        case .numbered:
            contribute(to: (any Numbered).self, id: id.value, lifetime: scope.lifetime) {
                Third(instance: try Workshop.make(recipe, in: $0))
            }
        case .held:
            contribute(to: Held.self, id: id.value, lifetime: scope.lifetime) {
                Held(instance: try Workshop.make(recipe, in: $0))
            }
        }
    }
}
