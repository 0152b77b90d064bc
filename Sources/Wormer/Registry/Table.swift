import CWormer

/// The bindings of a registry by the words of their keys.
///
/// Readers need no lock. The registry changes its table in place, under its lock. An override shares the table that it
/// overrides: from then on the table has the same bindings forever, because the registry changes a copy.
///
/// Each entry is a word and the address of a retained object, at the place of the word's hash or at one of the following
/// places. A removed entry keeps its word, so that a reader never finds an object under the word of another.
@usableFromInline
final class Table: @unchecked Sendable {
    // Only atomic operations access the entries of a table that readers know. The registry's lock guards the variables.

    /// The entries of a small table; see `Lock.storage` for the requirements.
    @usableFromInline var smallEntries: (Pair, Pair, Pair, Pair, Pair, Pair, Pair, Pair) = (
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)
    )
    @usableFromInline typealias Pair = (UInt, UInt)

    /// Pairs of a word and an address.
    ///
    /// A search ends at a pair that was never used, and there is always one.
    private var entries = UnsafeMutablePointer<UInt>(bitPattern: 8).unsafelyUnwrapped
    private let shift: UInt

    /// The number of entries with a word.
    private var used = 0

    /// The contributions to each interface, in order.
    ///
    /// Those of a table that an override shares never change.
    private var contributions: [ObjectIdentifier: [AnyBinding]] = [:]

    /// Whether an override shares the table, or did.
    @exclusivity(unchecked) var isShared = false

    /// Whether a binding with an `onEnd` was ever added.
    @exclusivity(unchecked) private(set) var mayHaveEnds = false

    /// In an override, the table whose bindings are found unless they are replaced here.
    let base: Base?

    init(base: Base? = nil, count: Int = 0) {
        // At most a third of the entries is used, and there is room for at least half as many again.
        let logarithm = max(3, Int.bitWidth - (count * 3).leadingZeroBitCount)
        shift = UInt(Int.bitWidth - logarithm)
        self.base = base
        if logarithm > 3 {
            entries = .allocate(capacity: 2 << logarithm)
            entries.initialize(repeating: 0, count: 2 << logarithm)
        } else {
            entries = storedProperty(of: Unmanaged.passUnretained(self).toOpaque(), as: UInt.self)
        }
    }

    deinit {
        for place in 0...mask {
            UnsafeRawPointer(bitPattern: entries[2 * place + 1]).map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
        if capacity > 8 {
            entries.deallocate()
        }
    }

    private var mask: Int { capacity - 1 }

    /// The number of entries, a power of two.
    var capacity: Int { 1 << (UInt(Int.bitWidth) - shift) }

    /// The place at which the search for a word begins.
    private func home(of word: KeyWord) -> Int {
        // The golden ratio, which distributes addresses well.
        Int(bitPattern: (word &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)) >> shift)
    }

    // MARK: - Reading

    // Call these functions in a read section, under the registry's lock, or on a table that an override shares. What
    // they find stays alive only that long, unless it is retained.

    /// Returns the next object under a word, and moves past it.
    private func next(_ word: KeyWord, _ place: inout Int) -> UnsafeRawPointer? {
        while true {
            let entry = entries + 2 * place
            let found = wormer_load(entry)
            if found == 0 {
                return nil
            }
            place = (place + 1) & mask
            if found == word, let object = UnsafeRawPointer(bitPattern: wormer_load(entry + 1)) {
                return object
            }
        }
    }

    /// Returns the object under a word, or the first one of several.
    func object(at word: KeyWord) -> UnsafeRawPointer? {
        var place = home(of: word)
        return next(word, &place)
    }

    /// Returns the bindings under a word, which may have different keys.
    func candidates(at word: KeyWord) -> Candidates {
        var place = home(of: word)
        var candidates = Candidates()
        while let object = next(word, &place) {
            candidates.append(Unmanaged<AnyBinding>.fromOpaque(object).takeUnretainedValue())
            if word.isUnique {
                break
            }
        }
        return candidates
    }

    /// Returns whether a word still has exactly these bindings.
    func has(_ candidates: borrowing Candidates, at word: KeyWord) -> Bool {
        var place = home(of: word)
        guard next(word, &place) == address(of: candidates.first) else { return false }
        return candidates.others.allSatisfy { next(word, &place) == address(of: $0) } && next(word, &place) == nil
    }

    /// Returns whether a binding is in this table.
    func contains(_ binding: AnyBinding) -> Bool {
        let word = binding.key.word
        var place = home(of: word)
        while let object = next(word, &place) {
            if object == address(of: binding) {
                return true
            }
        }
        return false
    }

    /// Returns the bindings of this table that meet a condition, in no particular order.
    func bindings(where condition: (AnyBinding) -> Bool = { _ in true }) -> [AnyBinding] {
        var bindings: [AnyBinding] = []
        forEachBinding { word, binding in
            // Each binding is under the word of its key, and may also be under another one.
            if condition(binding), binding.key.word == word {
                bindings.append(binding)
            }
        }
        return bindings
    }

    /// The bindings of this table that do not mark a key as unbound or a module as installed, in no particular order.
    var standingBindings: [AnyBinding] { bindings { !$0.isVacant && $0.key.interface != Module.self } }

    /// Returns the bindings here that may replace those that were found in the base.
    func rivals(of hits: [Hit]) -> [Candidates] {
        hits.map { candidates(at: $0.binding.key.word) }
    }

    private func forEachBinding(_ body: (KeyWord, AnyBinding) -> Void) {
        forEachObject { word, object in
            if !word.isOfContributions {
                body(word, Unmanaged<AnyBinding>.fromOpaque(object.toOpaque()).takeUnretainedValue())
            }
        }
    }

    /// Calls a function with each binding and each published list of contributions.
    private func forEachObject(_ body: (KeyWord, Unmanaged<AnyObject>) -> Void) {
        for place in 0...mask {
            let word = wormer_load(entries + 2 * place)
            if word != 0, let object = UnsafeRawPointer(bitPattern: wormer_load(entries + 2 * place + 1)) {
                body(word, .fromOpaque(object))
            }
        }
    }

    // MARK: - Changing

    // Call these functions under the registry's lock. No reference that they release is the last one, because the
    // caller retains what it removes until `DeferredRelease` keeps it.

    /// Whether the table must be replaced by a larger one before the next change.
    ///
    /// A change uses up to three entries.
    var isFull: Bool { used * 2 >= capacity }

    /// Returns a table with the same bindings and room for more.
    func copied() -> Table {
        var count = 0
        forEachObject { _, _ in count += 1 }
        let copy = Table(base: base, count: count)
        forEachObject { copy.exchange(nil, for: $1.takeUnretainedValue(), at: $0) }
        // Copies each element. If the tables shared the buffers, changes would later be made in place after the release
        // of this table. ThreadSanitizer cannot see that its readers have finished by then.
        copy.contributions = contributions.mapValues { $0.map { $0 } }
        copy.mayHaveEnds = mayHaveEnds
        return copy
    }

    /// Replaces a binding by one with an equal key, adds one, or removes one.
    func replace(_ old: AnyBinding?, with new: AnyBinding?, at word: KeyWord) {
        // The other word leads to a binding only while the word of the key does, too: otherwise a thread that has found
        // the new binding could find the old one again.
        if let old, let typedWord = old.key.typedWord {
            exchange(old, for: nil, at: typedWord)
        }
        exchange(old, for: new, at: word)
        mayHaveEnds = mayHaveEnds || new?.hasEnd == true
        if let new, let typedWord = new.key.typedWord {
            exchange(nil, for: new, at: typedWord)
        }
        replaceContribution(old, with: new)
    }

    private func exchange(_ old: AnyObject?, for new: AnyObject?, at word: KeyWord) {
        let removed = UInt(bitPattern: address(of: old))
        let added = UInt(bitPattern: address(of: new))
        new.map { _ = Unmanaged.passRetained($0) }
        var place = home(of: word)
        var entry = entries + 2 * place
        while wormer_load(entry) != 0 {
            if wormer_load(entry) == word, wormer_load(entry + 1) == removed {
                wormer_store(entry + 1, added)
                old.map { Unmanaged.passUnretained($0).release() }
                return
            }
            place = (place + 1) & mask
            entry = entries + 2 * place
        }
        // The word is stored last, because readers look for it.
        wormer_store(entry + 1, added)
        wormer_store(entry, word)
        used += 1
    }

    // MARK: - Contributions

    /// The contributions to an interface at one moment, in order.
    final class ContributionList: Sendable {
        let bindings: [AnyBinding]

        init(_ bindings: [AnyBinding]) {
            self.bindings = bindings
        }
    }

    /// Returns the contributions of this table, if they were published since they last changed.
    func publishedContributions(to interface: ObjectIdentifier) -> Unmanaged<ContributionList>? {
        object(at: word(ofContributionsTo: interface)).map { .fromOpaque($0) }
    }

    /// Returns the contributions of this table.
    ///
    /// Call this function under the registry's lock, or on a table that an override shares.
    func contributions(to interface: ObjectIdentifier) -> [AnyBinding] {
        // A copy, for the reason that `copied()` gives.
        contributions[interface]?.map { $0 } ?? []
    }

    /// Returns the contributions of this table, and publishes them for readers.
    ///
    /// The table may be shared, because its bindings do not change.
    func publishContributions(to interface: ObjectIdentifier) -> ContributionList {
        if let published = publishedContributions(to: interface) {
            return published.takeUnretainedValue()
        }
        let list = ContributionList(contributions(to: interface))
        exchange(nil, for: list, at: word(ofContributionsTo: interface))
        return list
    }

    /// Makes readers of an interface's contributions wait for the lock, which the caller holds to change them.
    ///
    /// - Returns: What was published, to be kept while it is used.
    func withdrawContributions(to type: Any.Type) -> ContributionList? {
        let interface = ObjectIdentifier(type)
        guard let list = publishedContributions(to: interface)?.takeUnretainedValue() else { return nil }
        exchange(list, for: nil, at: word(ofContributionsTo: interface))
        return list
    }

    /// Updates the list of contributions and keeps a contribution's position.
    private func replaceContribution(_ replaced: AnyBinding?, with binding: AnyBinding?) {
        guard let key = (binding ?? replaced)?.key, replaced?.contribution ?? binding?.contribution != nil else {
            return
        }
        let interface = ObjectIdentifier(key.interface)
        // Only a replacement is searched for, and the list is changed in place.
        let place = replaced.flatMap { replaced in contributions[interface]?.firstIndex { $0 === replaced } }
        switch (place, binding?.contribution == nil ? nil : binding) {
        case (nil, nil): break
        case (nil, let binding?): contributions[interface, default: []].append(binding)
        case (let place?, let binding?): contributions[interface]?[place] = binding
        case (let place?, nil):
            contributions[interface]?.remove(at: place)
            contributions[interface] = contributions[interface]?.isEmpty == true ? nil : contributions[interface]
        }
    }
}

