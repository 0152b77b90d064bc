// error: stored property '_cache' of 'Sendable'-conforming struct 'Report' contains non-Sendable type 'Cache'
// error: stored property '_kept' of 'Sendable'-conforming struct 'Report' contains non-Sendable type 'Cache'
import Fusion

final class Cache { var entries: [String] = [] }

struct Report: Sendable {
    @Inject var cache: Cache
    @LazyInject var kept: Cache
}
