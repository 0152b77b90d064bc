// accepted
import Fusion

final class Cache { var entries: [String] = [] }

struct Report: Sendable {
    @Inject var name: String
    @LazyInject("title") var title: String
    // Overrides the compiler's check for one property.
    nonisolated(unsafe) let cache = Inject<Cache>()
    nonisolated(unsafe) let kept = LazyInject<Cache>()

    var count: Int { cache.wrappedValue.entries.count + kept.wrappedValue.entries.count }
}

// Overrides the compiler's check for a whole struct.
struct Summary: @unchecked Sendable {
    @Inject var cache: Cache
    @LazyInject var kept: Cache
}

actor Worker {
    @Inject var cache: Cache
    @LazyInject var kept: Cache

    var count: Int { cache.entries.count + kept.entries.count }
}

@MainActor final class Model {
    @Inject var cache: Cache
    @LazyInject var kept: Cache

    var count: Int { cache.entries.count + kept.entries.count }
}

final class Owner {
    @Inject var cache: Cache
    @LazyInject var kept: Cache
}
