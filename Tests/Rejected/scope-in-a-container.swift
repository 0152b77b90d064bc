// error: 'init(_:inside:)' is unavailable: Write 'Wormer.Scope(...)', with 'import Wormer', to open it, or '.id(...)' to reset it.
import Fusion
import Wormer

extension Wormer.Scope { static let session = Scope("session") }

// Defect: the compiler named only the initializer of `Container.Scope`, which is not public.
extension Container {
    static let session = Scope("session")
    static let request = Scope("request", inside: .session)
}
