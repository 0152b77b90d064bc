// error: 'init(_:inside:)' is unavailable: Write 'Wormer.Scope(...)', with 'import Wormer', to open it, or '.id(...)' to reset it.
import Fusion
import Wormer

extension Wormer.Scope { static let session = Scope("session") }

extension Container {
    static let session = Scope("session")
    static let request = Scope("request", inside: .session)
}
