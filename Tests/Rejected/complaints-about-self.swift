// 8:33: error: extensions must not contain stored properties
// 9:34: error: extensions must not contain stored properties
import Fusion

final class Pool: Sendable { func close() {} }

extension Container {
    @Service(.singleton, onEnd: Self.close) var pool = Pool()
    @Provides(.singleton, onEnd: Self.close) func lake() -> Pool { Pool() }
    static func close(_ pool: Pool) { pool.close() }
}
