/// The bindings of a registry at one moment, in a table that never changes.
///
/// Readers find a binding without a lock and without retaining anything. The snapshot is released after its readers
/// have left; see `DeferredRelease`.
final class Snapshot: @unchecked Sendable {
    // Immutable. The table is written in `init`.

    /// An entry of a table with open addressing: a word is in the slot of its hash, or in one of the following slots.
    ///
    /// At least half of the slots are empty.
    private struct Slot {
        var word: KeyWord
        var binding: Unmanaged<AnyBinding>?
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let shift: UInt

    /// The bindings that the table refers to.
    let bindings: [AnyBinding]

    /// In an override, the snapshot that it overrides, whose bindings are found unless they are replaced here.
    let base: Snapshot?

    /// The bindings of `base` that are replaced or removed here.
    private let hidden: Set<ObjectIdentifier>

    /// Whether the instances of the base's bindings are visible here.
    let sharesInstances: Bool

    /// The last contribution number.
    let contributionCount: Int

    /// The contributions to each interface, in order.
    private let contributions: [ObjectIdentifier: [AnyBinding]]

    init(
        bindings: [AnyBinding],
        contributions: [ObjectIdentifier: [AnyBinding]],
        base: Snapshot?,
        hidden: Set<ObjectIdentifier>,
        sharesInstances: Bool,
        contributionCount: Int
    ) {
        self.bindings = bindings
        self.contributions = contributions
        self.base = base
        self.hidden = hidden
        self.sharesInstances = sharesInstances
        self.contributionCount = contributionCount
        let typedWords = bindings.count { $0.key.typedWord != nil }
        let logarithm = max(3, Int.bitWidth - ((bindings.count + typedWords) * 2).leadingZeroBitCount)
        let mask = 1 << logarithm - 1
        let shift = UInt(Int.bitWidth - logarithm)
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: mask + 1)
        slots.initialize(repeating: Slot(word: 0, binding: nil), count: mask + 1)
        func insert(_ word: KeyWord, _ binding: AnyBinding) {
            var index = Snapshot.home(of: word, shift: shift)
            while slots[index].word != 0 {
                index = (index + 1) & mask
            }
            slots[index] = Slot(word: word, binding: .passUnretained(binding))
        }
        for binding in bindings {
            insert(binding.key.word, binding)
            if let word = binding.key.typedWord {
                insert(word, binding)
            }
        }
        self.slots = slots
        self.shift = shift
    }

    deinit {
        slots.deallocate()
    }

    private static func home(of word: KeyWord, shift: UInt) -> Int {
        // The golden ratio, which distributes addresses well.
        Int(bitPattern: (word &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)) >> shift)
    }

    /// Returns the binding for a word that belongs to a single key.
    @inline(__always)
    func binding(at word: KeyWord) -> Unmanaged<AnyBinding>? {
        let mask = (1 << (UInt(Int.bitWidth) - shift)) - 1
        var index = Snapshot.home(of: word, shift: shift)
        while slots[index].word != word {
            if slots[index].word == 0 {
                return nil
            }
            index = (index + 1) & mask
        }
        return slots[index].binding
    }

    /// Returns the first binding for a word that meets a condition.
    @inline(__always)
    func binding(at word: KeyWord, where condition: (AnyBinding) -> Bool) -> AnyBinding? {
        let mask = (1 << (UInt(Int.bitWidth) - shift)) - 1
        var index = Snapshot.home(of: word, shift: shift)
        while slots[index].word != 0 {
            if slots[index].word == word, let binding = slots[index].binding?.takeUnretainedValue(), condition(binding)
            {
                return binding
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Returns the binding of a key here, ignoring the base.
    ///
    /// This runs the user's `==` if the key has an identifier.
    func ownBinding(of key: Key) -> AnyBinding? {
        binding(at: key.word) { $0.key == key }
    }

    /// A binding that was found, and where.
    struct Hit: Sendable {
        let binding: AnyBinding
        /// Whether it belongs to the registry itself, and not to a base.
        let isOwn: Bool
        /// Whether its instance is visible, if it has one.
        let sharesInstances: Bool
    }

    /// Returns the binding of a key here or in the base, or nil if there is none or if it was removed.
    func find(_ key: Key) -> Hit? {
        lookUp(key).flatMap { $0.binding.isVacant ? nil : $0 }
    }

    /// Returns the binding of a key here or in the base, even if it marks the key as unbound.
    @inline(never)
    func lookUp(_ key: Key) -> Hit? {
        var snapshot = self
        var shares = true
        while true {
            if let binding = snapshot.ownBinding(of: key) {
                return Hit(binding: binding, isOwn: snapshot === self, sharesInstances: shares)
            }
            guard let base = snapshot.base else {
                return nil
            }
            shares = shares && snapshot.sharesInstances
            snapshot = base
        }
    }

    /// All bindings that a request can find, in no particular order.
    var visibleBindings: [AnyBinding] {
        let inherited = base?.visibleBindings.filter { !hidden.contains(ObjectIdentifier($0)) } ?? []
        return inherited + bindings.filter { !$0.isVacant }
    }

    /// Returns the location of the binding that another one replaced; nil if there was none, or if it is in a base of
    /// this snapshot, which an override does not change.
    func replacedLocation(of binding: AnyBinding) -> CodeLocation? {
        guard let replaced = binding.replaced else {
            return nil
        }
        var next = base
        while let snapshot = next {
            if snapshot.ownBinding(of: binding.key)?.identity == replaced.identity {
                return nil
            }
            next = snapshot.base
        }
        return replaced.location
    }

    /// Returns the bindings of an interface that have an identifier, in the order in which they were bound.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bindings.
    func identified(_ interface: Any.Type) -> [Hit] {
        let own = bindings.filter { $0.key.interface == interface && $0.key.identifier != nil && !$0.isVacant }
        return hits(base?.identified(interface), own).ordered { $0.binding.identity < $1.binding.identity }
    }

    /// Returns bindings of the base, unless they are hidden, followed by bindings from here.
    @inline(never)
    private func hits(_ inherited: [Hit]?, _ own: [AnyBinding]) -> [Hit] {
        var hits: [Hit] = []
        for hit in inherited ?? [] where !hidden.contains(ObjectIdentifier(hit.binding)) {
            let isShared = sharesInstances && hit.sharesInstances
            hits.append(Hit(binding: hit.binding, isOwn: false, sharesInstances: isShared))
        }
        for binding in own {
            hits.append(Hit(binding: binding, isOwn: true, sharesInstances: true))
        }
        return hits
    }

    /// Returns the contributions to an interface here, ignoring the base.
    @inline(__always)
    func ownContributions(to interface: ObjectIdentifier) -> [AnyBinding] {
        contributions[interface] ?? []
    }

    /// Returns the contributions to an interface, in order.
    func contributions(to interface: ObjectIdentifier) -> [Hit] {
        let found = hits(base?.contributions(to: interface), ownContributions(to: interface))
        return base == nil
            ? found : found.ordered { ($0.binding.contribution ?? 0) < ($1.binding.contribution ?? 0) }
    }
}
