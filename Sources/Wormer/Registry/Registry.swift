import CWormer

/// The bindings of one injector, or, in an override, a copy of those outside.
///
/// An override copies what is bound to a key when it first uses the key, and borrows a shared instance at the first lookup.
@usableFromInline
package final class Registry: @unchecked Sendable {
    // Unchecked because the lock guards the state, and the root is atomic.

    /// The variables that lookups read without a lock.
    struct Root {
        /// The address of the table.
        ///
        /// Only atomic operations access it.
        var table: UnsafeMutableRawPointer?
        /// The root of the parent, which the injector retains.
        let parent: UnsafeMutablePointer<Root>?
        /// The injector that the factories receive.
        var injector: UnsafeRawPointer?
    }

    struct State {
        /// Whether a binding with an `onEnd` was ever added.
        var hadEnd = false

        var mayHaveEnds: Bool { hadEnd || !scopes.isEmpty }

        /// Whether an error keeps the registry, perhaps for longer than the injector or the override lives.
        var isKeptByError = false

        /// The last contribution number, which a reset does not change.
        var contributionCount = 0

        /// In an override, the lifetimes whose instances are not taken from outside any more.
        var dropped: [Lifetime] = []

        /// The modules that were installed here, or are being installed.
        ///
        /// A list suffices, because a program has few.
        var modules: [Construction] = []

        /// The scopes that have begun here and those that are ending, in order, until they have ended.
        var scopes: [OpenedScope] = []

        /// The ends of instances that have left their cells.
        var ends: [Teardown] = []

        /// In a test, its bindings that were looked up before they were replaced or removed.
        var replacedAfterUse: [Override.OwnBinding] = []
    }

    let state: Guarded<State>
    let root: UnsafeMutablePointer<Root>

    /// The registry of the parent.
    let parent: Registry?

    /// The registry outside the override, from which this one copies; nil after an isolated test has copied everything.
    var base: Registry?

    /// In an override, the injector's own registry, and the override's registry before this one.
    let outermost: Registry?
    var previous: Registry?

    /// Whether the registry belongs to an isolated test, in which it is marked what was looked up.
    let isOfTest: Bool

    /// Whether instances are taken from outside an override.
    private let takesInstances: Bool

    /// The registry of the test around this one, from which the bindings were copied.
    private let origin: Registry?

    /// The overrides in which the injector was created.
    let overrides: [Int]

    /// The position among the registries of all injectors; see `Injector.isBoundAnywhere(_:)`.
    var place = 0

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - parent: The registry for lookups that this one cannot answer.
    ///   - base: The registry that this one overrides.
    ///   - outermost: In an override, the injector's own registry.
    ///   - takesInstances: Whether instances are taken from what it overrides.
    ///   - isOfTest: Whether it belongs to an isolated test.
    ///   - origin: The registry of the test around this one, from which the bindings are copied.
    ///   - overrides: The overrides in which the injector is created.
    init(
        parent: Registry? = nil,
        base: Registry? = nil,
        outermost: Registry? = nil,
        takesInstances: Bool = true,
        isOfTest: Bool = false,
        origin: Registry? = nil,
        overrides: [Int] = []
    ) {
        self.parent = parent
        self.base = base
        self.outermost = outermost
        self.takesInstances = takesInstances
        self.isOfTest = isOfTest
        self.origin = origin
        self.overrides = overrides
        // The root, the state and the first table share their memory.
        let size = MemoryLayout<Root>.stride + Guarded<State>.size
        let memory = wormer_allocate(size + Table.sizeOfFirst)
        let table = Table(firstAt: memory + size)
        let root = Root(table: table.memory, parent: parent?.root, injector: base?.root.pointee.injector)
        self.root = memory.initializeMemory(as: Root.self, to: root)
        state = Guarded(State(), at: memory + MemoryLayout<Root>.stride)
    }

    deinit {
        root.table.free()
        state.deinitialize()
        wormer_free(root)
    }

    /// Notes that an error keeps this registry, and those to which it refers, until its message is read.
    func keepForError() {
        guard !isKeptByError else { return }
        state.withLock { $0.isKeptByError = true }
        [parent, base, outermost, origin, previous].forEach { $0?.keepForError() }
    }

    /// Lets everything but the bindings go when the injector or the override is released: ends the scopes that have begun
    /// here, and drops the instances if an error keeps the registry.
    func close() {
        guard mustBeClosed else { return }
        endScopesLater()
        if isKeptByError {
            dropInstances { _, _ in true }
            let ends = withEnds { ends in
                defer { ends = [] }
                return ends
            }
            extendLifetime(ends)
        }
    }

    /// Whether a binding with an `onEnd` was ever added, or there are scopes that have begun or are ending.
    var mayHaveEnds: Bool { state.withLock(\.mayHaveEnds) }

    private var isKeptByError: Bool { state.withLock { $0.isKeptByError } }

    /// Whether something may have to end here, or an error keeps the registry, so that it must be closed.
    var mustBeClosed: Bool { state.withLock { $0.mayHaveEnds || $0.isKeptByError } }

    func noteEnd() {
        state.withLock { $0.hadEnd = true }
    }

    /// Makes this the registry of an injector, before anybody else knows it.
    func belong(to injector: UnsafeRawPointer?) {
        root.pointee.injector = injector
    }
}

