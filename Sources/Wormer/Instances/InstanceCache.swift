import CWormer

/// The instances of an open scope, or the instances that are shared within one outermost request.
///
/// `end` releases the instances.
@usableFromInline
package class InstanceCache: Lock, @unchecked Sendable {
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

    /// The state that the lock guards.
    private struct State {
        var entries: UnsafeMutablePointer<Entry>
        private var capacity = InstanceCache.firstCapacity
        private(set) var count = 0

        /// The places of the entries, if there are too many for a linear search.
        private var places: [ObjectIdentifier: Int]?

        /// Whether the cache has ended, and whether it then still shares provided values.
        var hasEnded = false
        var keepsProvided = false

        init(_ firstEntries: UnsafeMutablePointer<Entry>) {
            entries = firstEntries
        }

        /// Returns the slot of a binding, or nil if it has none.
        func slot(of binding: AnyBinding) -> Slot? {
            if let places {
                return places[ObjectIdentifier(binding)].map(slot)
            }
            let identity = Unmanaged.passUnretained(binding).toOpaque()
            for place in 0..<count where entries[place].binding?.toOpaque() == identity {
                return slot(at: place)
            }
            return nil
        }

        func slot(at place: Int) -> Slot { Slot(of: entries + place) }

        /// Adds an empty slot for a binding.
        mutating func addSlot(for binding: AnyBinding) -> Slot {
            if count == capacity {
                let larger = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * capacity)
                larger.moveInitialize(from: entries, count: count)
                deallocate()
                (entries, capacity) = (larger, 2 * capacity)
            }
            (entries + count).initialize(to: (.passRetained(binding), 0, 0))
            count += 1
            if count > 8 {
                places?[ObjectIdentifier(binding)] = count - 1
                if places == nil {
                    findPlaces()
                }
            }
            return slot(at: count - 1)
        }

        /// Forgets the entries that do not meet a condition.
        ///
        /// - Returns: These entries, which nobody finds anymore.
        mutating func forget(unless remains: (Entry) -> Bool) -> UnsafeMutableBufferPointer<Entry> {
            let all = UnsafeMutableBufferPointer(start: entries, count: count)
            count = 0
            for place in all.indices where remains(all[place]) {
                all.swapAt(place, count)
                count += 1
            }
            findPlaces()
            return UnsafeMutableBufferPointer(rebasing: all[count...])
        }

        private mutating func findPlaces() {
            places = count > 8 ? [:] : nil
            for place in 0..<count where places != nil {
                entries[place].binding.map { places?[ObjectIdentifier($0.takeUnretainedValue())] = place }
            }
        }

        mutating func deallocate() {
            if capacity > InstanceCache.firstCapacity {
                entries.deallocate()
            }
        }

        /// Returns whether the cache shares the instances of a binding.
        func isOpen(to binding: AnyBinding) -> Bool {
            !hasEnded || keepsProvided && binding.isProvided
        }
    }

    @exclusivity(unchecked) private final var state: State

    override package init() {
        state = State(UnsafeMutablePointer(bitPattern: 8).unsafelyUnwrapped)
        super.init()
        // The first entries follow the lock.
        let object = Unmanaged.passUnretained(self).toOpaque()
        state.entries = storedProperty(of: object, afterWords: Lock.wordCount, as: Entry.self)
    }

    deinit {
        InstanceCache.release(UnsafeMutableBufferPointer(start: state.entries, count: state.count))
        state.deallocate()
    }

    /// Releases the instances and bindings of entries that nobody can find anymore.
    private static func release(_ entries: UnsafeMutableBufferPointer<Entry>) {
        for entry in entries.indices {
            _ = Slot(of: entries.baseAddress.unsafelyUnwrapped + entry).removeInstance()
            entries[entry].binding?.release()
        }
    }

    // MARK: - Instances

    /// Accesses the slot of a binding, with the lock held.
    ///
    /// - Returns: The result of `body`, or nil if the binding has no slot.
    final func withSlot<Result>(of binding: AnyBinding, _ body: (Slot) -> Result) -> Result? {
        withLock { state.slot(of: binding).map(body) }
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
            guard state.isOpen(to: binding) else { return nil }
            let known = state.slot(of: binding)
            if let instance = known?.instance {
                return .kept(instance)
            }
            guard canBegin(binding), known != nil || !state.hasEnded else { return nil }
            return (known ?? state.addSlot(for: binding)).claim(for: binding, thread: thread)
        }
    }

    /// Returns the instance of a binding, or nil if there is none or the cache has ended.
    final func instance(of binding: AnyBinding) -> AnyInstance? {
        withLock { state.isOpen(to: binding) ? state.slot(of: binding)?.instance : nil }
    }

    /// Ends the construction of a binding's instance.
    ///
    /// A cache that has ended keeps the instance only until the end of the scope ends it.
    ///
    /// - Returns: The construction that others wait for, and whether nobody else ends the instance.
    final func keep(_ instance: AnyInstance, of binding: AnyBinding) -> (construction: Construction?, isLate: Bool) {
        withLock {
            guard let slot = state.slot(of: binding) else { return (nil, true) }
            let isLate = slot.isOver
            let isKept = state.isOpen(to: binding) || instance.teardown != nil && !isLate
            return (isKept ? slot.keep(instance) : slot.fail(), isLate)
        }
    }

    /// Keeps an instance, unless the binding already has one or the cache has ended.
    @usableFromInline
    final func keep(_ instance: AnyInstance, for binding: AnyBinding) {
        withLock {
            guard !state.hasEnded else { return }
            // A slot without an instance belongs to a construction that failed.
            let slot = state.slot(of: binding) ?? state.addSlot(for: binding)
            if slot.isUnused {
                slot.fill(with: instance)
            }
        }
    }

    // MARK: - Ending

    /// Whether the cache has not ended.
    final var isOpen: Bool { withLock { !state.hasEnded } }

    /// Calls a function with the lock held, unless the cache has ended.
    final func ifOpen<Result>(_ body: () -> Result) -> Result? {
        withLock { state.hasEnded ? nil : body() }
    }

    /// Returns the teardown of an instance after its construction, and releases the instance if the cache has ended.
    final func takeTeardown(of binding: AnyBinding) -> Teardown? {
        let (teardown, instance) = withLock { () -> (Teardown?, AnyInstance?) in
            guard let slot = state.slot(of: binding) else { return (nil, nil) }
            return (slot.takeTeardown(), state.hasEnded ? slot.removeInstance() : nil)
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
        let ended = withLock { () -> UnsafeMutableBufferPointer<Entry> in
            // A construction that is under way belongs to the first end.
            for place in 0..<state.count where !state.hasEnded && state.slot(at: place).hasEnd {
                state.entries[place].binding?._withUnsafeGuaranteedRef {
                    ending.orNew.addInstance(in: state.slot(at: place), of: $0, in: self)
                }
            }
            (state.hasEnded, state.keepsProvided) = (true, keepingProvided)
            return state.forget { entry in
                AnyBinding.State.isConstruction(entry.state)
                    || keepingProvided && entry.binding?._withUnsafeGuaranteedRef { $0.isProvided } == true
            }
        }
        // Outside the lock. No entry is added anymore, so nobody else uses these.
        InstanceCache.release(ended)
        return ending
    }
}

extension Slot {
    /// The slot of an entry, whose words follow the binding.
    fileprivate init(of entry: UnsafeMutablePointer<InstanceCache.Entry>) {
        let words = UnsafeMutableRawPointer(entry) + MemoryLayout<UInt>.stride
        self.init(words.assumingMemoryBound(to: UInt.self))
    }
}
