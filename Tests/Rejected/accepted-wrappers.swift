// accepted
import Fusion

final class Cache {
    var entries: [String] = []
}

struct Report: Sendable {
    @Inject var name: String
    @LazyInject("title") var title: String
    // For one property: the author answers for it.
    nonisolated(unsafe) let cache = Inject<Cache>()
    nonisolated(unsafe) let kept = LazyInject<Cache>()

    var count: Int { cache.wrappedValue.entries.count + kept.wrappedValue.entries.count }
}

// For a whole structure.
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

@MainActor struct View {
    @Inject var cache: Cache
    @LazyInject var kept: Cache

    var count: Int { cache.entries.count + kept.entries.count }
}

final class Owner {
    @Inject var cache: Cache
    @LazyInject var kept: Cache
}
