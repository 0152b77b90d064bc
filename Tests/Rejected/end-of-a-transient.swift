// error: '@Service' must have a scope such as '.singleton' to use 'onEnd', because nothing ends the lifetime '.transient' (from macro 'Service')
// error: '@Service' must have a scope such as '.singleton' to use 'onEnd', because nothing ends the lifetime '.weak' (from macro 'Service')
import Fusion

final class Pool: Sendable { func close() {} }

extension Container {
    @Service(onEnd: { (pool: Pool) in pool.close() }) var pool = Pool()
    @Service(lifetime: .weak, onEnd: { (pool: Pool) in pool.close() }) var shared = Pool()
    @Service(.singleton, onEnd: { (pool: Pool) in pool.close() }) var kept = Pool()
}
