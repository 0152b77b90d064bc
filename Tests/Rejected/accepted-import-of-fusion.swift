// accepted
import Fusion

protocol Store: Sendable {}
struct SQLStore: Store {}

extension Wormer.Scope { static let session = Scope("session") }

Container.main.bind(Store.self, lifetime: .scope(.session), to: .make { SQLStore() })

struct Session {
    let store: Provider<any Store>
    let scope: Scope = .session
    let lifetime: Lifetime = .scope(.session)
    let here: Injector.Capture = Injector.capture()
}

try Injector.default.begin(.session)
