import Wormer

// This framework is linked with Wormer, but not with Fusion.

/// A recipe, which the app requests by its type.
public protocol Recipe: Sendable {
    var name: String { get }
}

struct RyeBread: Recipe {
    let name = "rye bread"
}

/// Binds the services of this framework.
public func bindRecipes() {
    Injector.default.bind((any Recipe).self, lifetime: .singleton, to: .make { RyeBread() })
}
