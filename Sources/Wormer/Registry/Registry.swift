import CWormer

/// The bindings of one injector: a dictionary under a lock, and a snapshot for reading without a lock.
///
/// A change drops the snapshot, and the next request builds a new one.
@usableFromInline
package final class Registry: @unchecked Sendable {
    /// The lock of the following properties and of the bindings' slots.
    ///
    /// No user code runs while the lock is held: no `deinit`, and no `==` of an identifier.
    @usableFromInline let lock = RegistryLock()

    /// The bindings by the words of their keys.
    ///
    /// Bindings whose keys have the same word are in one list, even if the keys differ.
    @exclusivity(unchecked) private var bindings: [KeyWord: [AnyBinding]] = [:]
    @exclusivity(unchecked) private var snapshot: Snapshot?

    /// The contributions to each interface, in order.
    @exclusivity(unchecked) private var contributions: [ObjectIdentifier: [AnyBinding]] = [:]

    /// In an override, the snapshot that it overrides, and the bindings of that snapshot that are replaced here.
    @exclusivity(unchecked) private var base: Snapshot?
    @exclusivity(unchecked) private var hidden: Set<ObjectIdentifier> = []
    let sharesInstances: Bool
    private let baseAddress: UInt?

    /// The last contribution number.
    ///
    /// A reset does not change it, because a contribution that already has a number may be registered after the reset.
    @exclusivity(unchecked) private var contributionCount: Int

    /// The log that counts the requests, if they are tracked.
    let usage: UsageLog?

    /// The identifiers of the overrides in which the injector was created.
    @exclusivity(unchecked) var overrides: [Int]?

    /// The entry point for lock-free readers.
    let root: UnsafeMutablePointer<RegistryRoot>

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - parent: The registry for requests that this one cannot answer.
    ///   - base: The snapshot that the registry overrides.
    ///   - sharesInstances: Whether the instances of the base's bindings are visible here.
    ///   - usage: Counts the requests.
    init(parent: Registry?, base: Snapshot? = nil, sharesInstances: Bool = true, usage: UsageLog? = nil) {
        self.base = base
        self.sharesInstances = sharesInstances
        self.usage = usage
        contributionCount = base?.contributionCount ?? 0
        baseAddress = base.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        root = .allocate(capacity: 1)
        root.initialize(to: RegistryRoot(parent: parent.map { UnsafePointer($0.root) }))
        if let baseAddress, sharesInstances, usage == nil {
            // Until something is bound here, readers use the base.
            wormer_store(&root.pointee.snapshot, baseAddress)
        }
    }

    deinit {
        let bindings = bindings.values.flatMap { $0 }
        DeferredRelease.keepWhileUsed(bindings)
        root.deallocate()
    }

    // MARK: - Reading

    /// The bindings at this moment.
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
                // Copies each element. If the snapshot shared the buffer, later changes would be made in place after
                // the release of the snapshot. ThreadSanitizer cannot see that the snapshot's readers have finished by
                // then.
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

    /// Returns whether a binding from a snapshot is still bound.
    func has(_ hit: Snapshot.Hit) -> Bool {
        lock.withLock {
            hit.isOwn
                ? bindings[hit.binding.key.word, default: []].contains { $0 === hit.binding }
                : base != nil && !hidden.contains(ObjectIdentifier(hit.binding))
        }
    }

    /// The registry's own bindings that have an `onEnd`.
    var bindingsWithEnd: [AnyBinding] {
        lock.withLock { bindings.values.joined().filter(\.hasEnd) }
    }

    func contains(_ key: Key) -> Bool {
        current.find(key) != nil
    }

    /// Returns the bindings that do not come from the base, and whether each of them was requested.
    ///
    /// Stand-ins that must not be requested are left out.
    func ownBindings() -> [Layer.OwnBinding] {
        usage?.own(among: current.bindings.filter { !$0.isVacant && !$0.isUnimplemented }) ?? []
    }

    // MARK: - Changing one binding

    /// Replaces the binding of a key.
    ///
    /// Keys are compared outside the lock. If the list of candidates has changed in the meantime, the change is tried
    /// again.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: Returns the replacement of the current binding, or nil for no change. It also receives whether the
    ///     current binding is the registry's own.
    /// - Returns: The binding after the change.
    @discardableResult
    @inline(__always)
    func change(
        _ key: Key,
        _ change: (_ bound: AnyBinding?, _ isOwn: Bool) -> AnyBinding?
    ) -> AnyBinding? {
        while true {
            let found = candidates(for: key)
            guard let replacement = change(found.bound, found.own != nil) else {
                return found.bound
            }
            if replace(found, with: replacement) {
                return replacement
            }
        }
    }

    /// The bindings that a change of one key has read.
    private struct Candidates {
        let word: KeyWord
        let bindings: [AnyBinding]
        let base: Snapshot?
        let own: AnyBinding?
        let inherited: AnyBinding?

        var bound: AnyBinding? { own ?? inherited }
    }

    @inline(never)
    private func candidates(for key: Key) -> Candidates {
        let word = key.word
        let (bound, base) = lock.withLock { () -> ([AnyBinding], Snapshot?) in
            (bindings[word, default: []], self.base)
        }
        let own = bound.first { $0.key == key }
        let inherited = base?.lookUp(key)?.binding
        return Candidates(word: word, bindings: bound, base: base, own: own, inherited: inherited)
    }

    /// Replaces the binding of a key.
    ///
    /// - Returns: Whether the candidates were still current.
    @inline(never)
    private func replace(_ found: Candidates, with replacement: AnyBinding) -> Bool {
        var others = found.bindings.filter { $0 !== found.own }
        if !replacement.isVacant || found.inherited != nil || !replacement.decorations.isEmpty {
            others.append(replacement)
        }
        let (isDone, dropped) = lock.withLock { () -> (Bool, Snapshot?) in
            guard base === found.base, exchange(&bindings[found.word], found.bindings, others) else {
                return (false, nil)
            }
            if let inherited = found.inherited {
                hidden.insert(ObjectIdentifier(inherited))
            }
            replaceContribution(found.own, with: replacement)
            return (true, dropSnapshot())
        }
        if isDone {
            DeferredRelease.keepWhileUsed(dropped, found.own)
        }
        return isDone
    }

    /// Replaces the bindings of a word, unless they have changed.
    ///
    /// Called with the lock held.
    private func exchange(_ bound: inout [AnyBinding]?, _ expected: [AnyBinding], _ new: [AnyBinding]) -> Bool {
        guard (bound ?? []).elementsEqual(expected, by: ===) else {
            return false
        }
        bound = new.isEmpty ? nil : new
        return true
    }

    /// Updates the list of contributions and keeps a contribution's position.
    ///
    /// Called with the lock held.
    private func replaceContribution(_ replaced: AnyBinding?, with binding: AnyBinding) {
        guard replaced?.contribution != nil || binding.contribution != nil else {
            return
        }
        let interface = ObjectIdentifier(binding.key.interface)
        // Only a replacement is searched for, and the list is changed in place.
        let place = replaced.flatMap { replaced in contributions[interface]?.firstIndex { $0 === replaced } }
        switch (place, binding.contribution) {
        case (nil, nil): break
        case (nil, _?): contributions[interface, default: []].append(binding)
        case (let place?, _?): contributions[interface]?[place] = binding
        case (let place?, nil):
            contributions[interface]?.remove(at: place)
            contributions[interface] = contributions[interface]?.isEmpty == true ? nil : contributions[interface]
        }
    }

    /// Drops the snapshot, so that the next request builds a new one.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The old snapshot, to be released outside the lock.
    private func dropSnapshot() -> Snapshot? {
        wormer_store(&root.pointee.snapshot, 0)
        defer { snapshot = nil }
        return snapshot
    }

    /// Returns the number of the next contribution.
    @usableFromInline
    func nextContribution() -> Int {
        lock.withLock {
            contributionCount += 1
            return contributionCount
        }
    }

    // MARK: - Changing many bindings

    /// Removes all bindings, decorations, and contributions.
    func removeAll() {
        let (removed, dropped, base) = lock.withLock { () -> ([AnyBinding], Snapshot?, Snapshot?) in
            defer { (self.bindings, contributions, self.base, hidden) = ([:], [:], nil, []) }
            return (self.bindings.values.flatMap { $0 }, dropSnapshot(), self.base)
        }
        let snapshots: [AnyObject] = [dropped, base].compactMap { $0 }
        DeferredRelease.keepWhileUsed(snapshots + removed)
    }
}
