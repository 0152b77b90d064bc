/// The `.resolution` instances that constructions share, as long as they see the same scopes.
///
/// The constructions are those of an outermost lookup, or of the factory of an instance that is kept: its *root*. Each
/// root has a cache for each set of scopes that they see.
final class ResolutionCache: InstanceKeeper, Sendable {
    private let slots = Guarded(Slots())
    private let scopes: VisibleScopes

    /// The address of the root's frame on the thread; 0 for an outermost lookup, and in a task.
    private let root: UInt

    /// The cache that was made before this one.
    private let previous: ResolutionCache?

    private init(seeing scopes: VisibleScopes, of root: UInt, after previous: ResolutionCache?) {
        (self.scopes, self.root, self.previous) = (scopes, root, previous)
    }

    deinit {
        slots.free()
    }

    func claim(_ hit: Hit, by owner: Owner, as purpose: Claim.Purpose) -> Next {
        slots.withLock { $0.claim(hit.binding, by: owner, as: purpose).next }
    }

    func fill(_ hit: Hit, with instance: AnyInstance?, by owner: Owner) -> Slot.Filled {
        slots.withLock { $0.fill(hit.binding, with: instance, by: owner) }
    }

    /// Returns the cache for some scopes, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - last: The cache that was made last, which the caller retains until it holds no lock.
    ///   - root: The address of the root's frame on the thread, or 0.
    ///   - scopes: The scopes.
    /// - Returns: The cache.
    static func find(in last: inout ResolutionCache?, of root: UInt = 0, seeing scopes: VisibleScopes)
        -> ResolutionCache
    {
        var next = last
        while let cache = next, cache.root == root {
            if cache.scopes.areSame(as: scopes) {
                return cache
            }
            next = cache.previous
        }
        // Nobody sees scopes that have ended since then as they were.
        while let cache = last, cache.root == root, cache.scopes.haveChanged {
            last = cache.previous
        }
        let cache = ResolutionCache(seeing: scopes, of: root, after: last)
        last = cache
        return cache
    }

    /// Removes the caches of a root.
    ///
    /// - Parameters:
    ///   - last: The cache that was made last, which the caller retains.
    ///   - root: The address of the root's frame on the thread.
    static func remove(from last: inout ResolutionCache?, of root: UInt) {
        while let cache = last, cache.root == root {
            last = cache.previous
        }
    }
}

/// The scopes that a construction sees.
///
/// They are retained, so that no other scope gets the address of one that is compared.
struct VisibleScopes {
    private let scopes: [OpenedScope]

    /// How many of the scopes had ended.
    private let ended: Int

    /// Creates the scopes that a lookup for a binding of an injector sees.
    init(for injector: Injector, below frame: Frame?) {
        scopes = OpenedScope.seen(by: injector, below: frame).scopes
        ended = scopes.count { !$0.isOpen }
    }

    /// Whether scopes have ended since then.
    var haveChanged: Bool { ended != scopes.count { !$0.isOpen } }

    func areSame(as other: VisibleScopes) -> Bool {
        ended == other.ended && scopes.elementsEqual(other.scopes, by: ===)
    }
}
