// error: stored property '_cache' of 'Sendable'-conforming struct 'Report' contains non-Sendable type 'Cache'
import Fusion

final class Cache {
    var entries: [String] = []
}

// It compiled, and tasks shared the cache without a word.
struct Report: Sendable {
    @Inject var cache: Cache
}
