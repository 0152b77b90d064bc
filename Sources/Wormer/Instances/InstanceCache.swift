import CWormer

/// The instances of an open scope, or the instances that are shared within one outermost request.
///
/// `end` releases the instances.
@usableFromInline
package class InstanceCache: Lock, @unchecked Sendable {
    // The lock guards the variables.

    /// The slot of a binding: the binding, which is retained so that no other one gets the same identity, and the two
    /// words of the slot, which retains its instance.
    @usableFromInline
    typealias Entry = (binding: Unmanaged<AnyBinding>?, state: UInt, flags: UInt)

    /// The memory of the first entries, which for most caches are all of them.
    ///
    /// See `Lock.storage` for the requirements.
    @usableFromInline final var firstEntries: (Entry, Entry, Entry, Entry) = (
        (nil, 0, 0), (nil, 0, 0), (nil, 0, 0), (nil, 0, 0)
    )
    private static let firstCapacity = 4

    @exclusivity(unchecked) private final var entries: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) private final var capacity = InstanceCache.firstCapacity
    @exclusivity(unchecked) private final var count = 0

    /// The places of the entries, if there are too many for a linear search.
    @exclusivity(unchecked) private final var places: [ObjectIdentifier: Int]?

    /// Whether the cache has ended, and whether it then still shares provided values.
    @exclusivity(unchecked) private final var hasEnded = false
    @exclusivity(unchecked) private final var keepsProvided = false

    /// The teardowns of instances that were created but are not in a slot.
    @exclusivity(unchecked) private final var teardowns: [(teardown: Teardown, binding: AnyBinding)]?

    override package init() {
        entries = UnsafeMutablePointer(bitPattern: 1).unsafelyUnwrapped
        super.init()
        entries = ownEntries
    }

    deinit {
        release(0..<count)
        if entries != ownEntries {
            entries.deallocate()
        }
    }

    /// The address of the first entries, which follow the lock.
    private final var ownEntries: UnsafeMutablePointer<Entry> {
        storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), afterWords: Lock.wordCount, as: Entry.self)
    }

    // MARK: - Entries

    /// Returns the slot of a binding, or nil if it has none.
    private final func slot(of binding: AnyBinding) -> Slot? {
        let identity = Unmanaged.passUnretained(binding).toOpaque()
        if let places {
            return places[ObjectIdentifier(binding)].map(slot)
        }
        for place in 0..<count where entries[place].binding?.toOpaque() == identity {
            return slot(at: place)
        }
        return nil
    }

    private final func slot(at place: Int) -> Slot {
        let words = UnsafeMutableRawPointer(entries + place) + MemoryLayout<UInt>.stride
        return Slot(words.assumingMemoryBound(to: UInt.self))
    }

    /// Adds an empty slot for a binding.
    private final func addSlot(for binding: AnyBinding) -> Slot {
        if count == capacity {
            let larger = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * capacity)
            larger.moveInitialize(from: entries, count: count)
            if entries != ownEntries {
                entries.deallocate()
            }
            (entries, capacity) = (larger, 2 * capacity)
        }
        (entries + count).initialize(to: (.passRetained(binding), 0, 0))
        count += 1
        if count > 8 {
            if places == nil {
                findPlaces()
            }
            places?[ObjectIdentifier(binding)] = count - 1
        }
        return slot(at: count - 1)
    }

    /// Finds the places of the entries, if there are many.
    private final func findPlaces() {
        let identities = (0..<count).compactMap { entries[$0].binding?._withUnsafeGuaranteedRef(ObjectIdentifier.init) }
        places = count > 8 ? Dictionary(uniqueKeysWithValues: zip(identities, 0...)) : nil
    }

    /// Releases the instances and bindings of entries that nobody can find anymore.
    private final func release(_ range: Range<Int>) {
        for place in range {
            _ = slot(at: place).removeInstance()
            entries[place].binding?.release()
        }
    }

    /// Returns whether the cache shares the instances of a binding.
    private final func isOpen(to binding: AnyBinding) -> Bool {
        !hasEnded || keepsProvided && binding.isProvided
    }

    // MARK: - Instances

    /// Accesses the slot of a binding, with the lock held.
    ///
    /// - Returns: The result of `body`, or nil if the binding has no slot.
    final func withSlot<Result>(of binding: AnyBinding, _ body: (Slot) -> Result) -> Result? {
        withLock { slot(of: binding).map(body) }
    }

    /// Begins the construction of a binding's instance; see `Slot.claim`.
    ///
    /// - Parameters:
    ///   - binding: The binding.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    ///   - canBegin: Returns whether a construction may begin.
    /// - Returns: The instance, or the construction to perform or to wait for; nil if the cache has ended, or if a
    ///   construction may not begin.
    final func claim(
        for binding: AnyBinding,
        thread: UnsafeRawPointer?,
        if canBegin: (AnyBinding) -> Bool = { _ in true }
    ) -> Slot.Claim? {
        withLock {
            guard isOpen(to: binding) else {
                return nil
            }
            let known = slot(of: binding)
            if let instance = known?.instance {
                return .kept(instance)
            }
            guard canBegin(binding), known != nil || !hasEnded else {
                return nil
            }
            return (known ?? addSlot(for: binding)).claim(for: binding, thread: thread)
        }
    }

    /// Returns the instance of a binding, or nil if there is none or the cache has ended.
    final func instance(of binding: AnyBinding) -> AnyInstance? {
        withLock { isOpen(to: binding) ? slot(of: binding)?.instance : nil }
    }

    /// Ends the construction of a binding's instance.
    ///
    /// A cache that has ended keeps the instance only until the end of the scope ends it.
    ///
    /// - Returns: The construction that others wait for, and whether nobody else ends the instance.
    final func keep(_ instance: AnyInstance, of binding: AnyBinding) -> (construction: Construction?, isLate: Bool) {
        withLock {
            guard let slot = slot(of: binding) else {
                return (nil, true)
            }
            let isLate = slot.isOver
            let isKept = isOpen(to: binding) || instance.teardown != nil && !isLate
            return (isKept ? slot.keep(instance) : slot.fail(), isLate)
        }
    }

    /// Keeps an instance, unless the binding already has one or the cache has ended.
    @usableFromInline
    final func keep(_ instance: AnyInstance, for binding: AnyBinding) {
        withLock {
            guard !hasEnded else {
                return
            }
            // A slot without an instance belongs to a construction that failed.
            let slot = slot(of: binding) ?? addSlot(for: binding)
            if slot.isUnused {
                slot.fill(with: instance)
            }
        }
    }

    // MARK: - Ending

    /// Whether the cache has not ended.
    final var isOpen: Bool { withLock { !hasEnded } }

    /// Adds a teardown that runs when the cache ends.
    ///
    /// Returns false if the cache has already ended.
    final func end(with teardown: Teardown, of binding: AnyBinding) -> Bool {
        withLock {
            guard !hasEnded else {
                return false
            }
            teardowns = (teardowns ?? []) + [(teardown, binding)]
            return true
        }
    }

    /// Returns the teardown of an instance after its construction, and releases the instance if the cache has ended.
    final func takeTeardown(of binding: AnyBinding) -> Teardown? {
        let (teardown, instance) = withLock { () -> (Teardown?, AnyInstance?) in
            guard let slot = slot(of: binding) else {
                return (nil, nil)
            }
            return (slot.takeTeardown(), hasEnded ? slot.removeInstance() : nil)
        }
        withExtendedLifetime(instance) {}
        return teardown
    }

    /// Releases every instance.
    ///
    /// A construction that is under way still finds its slot.
    ///
    /// - Parameter keepingProvided: Whether provided values are kept until the next call.
    /// - Returns: The teardowns of the instances, or nil if there are none.
    final func end(keepingProvided: Bool = false) -> Ending? {
        var ending: Ending?
        let ended = withLock { () -> Range<Int> in
            // A construction that is under way belongs to the first end.
            for place in 0..<count where !hasEnded && slot(at: place).hasEnd {
                entries[place].binding?._withUnsafeGuaranteedRef {
                    ending.orNew.addInstance(in: slot(at: place), of: $0, in: self)
                }
            }
            teardowns?.forEach { ending.orNew.add($0.teardown, of: $0.binding) }
            teardowns = nil
            let end = count
            if keepingProvided || ending?.isWaiting == true || hasEnded {
                var all = UnsafeMutableBufferPointer(start: entries, count: count)
                // The entries that remain come first.
                count = all.partition { entry in
                    !AnyBinding.State.isConstruction(entry.state)
                        && !(keepingProvided && entry.binding?._withUnsafeGuaranteedRef { $0.isProvided } == true)
                }
                findPlaces()
            } else {
                (count, places) = (0, nil)
            }
            (hasEnded, keepsProvided) = (true, keepingProvided)
            return count..<end
        }
        // Outside the lock. No entry is added anymore, so nobody else uses these.
        release(ended)
        return ending
    }
}
