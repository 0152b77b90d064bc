// error: cannot infer type of closure parameter '$0' without a type annotation
// error: extensions must not contain stored properties
// error: type 'Container.Scope' has no member 'session'
import Fusion

final class Pool: Sendable { func close() {} }

extension Wormer.Scope { static let session = Scope("session") }

extension Container {
    @Service(.singleton, onEnd: { $0.close() }) var pool = Pool()
    @Service(.session) var cart = Pool()
    var limit: Int = 3
}
