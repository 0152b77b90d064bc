import CWormer

/// The bindings of one injector.
@usableFromInline
package final class Registry: Lock, @unchecked Sendable {
    // Mutable state is guarded by the lock itself. No user code runs while it is held: no `deinit`, and no `==` of an
    // identifier.

    /// The entry point for lock-free readers, in another cache line than the reference count, which other threads may be
    /// changing; see `Lock.storage` for the requirements.
    @usableFromInline var words: (padding: (UInt, UInt), root: RegistryRoot)

    /// The table, which only `install(_:)` replaces.
    @exclusivity(unchecked) private var table: Table

    /// In an override, whether the instances of the base's bindings are visible here.
    let sharesInstances: Bool

    /// The last contribution number.
    ///
    /// A reset does not change it, because a contribution that already has a number may be registered after the reset.
    private var contributionCount: Int

    /// The scopes that have begun here and have not ended.
    @exclusivity(unchecked) var scopes: [ScopeInstances] = []

    /// The instances that end in tasks of their own, once there are any.
    @exclusivity(unchecked) var lateEndings: LateEndings?

    /// The log that counts the requests, if they are tracked.
    let usage: UsageLog?

    /// The identifiers of the overrides in which the injector was created.
    var overrides: [Int]?

    /// In an override, the injector, which is retained so that no other one gets the same identity, and the address of the
    /// next registry of the override.
    private(set) var layered: Injector?
    var next: UInt = 0

    /// The position among the registries of all injectors; see `Injector.isBoundAnywhere(_:)`.
    var place = 0

    var root: UnsafeMutablePointer<RegistryRoot> {
        let words = Lock.wordCount + 2
        return storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), afterWords: words, as: RegistryRoot.self)
    }

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - parent: The registry for requests that this one cannot answer.
    ///   - base: The table that the registry overrides.
    ///   - contributionCount: The last contribution number in the base.
    ///   - usage: Counts the requests.
    init(parent: Registry?, base: Base? = nil, contributionCount: Int = 0, usage: UsageLog? = nil) {
        table = Table(base: base)
        sharesInstances = base?.sharesInstances ?? true
        self.contributionCount = contributionCount
        self.usage = usage
        words = ((0, 0), RegistryRoot(parent: parent.map { UnsafePointer($0.root) }))
        super.init()
        root.pointee.registry = .passUnretained(self)
        install(table)
    }

    /// Makes this the registry of an injector in an override, before it is used.
    func belong(to injector: Injector) {
        layered = injector
        root.pointee.injector = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
    }

    deinit {
        if Registry.haveBegunScopes {
            endScopesLater()
        }
        DeferredRelease.keepWhileUsed(table)
    }

    /// Makes readers use a table.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The table that they used before.
    @discardableResult
    private func install(_ table: Table) -> Table {
        wormer_store(&root.pointee.tableAddress, UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque()))
        defer { self.table = table }
        return self.table
    }

    /// Returns the table for an override, which from then on does not change, and the last contribution number.
    func share() -> (table: Table, contributionCount: Int) {
        withLock {
            table.isShared = true
            return (table, contributionCount)
        }
    }

    // MARK: - Reading

    /// Calls a function with the table, in a read section.
    ///
    /// The function runs no user code, and retains what it returns.
    private func read<Result>(_ body: (Table) -> Result) -> Result {
        let thread = wormer_begin_reading()
        defer { Reader.end(thread) }
        return UnsafePointer(root).table._withUnsafeGuaranteedRef(body)
    }

    /// Returns the binding of a key, or nil if there is none or if it was removed.
    func find(_ key: Key) -> Hit? {
        lookUp(key).flatMap { $0.binding.isVacant ? nil : $0 }
    }

    /// Returns the binding of a key, even if it marks the key as unbound.
    private func lookUp(_ key: Key) -> Hit? {
        let word = key.word
        let (own, base) = read { ($0.candidates(at: word), $0.base) }
        return own.first(of: key).map { Hit(binding: $0) } ?? base?.lookUp(key)
    }

    func contains(_ key: Key) -> Bool {
        find(key) != nil
    }

    /// Returns the registry's own binding of a key, even if it marks the key as unbound.
    func ownBinding(of key: Key) -> AnyBinding? {
        let word = key.word
        return read { $0.candidates(at: word) }.first(of: key)
    }

    /// Returns whether a binding that was found is still bound.
    func has(_ hit: Hit) -> Bool {
        hit.isOwn ? read { $0.contains(hit.binding) } : read(\.base) != nil && ownBinding(of: hit.binding.key) == nil
    }

    /// All bindings that a request can find, in no particular order.
    package var visibleBindings: [AnyBinding] {
        visibleHits.map(\.binding)
    }

    var visibleHits: [Hit] {
        hits(\.standingBindings)
    }

    /// Returns the bindings of an interface that have an identifier, in the order in which they were bound.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bindings.
    func identified(_ interface: Any.Type) -> [Hit] {
        let found = hits { $0.bindings { !$0.isVacant && $0.key.interface == interface && $0.key.hasIdentifier } }
        return found.ordered { $0.binding.identity < $1.binding.identity }
    }

    /// Returns the contributions to an interface, in order.
    func contributions(to interface: ObjectIdentifier) -> [Hit] {
        guard read(\.base) == nil else {
            return hits { $0.contributions(to: interface) }.ordered {
                ($0.binding.contribution ?? 0) < ($1.binding.contribution ?? 0)
            }
        }
        let (list, outgrown) = withLock {
            let outgrown = table.isFull ? install(table.copied()) : nil
            return (table.publishContributions(to: interface), outgrown)
        }
        DeferredRelease.keepWhileUsed(nil, outgrown, nil)
        return list.bindings.map { Hit(binding: $0) }
    }

    /// Returns the bindings that a function selects here, and in the base unless they are replaced here.
    @inline(never)
    private func hits(_ select: (Table) -> [AnyBinding]) -> [Hit] {
        let inherited = read(\.base)?.hits(select) ?? []
        let (own, rivals) = withLock { (select(table), table.rivals(of: inherited)) }
        return Hit.merging(inherited, rivals, own)
    }

    /// The registry's own bindings, even those that mark a key as unbound.
    var bindings: [AnyBinding] {
        withLock { table.bindings() }
    }

    /// Whether a binding with an `onEnd` was ever added, or an instance ends in a task of its own.
    var mayHaveEnds: Bool {
        withLock { table.mayHaveEnds || lateEndings != nil }
    }

    /// The registry's own bindings that have an `onEnd`.
    var bindingsWithEnd: [AnyBinding] {
        withLock { table.mayHaveEnds ? table.bindings(where: \.hasEnd) : [] }
    }

    /// Returns the bindings that do not come from the base, and whether each of them was requested.
    ///
    /// Stand-ins that must not be requested are left out.
    func ownBindings() -> [Layer.OwnBinding] {
        usage?.own(among: bindings.filter { !$0.isVacant && !$0.isUnimplemented }) ?? []
    }

    /// Returns the location of the binding that another one replaced; nil if there was none, or if it is in a base,
    /// which an override does not change.
    func replacedLocation(of binding: AnyBinding) -> CodeLocation? {
        guard let replaced = binding.replaced else { return nil }
        let bases = sequence(first: read(\.base)) { $0?.table.base }.prefix { $0 != nil }
        let isInBase = bases.contains { $0?.lookUp(binding.key)?.binding.identity == replaced.identity }
        return isInBase ? nil : replaced.location
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
    func change(
        _ key: Key,
        _ change: (_ bound: AnyBinding?, _ isOwn: Bool) -> AnyBinding?
    ) -> AnyBinding? {
        while true {
            let found = lookUp(toChange: key)
            guard let replacement = change(found.bound, found.isOwn) else { return found.bound }
            if replace(found, with: replacement) {
                return replacement
            }
        }
    }

    /// The current binding of a key, and the bindings among which it was found.
    private struct Lookup: ~Copyable {
        let word: KeyWord
        let candidates: Candidates
        let base: Base?
        /// The registry's own binding, or else the base's.
        let bound: AnyBinding?
        let isOwn: Bool
    }

    @inline(never)
    private func lookUp(toChange key: Key) -> Lookup {
        let word = key.word
        // A read section would delay the release of what another thread removes at this moment.
        let (candidates, base) = withLock { (table.candidates(at: word), table.base) }
        let own = candidates.first(of: key)
        let bound = own ?? base?.lookUp(key)?.binding
        return Lookup(word: word, candidates: candidates, base: base, bound: bound, isOwn: own != nil)
    }

    /// Replaces the binding of a key.
    ///
    /// - Returns: Whether the key's bindings were still the ones that were found.
    @inline(never)
    private func replace(_ found: borrowing Lookup, with binding: AnyBinding) -> Bool {
        let hidesNothing = binding.isVacant && found.base?.lookUp(binding.key) == nil
        let new = hidesNothing && binding.decorations.isEmpty ? nil : binding
        let own = found.isOwn ? found.bound : nil
        let changesContributions = own?.contribution != nil || binding.contribution != nil
        let (isDone, former, list) = withLock { () -> (Bool, Table?, Table.ContributionList?) in
            guard table.base?.table === found.base?.table, table.has(found.candidates, at: found.word) else {
                return (false, nil, nil)
            }
            let former = table.isShared || table.isFull ? install(table.copied()) : nil
            let list = changesContributions ? table.withdrawContributions(to: binding.key.interface) : nil
            table.replace(own, with: new, at: found.word)
            return (true, former, list)
        }
        if isDone {
            DeferredRelease.keepWhileUsed(own, former, list)
        }
        return isDone
    }

    /// Returns the number of the next contribution.
    @usableFromInline
    func nextContribution() -> Int {
        withLock {
            contributionCount += 1
            return contributionCount
        }
    }

    // MARK: - Changing many bindings

    /// Removes all bindings, decorations, and contributions; in an override, only those of the override.
    func removeAll() {
        let removed = withLock { install(Table(base: table.base)) }
        DeferredRelease.keepWhileUsed(removed)
    }
}