extension UnsafeMutablePointer<Registry.Root> {
    /// The state of the registry, which lies behind the root.
    var state: Guarded<Registry.State> { Guarded(at: UnsafeMutableRawPointer(self + 1)) }
}

// MARK: - Cells

extension Registry {
    /// Returns the cell of a type or a declared service, and creates it if necessary.
    private func makeCell(_ word: KeyWord) -> Guarded<Cell> {
        if let cell = root.cell(word) {
            return cell
        }
        return state.withLock { _ in
            if let cell = root.cell(word) {
                return cell
            }
            let current = root.table
            let table = current.isFull ? Table(replacing: current) : current
            let cell = table.add(word, newCell)
            wormer_store(&root.pointee.table, table.memory)
            return cell
        }
    }

    private var newCell: Cell { Cell(of: root.pointee.injector.unsafelyUnwrapped, inOverride: base != nil) }

    /// Returns the cell of a key, if it has one.
    ///
    /// In an override, the first call copies what is bound outside and, for a lookup, borrows the instance. This runs the
    /// user's `==` if the key has an identifier.
    func holder(of key: Key, isUse: Bool = false) -> Holder? {
        let known = knownHolder(of: key)
        guard let base, known?.withLock(\.isUnused) ?? true,
            let outside = (isUse ? base.look(key)?.holder : nil) ?? base.holder(of: key)
        else {
            return known
        }
        let isContribution = key.hash != nil && outside.withLock { $0.binding?.contribution != nil }
        let decorators = isContribution ? decorations(of: Key(ofContributionsTo: key.interface)) : []
        let holder = known ?? addHolder(of: key)
        let hasEnd = holder.withLock { cell in
            outside.withLock { outside in
                cell.copy(outside, decoratedBy: decorators, mayBorrow: takesInstances)
                if isUse {
                    _ = cell.markUsed()
                    cell.borrow(from: outside) { !takesInstances(of: $0) }
                }
            }
            return cell.binding?.hasEnd == true
        }
        if hasEnd {
            noteEnd()
        }
        return holder
    }

    private func knownHolder(of key: Key) -> Holder? {
        assertNoLock()
        guard let cell = root.cell(key.word) else { return nil }
        guard let hash = key.hash else { return Holder(cell, keptBy: self) }
        return keyedCell(of: key, hash, behind: cell).found.map { Holder($0) }
    }

    /// Returns the cell of a key with an identifier, and the number of changes until then.
    ///
    /// Keys are compared outside the lock. If the cells have changed meanwhile, they are compared again.
    private func keyedCell(
        of key: Key,
        _ hash: Int,
        behind cell: Guarded<Cell>
    ) -> (found: KeyedCell?, version: Int) {
        var (last, known) = (KeyedCell?.none, 0)
        while true {
            let (next, version) = cell.withLock { cell in
                let version = cell.others?.version ?? 0
                return (cell.others?.candidate(for: hash, after: version == known ? last : nil), version)
            }
            guard let next, next.key != key else { return (next, version) }
            (last, known) = (next, version)
        }
    }

    /// Returns the cell of a key, and creates it if necessary.
    func makeHolder(of key: Key) -> Holder { holder(of: key) ?? addHolder(of: key) }

    private func addHolder(of key: Key) -> Holder {
        assertNoLock()
        let cell = makeCell(key.word)
        guard let hash = key.hash else { return Holder(cell, keptBy: self) }
        while true {
            let (known, version) = keyedCell(of: key, hash, behind: cell)
            if let known {
                return Holder(known)
            }
            let new = KeyedCell(key, hash, newCell)
            let isAdded = cell.withLock { $0.withOthers { $0.add(new, ifUnchangedSince: version) } }
            if isAdded {
                return Holder(new)
            }
        }
    }