private func address(of object: AnyObject?) -> UnsafeRawPointer? {
    object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
}

// MARK: - Overrides

/// A binding that was found, and where.
struct Hit: Sendable {
    let binding: AnyBinding
    /// Whether it belongs to the registry itself, and not to a base.
    var isOwn = true
    /// Whether its instance is visible, if it has one.
    var sharesInstances = true

    /// Returns the hits in a table: those in its base that are not replaced in the table, and its own.
    ///
    /// - Parameters:
    ///   - inherited: The hits in the base.
    ///   - rivals: The bindings of the table under the words of these hits.
    ///   - own: The bindings of the table.
    /// - Returns: The hits.
    static func merging(_ inherited: [Hit], _ rivals: [Candidates], _ own: [AnyBinding]) -> [Hit] {
        let visible = zip(inherited, rivals).filter { hit, rivals in rivals.first(of: hit.binding.key) == nil }
        return visible.map(\.0) + own.map { Hit(binding: $0) }
    }
}

/// The bindings of a table under one word, of which the keys are yet to be compared.
///
/// There is rarely more than one.
struct Candidates {
    fileprivate var first: AnyBinding?
    fileprivate var others: [AnyBinding] = []

    fileprivate mutating func append(_ binding: AnyBinding) {
        if first == nil {
            first = binding
        } else {
            others.append(binding)
        }
    }

