// error: 'init(_:inside:)' is unavailable: In 'Container', write 'Wormer.Scope(...)' for a scope that you open, or '.id(...)' to reset it.
import Fusion
import Wormer

extension Wormer.Scope {
    static let session = Scope("session")
}

// Defect: the compiler named only the initializer of `Container.Scope`, which is not public.
extension Container {
    static let session = Scope("session")
    static let request = Scope("request", inside: .session)
}
