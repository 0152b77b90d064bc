import CWormer

/// The bindings of one injector: a dictionary under a lock, and a snapshot of it that is read without one.
///
/// A change drops the snapshot; the first request after it builds the next.
@usableFromInline
package final class Registry: @unchecked Sendable {
    /// Guards what follows, and the slots of the bindings.
    ///
    /// No user code runs while it is held: no `deinit`, and no `==` of an identifier.
    @usableFromInline let lock = Lock()

    /// The bindings by the words of their keys; those of one word, whose keys may be equal or not, in a list.
    @exclusivity(unchecked) private var bindings: [KeyWord: [AnyBinding]] = [:]
    @exclusivity(unchecked) private var snapshot: Snapshot?

    /// The contributions to each interface, in order.
    @exclusivity(unchecked) private var contributions: [ObjectIdentifier: [AnyBinding]] = [:]

    /// In an override, what it was created over, and the bindings in it that are replaced here.
    @exclusivity(unchecked) private var base: Snapshot?
    @exclusivity(unchecked) private var hidden: Set<ObjectIdentifier> = []
    let sharesInstances: Bool
    private let baseAddress: UInt?

    /// Numbers are not given again after a reset: one that was given may be registered later.
    @exclusivity(unchecked) private var contributionCount: Int

    /// Counts what is requested, where somebody wants to know.
    let usage: UsageLog?

    /// The neighbours in the list of injectors, and the overrides in which the injector was created.
    @exclusivity(unchecked) var next: Unmanaged<Registry>?
    @exclusivity(unchecked) var previous: Unmanaged<Registry>?
    @exclusivity(unchecked) var birthplaces: [Int]?

    /// Where readers begin.
    let root: UnsafeMutablePointer<RegistryRoot>

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - parent: The registry in which a request finds what it does not find here.
    ///   - base: The snapshot over which the registry is an override.
    ///   - sharesInstances: Whether the instances of the base's bindings are seen here.
    ///   - usage: Counts what is requested.
    init(parent: Registry?, base: Snapshot? = nil, sharesInstances: Bool = true, usage: UsageLog? = nil) {
        self.base = base
        self.sharesInstances = sharesInstances
        self.usage = usage
        contributionCount = base?.contributionCount ?? 0
        baseAddress = base.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        root = .allocate(capacity: 1)
        root.initialize(to: RegistryRoot(parent: parent.map { UnsafePointer($0.root) }))
        if let baseAddress, sharesInstances, usage == nil {
            // Until something is bound here, readers find what the base has.
            wormer_store(&root.pointee.snapshot, baseAddress)
        }
    }

    deinit {
        let bindings = bindings.values.flatMap { $0 }
        DeferredRelease.keepWhileUsed(bindings, bindings: bindings)
        root.deallocate()
    }

    // MARK: - Reading

    /// The bindings as they are now.
    var current: Snapshot {
        if let known = knownSnapshot {
            return known
        }
        return lock.withLock { () -> Snapshot in
            if let snapshot {
                return snapshot
            }
            let snapshot = Snapshot(
                bindings: bindings.values.flatMap { $0 },
                // Element by element: a buffer that the snapshot shared would be changed in place when it is gone, and
                // what orders that after the snapshot's readers is hidden from ThreadSanitizer.
                contributions: contributions.mapValues { $0.map { $0 } },
                base: base,
                hidden: hidden,
                sharesInstances: sharesInstances,
                contributionCount: contributionCount
            )
            self.snapshot = snapshot
            wormer_store(&root.pointee.snapshot, UInt(bitPattern: Unmanaged.passUnretained(snapshot).toOpaque()))
            return snapshot
        }
    }

    private var knownSnapshot: Snapshot? {
        let thread = wormer_begin_reading()
        defer { Reader.end(thread) }
        let address = wormer_load(&root.pointee.snapshot)
        guard address != 0, address != baseAddress else {
            return nil
        }
        return UnsafeRawPointer(bitPattern: address).map { Unmanaged<Snapshot>.fromOpaque($0).takeUnretainedValue() }
    }

    /// All bindings that a request can find, in no particular order.
    package var visibleBindings: [AnyBinding] {
        current.visibleBindings
    }

    /// Whether a binding that a snapshot had is still bound.
    func has(_ hit: Snapshot.Hit) -> Bool {
        lock.withLock {
            hit.isOwn
                ? bindings[hit.binding.key.word, default: []].contains { $0 === hit.binding }
                : base != nil && !hidden.contains(ObjectIdentifier(hit.binding))
        }
    }

    /// The bindings that are registered here and may be found by a word.
    func bindings(at word: KeyWord) -> [AnyBinding] {
        lock.withLock { bindings[word, default: []] }
    }

    func contains(_ key: Key) -> Bool {
        current.find(key) != nil
    }

    /// The bindings that are not those of the base, and whether each of them was requested; without those that must
    /// not be.
    func ownBindings() -> [(binding: AnyBinding, isUsed: Bool)] {
        usage?.own(among: current.bindings.filter { !$0.isVacant && !$0.isUnimplemented }) ?? []
    }

    // MARK: - Changing one binding

    /// Replaces the binding of a key.
    ///
    /// Keys are compared outside the lock; where the list of candidates has changed meanwhile, the change is made
    /// again.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Makes the binding that takes the place of the one that is bound, of which it is told whether it is
    ///     the registry's own; nil for no change.
    /// - Returns: The binding that is bound now.
    @discardableResult
    func change(
        _ key: Key,
        _ change: (_ bound: AnyBinding?, _ isOwn: Bool) -> AnyBinding?
    ) -> AnyBinding? {
        let word = key.word
        while true {
            let (candidates, base) = lock.withLock { () -> ([AnyBinding], Snapshot?) in
                (bindings[word, default: []], self.base)
            }
            let own = candidates.first { $0.key == key }
            let inherited = base?.lookUp(key)?.binding
            guard let replacement = change(own ?? inherited, own != nil) else {
                return own ?? inherited
            }
            let (isDone, dropped) = lock.withLock { () -> (Bool, Snapshot?) in
                guard bindings[word, default: []].elementsEqual(candidates, by: { $0 === $1 }), self.base === base
                else {
                    return (false, nil)
                }
                var others = candidates.filter { $0 !== own }
                if !replacement.isVacant || inherited != nil || !replacement.decorations.isEmpty {
                    others.append(replacement)
                }
                bindings[word] = others.isEmpty ? nil : others
                if let inherited {
                    hidden.insert(ObjectIdentifier(inherited))
                }
                replaceContribution(own, with: replacement)
                return (true, dropSnapshot())
            }
            if isDone {
                DeferredRelease.keepWhileUsed(dropped, own)
                return replacement
            }
        }
    }

    /// Keeps a contribution's place in the order.
    ///
    /// Called with the lock held.
    private func replaceContribution(_ replaced: AnyBinding?, with binding: AnyBinding) {
        guard replaced?.contribution != nil || binding.contribution != nil else {
            return
        }
        var list = contributions[ObjectIdentifier(binding.key.interface), default: []]
        let place = list.firstIndex { $0 === replaced } ?? list.endIndex
        list.replaceSubrange(
            place..<(place == list.endIndex ? place : place + 1),
            with: binding.contribution == nil ? [] : [binding]
        )
        contributions[ObjectIdentifier(binding.key.interface)] = list.isEmpty ? nil : list
    }

    /// Makes the next request build a new snapshot.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The old one, to be released outside the lock.
    private func dropSnapshot() -> Snapshot? {
        wormer_store(&root.pointee.snapshot, 0)
        defer { snapshot = nil }
        return snapshot
    }

    /// A number for one more contribution.
    @usableFromInline
    func nextContribution() -> Int {
        lock.withLock {
            contributionCount += 1
            return contributionCount
        }
    }

    // MARK: - Changing many bindings

    /// Removes every binding, decoration and contribution.
    func removeAll() {
        let (removed, dropped, base) = lock.withLock { () -> ([AnyBinding], Snapshot?, Snapshot?) in
            defer { (self.bindings, contributions, self.base, hidden) = ([:], [:], nil, []) }
            return (self.bindings.values.flatMap { $0 }, dropSnapshot(), self.base)
        }
        let snapshots: [AnyObject] = [dropped, base].compactMap { $0 }
        DeferredRelease.keepWhileUsed(snapshots + removed, bindings: removed)
    }

    /// Takes back everything that was assigned.
    func removeAssigned() {
        for binding in current.visibleBindings where binding.isAssigned {
            unassign(binding.key)
        }
    }

    /// Drops the instances of some lifetimes; bindings stay, and so does what was assigned.
    ///
    /// - Returns: The bindings that had the instances, of which only the registry's own are to be ended.
    @discardableResult
    func dropInstances(of isMeant: (Lifetime) -> Bool) -> [AnyBinding] {
        let snapshot = current
        let own = Set(snapshot.bindings.map { ObjectIdentifier($0) })
        var dropped: [AnyBinding] = []
        for binding in snapshot.visibleBindings where isMeant(binding.lifetime) && !binding.isAssigned {
            if binding.isUnused {
                continue
            }
            change(binding.key) { bound, _ in bound === binding ? binding.copy(lock: lock) : nil }
            if own.contains(ObjectIdentifier(binding)) {
                dropped.append(binding)
            }
        }
        return dropped
    }

    /// Keeps the bindings for those who are using them, where the registry may go at any moment.
    func keepWhileUsed(with owner: AnyObject) {
        let bindings = lock.withLock { () -> [AnyBinding] in self.bindings.values.flatMap { $0 } }
        let objects: [AnyObject] = bindings
        DeferredRelease.keepWhileUsed([owner] + objects, bindings: bindings)
    }
}
