// error: 'inObjectScope' is unavailable: Write 'bind(Interface.self, lifetime: .scope(.session), to: ...)'.
// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { ... })'.
// error: 'resetObjectScope' is unavailable: Write 'try await end()', or 'try await end(.session)' for a scope.
import Wormer

struct Cart {}
extension Scope { static let session = Scope("session") }

Injector.default.register(Cart.self) { Cart() }.inObjectScope(.session)
Injector.default.resetObjectScope(.session)