    /// Returns the binding of a key.
    ///
    /// This runs the user's `==` if the key has an identifier.
    func first(of key: Key) -> AnyBinding? {
        if key.word.isUnique || first?.key == key {
            return first
        }
        return others.first { $0.key == key }
    }
}

/// The table that an override shares and overrides.
struct Base: Sendable {
    let table: Table
    /// Whether the instances of its bindings are visible in the override.
    let sharesInstances: Bool

    /// Returns the binding of a key, even if it marks the key as unbound.
    ///
    /// This runs the user's `==` if the key has an identifier.
    func lookUp(_ key: Key) -> Hit? {
        let own = table.candidates(at: key.word).first(of: key)
        return (own.map { Hit(binding: $0) } ?? table.base?.lookUp(key)).map(inherited)
    }

    /// All bindings that a request can find.
    var visibleBindings: [AnyBinding] {
        hits(\.standingBindings).map(\.binding)
    }

    /// Returns the bindings that a function selects in the table, and in its base unless they are replaced.
    ///
    /// This runs the user's `==` if the keys have identifiers.
    func hits(_ select: (Table) -> [AnyBinding]) -> [Hit] {
        let hits = table.base?.hits(select) ?? []
        return Hit.merging(hits, table.rivals(of: hits), select(table)).map(inherited)
    }

    private func inherited(_ hit: Hit) -> Hit {
        Hit(binding: hit.binding, isOwn: false, sharesInstances: sharesInstances && hit.sharesInstances)
    }
}
