/// The instances of an open scope, or the instances that are shared within one outermost request.
///
/// `end` releases the instances.
@usableFromInline
package class InstanceCache: Lock, @unchecked Sendable {
    private struct Entry {
        // Retained, so that no other binding gets the same identity.
        let binding: AnyBinding
        /// The two words of the slot, which retains its instance.
        var words: (UInt, UInt) = (0, 0)
    }

    /// The state that the lock guards.
    private struct State {
        var entries: ContiguousArray<Entry> = []

        /// The indices of the entries, if there are too many for a linear search.
        var places: [ObjectIdentifier: Int] = [:]

        /// Whether the cache has ended, and whether it then still shares provided values.
        var hasEnded = false
        var keepsProvided = false

        /// The teardowns of instances that were created but are not in a slot.
        var teardowns: [(teardown: Teardown, binding: AnyBinding)] = []

        /// Returns the index of a binding's entry.
        func place(of binding: AnyBinding) -> Int? {
            if entries.count > 8 {
                return places[ObjectIdentifier(binding)]
            }
            return entries.firstIndex { $0.binding === binding }
        }

        /// Adds an empty slot for a binding.
        ///
        /// - Returns: The index of the entry.
        mutating func addSlot(for binding: AnyBinding) -> Int {
            if entries.isEmpty {
                entries.reserveCapacity(4)
            }
            entries.append(Entry(binding: binding))
            if entries.count == 9 {
                findPlaces()
            } else if entries.count > 9 {
                places[ObjectIdentifier(binding)] = entries.count - 1
            }
            return entries.count - 1
        }

        /// Builds the index of the entries.
        mutating func findPlaces() {
            places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1.binding), $0) })
        }

        /// Accesses the slot of an entry.
        mutating func withSlot<Result>(at place: Int, _ body: (Slot) -> Result) -> Result {
            withUnsafeMutablePointer(to: &entries[place].words) {
                body(Slot(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt.self)))
            }
        }

        /// Returns the instance of an entry.
        func instance(at place: Int) -> AnyInstance? { Slot.instance(in: entries[place].words.0) }

        /// Returns whether the cache shares the instances of a binding.
        func isOpen(to binding: AnyBinding) -> Bool {
            !hasEnded || keepsProvided && binding.isProvided
        }
    }

    @exclusivity(unchecked) private final var state = State()

    deinit {
        InstanceCache.releaseInstances(of: state.entries)
    }

    private static func releaseInstances(of entries: ContiguousArray<Entry>) {
        for entry in entries {
            Slot.box(in: entry.words.0)?.release()
        }
    }

    /// Accesses the slot of a binding, with the lock held.
    ///
    /// - Returns: The result of `body`, or nil if the binding has no slot.
    final func withSlot<Result>(of binding: AnyBinding, _ body: (Slot) -> Result) -> Result? {
        withLock { state.place(of: binding).map { state.withSlot(at: $0, body) } }
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
        if canBegin: () -> Bool = { true }
    ) -> Slot.Claim? {
        withLock {
            guard state.isOpen(to: binding) else {
                return nil
            }
            let place = state.place(of: binding)
            if let place, let instance = state.instance(at: place) {
                return .kept(instance)
            }
            guard canBegin() else {
                return nil
            }
            let free = place ?? state.addSlot(for: binding)
            return state.withSlot(at: free) { $0.claim(for: binding, thread: thread) }
        }
    }

    /// Returns the instance of a binding, or nil if there is none or the cache has ended.
    final func instance(of binding: AnyBinding) -> AnyInstance? {
        withLock {
            state.isOpen(to: binding) ? state.place(of: binding).flatMap { state.instance(at: $0) } : nil
        }
    }

    /// Whether the cache has not ended.
    final var isOpen: Bool { withLock { !state.hasEnded } }

    /// Adds a teardown that runs when the cache ends.
    ///
    /// Returns false if the cache has already ended.
    final func end(with teardown: Teardown, of binding: AnyBinding) -> Bool {
        withLock {
            guard !state.hasEnded else {
                return false
            }
            state.teardowns.append((teardown, binding))
            return true
        }
    }

    /// Ends the construction of a binding's instance.
    ///
    /// A cache that has ended keeps the instance only until the end of the scope ends it.
    ///
    /// - Returns: The construction that others wait for, and whether nobody else ends the instance.
    final func keep(_ instance: AnyInstance, of binding: AnyBinding) -> (construction: Construction?, isLate: Bool) {
        withLock {
            guard let place = state.place(of: binding) else {
                return (nil, true)
            }
            let isOpen = state.isOpen(to: binding)
            return state.withSlot(at: place) { slot in
                let isLate = slot.isOver
                let isKept = isOpen || instance.teardown != nil && !isLate
                return (isKept ? slot.keep(instance) : slot.fail(), isLate)
            }
        }
    }

    /// Returns the teardown of an instance after its construction, and releases the instance if the cache has ended.
    final func takeTeardown(of binding: AnyBinding) -> Teardown? {
        let (teardown, instance) = withLock { () -> (Teardown?, AnyInstance?) in
            guard let place = state.place(of: binding) else {
                return (nil, nil)
            }
            let hasEnded = state.hasEnded
            return state.withSlot(at: place) { ($0.takeTeardown(), hasEnded ? $0.removeInstance() : nil) }
        }
        withExtendedLifetime(instance) {}
        return teardown
    }

    /// Keeps an instance, unless the binding already has one or the cache has ended.
    @usableFromInline
    final func keep(_ instance: AnyInstance, for binding: AnyBinding) {
        withLock {
            guard state.isOpen(to: binding) else {
                return
            }
            let place = state.place(of: binding) ?? state.addSlot(for: binding)
            // A slot without an instance belongs to a construction that failed.
            state.withSlot(at: place) { slot in
                if slot.isUnused {
                    slot.fill(with: instance)
                }
            }
        }
    }

    /// Releases every instance.
    ///
    /// A construction that is under way still finds its slot.
    ///
    /// - Parameter keepingProvided: Whether provided values are kept until the next call.
    /// - Returns: The teardowns of the instances.
    final func end(keepingProvided: Bool = false) -> Ending {
        var ending = Ending()
        // Released outside the lock.
        var entries: ContiguousArray<Entry> = []
        var teardowns: [(teardown: Teardown, binding: AnyBinding)] = []
        withLock {
            // A construction that is under way belongs to the first end.
            if !state.hasEnded {
                for place in state.entries.indices {
                    let binding = state.entries[place].binding
                    state.withSlot(at: place) { slot in
                        if slot.hasEnd {
                            ending.addInstance(in: slot, of: binding, in: self)
                        }
                    }
                }
            }
            swap(&state.entries, &entries)
            swap(&state.teardowns, &teardowns)
            if keepingProvided || ending.isWaiting || state.hasEnded {
                let rest = entries.partition { entry in
                    AnyBinding.State.isConstruction(entry.words.0) || keepingProvided && entry.binding.isProvided
                }
                state.entries = ContiguousArray(entries[rest...])
                entries.removeSubrange(rest...)
            }
            if !state.places.isEmpty {
                state.findPlaces()
            }
            (state.hasEnded, state.keepsProvided) = (true, keepingProvided)
        }
        teardowns.forEach { ending.add($0.teardown, of: $0.binding) }
        InstanceCache.releaseInstances(of: entries)
        return ending
    }
}