    /// Lets the cell of a key with an identifier go, if it is empty.
    func discard(_ keyed: KeyedCell) {
        root.cell(keyed.key.word)?.withLock { cell in
            // The lock of a type's cell is taken first. The caller retains the cell of the key.
            if keyed.cell.withLock({ $0.leaveIfEmpty(isInOverride: base != nil) }) {
                cell.others?.remove(keyed)
            }
        }
    }

    /// All cells with a binding, a decorator or an unbound key, each with its key if it has one that is not a type's.
    var holders: [Holder] {
        var holders: [Holder] = []
        for cell in root.table.cells {
            holders.append(Holder(cell, keptBy: self))
            holders += (cell.withLock { $0.others?.all } ?? []).map { Holder($0) }
        }
        return holders
    }
}

// MARK: - Looking

/// A binding that was found, and the cell that has it.
struct Hit: Sendable {
    let binding: Binding
    let holder: Holder
}

extension Registry {
    /// Returns the binding that a lookup finds.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isUse: Whether this is a lookup, before which an override borrows the instance outside if there is one.
    ///     Overrides inside each other borrow one after the other, from the outside in.
    /// - Returns: The binding, or nil if the key is not bound.
    func look(_ key: Key, isUse: Bool = true) -> Hit? {
        guard let holder = holder(of: key, isUse: isUse) else { return nil }
        let (binding, wasReset, isCopied, isFirstUse) = holder.withLock { cell in
            let wasReset = cell.isUnused || cell.isGone
            let isFirstUse = isUse && (isOfTest || base != nil) && cell.markUsed()
            return (cell.binding, wasReset, isUse && cell.isCopied, isFirstUse)
        }
        if wasReset, base?.contains(key) == true {
            return look(key, isUse: isUse)
        }
        let outside = isFirstUse || isCopied ? (base ?? origin)?.look(key)?.holder : nil
        if isCopied {
            holder.withLock { cell in
                func borrow(from other: Cell?) { cell.borrow(from: other) { !takesInstances(of: $0) } }
                // Under the lock of the cell: a drop that comes later empties the cell.
                outside?.withLock { borrow(from: $0) } ?? borrow(from: nil)
            }
        }
        return binding.map { Hit(binding: $0, holder: holder) }
    }

    func takesInstances(of lifetime: Lifetime) -> Bool {
        takesInstances && state.withLock { !$0.dropped.contains(lifetime) }
    }

    func contains(_ key: Key) -> Bool {
        look(key, isUse: false) != nil
    }
}

// MARK: - Instances

extension Registry: InstanceKeeper {
    func claim(_ hit: Hit, by owner: Owner, as purpose: Claim.Purpose) -> Next {
        // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
        var gone: AnyInstance?
        while true {
            let next = hit.holder.withLock { cell -> Next in
                guard cell.binding === hit.binding else { return .lookAgain }
                return cell.withSlot { $0.claim(for: hit.binding, by: owner, as: purpose, replacing: &gone) }
            }
            guard case .kept(let box) = next, hit.binding.isWeak else { return next }
            if let instance = box.strong ?? borrowAgain(hit, insteadOf: box) {
                return .kept(instance)
            }
            gone = box
        }
    }

    /// Takes over a weak instance from outside again, after the one that an override took over was released.
    ///
    /// - Returns: The instance, or nil if there is none outside.
    private func borrowAgain(_ hit: Hit, insteadOf gone: AnyInstance) -> AnyInstance? {
        guard takesInstances(of: .weak), let outside = base?.look(hit.binding.key), outside.binding === hit.binding,
            let box = outside.holder.withLock({ $0.slot.instance }), let instance = box.strong
        else {
            return nil
        }
        hit.holder.withLock { $0.withSlot { $0.borrow(box, insteadOf: gone) } }
        return instance
    }

    func fill(_ hit: Hit, with instance: AnyInstance?, by owner: Owner) -> Slot.Filled {
        hit.holder.withLock { $0.fill(with: instance, by: owner) }
    }
}

extension Hit {
    /// Whether the cell keeps a shared instance.
    var isKept: Bool { holder.withLock { $0.slot.instance }?.strong != nil }
}
