import CWormer

/// The place of a shared instance: a word that is empty, says who constructs the instance, or is the address of its box,
/// and a word of flags.
///
/// A binding has one slot, and a cache has one for each of its bindings. All operations are atomic. Only two take a lock,
/// `Construction.lock`: a lookup that must wait replaces the address of the constructing thread by a `Construction`, and
/// the end of the construction takes that out.
///
/// Before you read a box, make sure that it stays in the slot: retain the binding, if the instance is not weak, begin a
/// read section, or hold the lock of the cache.
struct Slot {
    private let words: UnsafeMutablePointer<UInt>

    init(_ words: UnsafeMutablePointer<UInt>) {
        self.words = words
    }

    // MARK: - Reading

    /// The contents of the first word; see `AnyBinding.State`.
    var state: UInt { wormer_load(words) }

    /// The instance, which may be weak and released.
    var instance: AnyInstance? { Slot.instance(in: state) }

    static func instance(in state: UInt) -> AnyInstance? {
        box(in: state)?.takeUnretainedValue()
    }

    static func box(in state: UInt) -> Unmanaged<AnyInstance>? {
        AnyBinding.State.isBox(state) ? .fromOpaque(AnyBinding.State.address(in: state)) : nil
    }

    var isUnderConstruction: Bool { AnyBinding.State.isConstruction(state) }

    /// Whether no instance exists or is under construction.
    var isUnused: Bool { state == AnyBinding.State.empty }

    /// Whether the end of the lifetime has something to run or to wait for.
    var hasEnd: Bool {
        let state = state
        return Slot.box(in: state)?._withUnsafeGuaranteedRef { $0.teardown != nil }
            ?? AnyBinding.State.isConstruction(state)
    }

    // MARK: - Constructing

    enum Claim {
        case kept(AnyInstance)
        /// The caller must construct the instance, and then call `keep` or `fail`. A task has a construction.
        case own(Construction?)
        /// Another thread or task constructs the instance.
        case wait(Construction)
    }

    /// Begins the construction of the instance, unless the instance exists or is under construction.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    /// - Returns: The instance, or the construction to perform or to wait for.
    func claim(for binding: AnyBinding, thread: UnsafeRawPointer?) -> Claim {
        var gone: AnyInstance?
        return claim(for: binding, thread: thread, replacing: &gone)
    }

    /// Performs `claim(for:thread:)` for an instance that may be weak.
    ///
    /// `gone` is a weak instance that the caller knows to be released. It is nil afterwards, unless the construction took
    /// its place. Then the caller must also release it for the slot.
    fileprivate func claim(
        for binding: AnyBinding,
        thread: UnsafeRawPointer?,
        replacing gone: inout AnyInstance?
    ) -> Claim {
        while true {
            let current = state
            if let instance = Slot.instance(in: current), instance !== gone {
                return .kept(instance)
            }
            if AnyBinding.State.isConstruction(current) {
                if let construction = constructionUnderWay(of: binding) {
                    return .wait(construction)
                }
                continue
            }
            if let thread {
                guard wormer_compare_exchange(words, current, UInt(bitPattern: thread) | AnyBinding.State.thread) else {
                    continue
                }
                gone = Slot.instance(in: current)
                return .own(nil)
            }
            if let construction = replace(current, byConstructionOf: binding, thread: nil) {
                gone = Slot.instance(in: current)
                return .own(construction)
            }
        }
    }

    /// Returns the construction of the instance, or nil if none is under way.
    func constructionUnderWay(of binding: AnyBinding) -> Construction? {
        guard isUnderConstruction else { return nil }
        return Construction.lock.withLock {
            while true {
                let current = state
                switch current & AnyBinding.State.tags {
                case AnyBinding.State.construction:
                    return Unmanaged.fromOpaque(AnyBinding.State.address(in: current)).takeUnretainedValue()
                case AnyBinding.State.thread:
                    let thread = AnyBinding.State.address(in: current)
                    if let construction = replace(current, byConstructionOf: binding, thread: thread) {
                        return construction
                    }
                default:
                    return nil
                }
            }
        }
    }

    private func replace(
        _ state: UInt,
        byConstructionOf binding: AnyBinding,
        thread: UnsafeRawPointer?
    ) -> Construction? {
        let construction = Construction(of: binding, thread: thread)
        let address = Unmanaged.passUnretained(construction).toOpaque()
        guard wormer_compare_exchange(words, state, UInt(bitPattern: address) | AnyBinding.State.construction) else {
            return nil
        }
        _ = Unmanaged.passRetained(construction)
        return construction
    }

    /// Ends the construction with an instance.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - tag: Tells readers how to use it.
    /// - Returns: The construction that others wait for.
    func keep(_ instance: AnyInstance, _ tag: UInt = 0) -> Construction? {
        endConstruction(UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()) | tag)
    }

    /// Ends the construction without an instance.
    ///
    /// - Parameter state: The state of the slot from then on.
    /// - Returns: The construction that others wait for.
    func fail(leaving state: UInt = AnyBinding.State.empty) -> Construction? {
        endConstruction(state)
    }

    private func endConstruction(_ new: UInt) -> Construction? {
        let current = state
        if current & AnyBinding.State.tags == AnyBinding.State.thread, wormer_compare_exchange(words, current, new) {
            return nil
        }
        return Construction.lock.withLock {
            defer { wormer_store(words, new) }
            return Unmanaged.fromOpaque(AnyBinding.State.address(in: state)).takeRetainedValue()
        }
    }

    /// Keeps an instance in an empty slot.
    func fill(with instance: AnyInstance) {
        wormer_store(words, UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()))
    }

    /// Empties the slot of an instance that nobody can read anymore.
    func removeInstance() -> AnyInstance? {
        Slot.box(in: state).map { box in
            wormer_store(words, AnyBinding.State.empty)
            return box.takeRetainedValue()
        }
    }

    // MARK: - Ending

    /// Whether the lifetime of the instance has ended, and the end does not wait for a construction.
    var isOver: Bool { wormer_load(words + 1) & AnyBinding.State.over != 0 }

    /// Ends the lifetime of the instance.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - sparesUnused: Whether an unused slot stays as it is, because requests still find it.
    /// - Returns: The teardown of the instance, or a construction that is under way. In the second case, call
    ///   `takeTeardown()` after the construction.
    func end(of binding: AnyBinding, sparesUnused: Bool) -> (teardown: Teardown?, construction: Construction?) {
        while true {
            // One read, because constructions may begin and fail meanwhile.
            let current = state
            guard AnyBinding.State.isConstruction(current) else {
                return (sparesUnused && current == AnyBinding.State.empty ? nil : takeTeardown(), nil)
            }
            if let construction = constructionUnderWay(of: binding) {
                return (nil, construction)
            }
        }
    }

    /// Returns the teardown of an instance after its construction, unless somebody else ends the instance.
    ///
    /// An instance that is still under construction ends itself.
    func takeTeardown() -> Teardown? {
        // First, because `keep` stores the instance before it reads the flag.
        _ = wormer_fetch_or(words + 1, AnyBinding.State.over)
        let teardown = Slot.box(in: state)?._withUnsafeGuaranteedRef { $0.teardown }
        return teardown?.take() == true ? teardown : nil
    }
}

// MARK: - The slots of a binding

extension AnyBinding {
    /// The slot of the instance that the binding itself keeps.
    final var slot: Slot { Slot(stateAddress) }

    /// Accesses the slot of the shared instance.
    ///
    /// - Parameters:
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does.
    ///   - body: The closure to run. It calls no user code.
    /// - Returns: The result of `body`, or nil if the cache has no slot for the binding.
    final func withSlot<Result>(in cache: InstanceCache?, _ body: (Slot) -> Result) -> Result? {
        if let cache {
            return cache.withSlot(of: self, body)
        }
        return isWeak ? Reader.read { body(slot) } : body(slot)
    }

    /// Begins the construction of the shared instance, unless it exists or is under construction.
    ///
    /// - Parameters:
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    /// - Returns: The instance, or the construction to perform or to wait for; nil if the cache has ended.
    final func claim(in cache: InstanceCache?, thread: UnsafeRawPointer?) -> Slot.Claim? {
        if let cache {
            return cache.claim(for: self, thread: thread)
        }
        guard isWeak else { return slot.claim(for: self, thread: thread) }
        // A weak instance is loaded outside the read section, because releasing it may run its `deinit`.
        var gone: AnyInstance?
        while true {
            let claim = Reader.read { slot.claim(for: self, thread: thread, replacing: &gone) }
            switch claim {
            case .kept(let reference):
                if let instance = reference.strong {
                    return .kept(instance)
                }
                gone = reference
            case .own:
                gone.map(releaseReplaced)
                return claim
            case .wait:
                return claim
            }
        }
    }

    /// Releases a weak instance that the slot kept.
    private func releaseReplaced(_ instance: AnyInstance) {
        DeferredRelease.keepWhileUsed([instance])
        Unmanaged.passUnretained(instance).release()
    }

    /// Returns the shared instance if it exists, in a box that holds it strongly.
    final func kept(in cache: InstanceCache? = nil) -> AnyInstance? {
        withSlot(in: cache) { $0.instance }??.strong
    }

    /// Ends the construction of the shared instance.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does. It has a slot for the binding as
    ///     long as the construction is under way.
    ///   - injector: The injector in which the binding is registered, if it is registered.
    final func keep(
        _ instance: AnyInstance,
        in cache: Unmanaged<InstanceCache>?,
        of injector: Unmanaged<Injector>?
    ) {
        let (construction, isLate) =
            cache?._withUnsafeGuaranteedRef { $0.keep(instance, of: self) } ?? keepInBinding(instance)
        if isLate, let teardown = instance.teardown, teardown.take() {
            teardown.runUnkept(of: self, in: cache?.takeUnretainedValue(), injector?.takeUnretainedValue())
        }
        // The caller holds a weak instance, too.
        construction?.finish(.success(instance.strong ?? instance))
    }

    private final func keepInBinding(_ instance: AnyInstance) -> (Construction?, isLate: Bool) {
        let tag = (isWeak ? State.weak : 0) | (isUnavailableInTests ? State.hidden : 0)
        return (slot.keep(instance, tag), slot.isOver)
    }

    /// Returns the teardown of an instance after its construction; see `Slot.takeTeardown`.
    final func takeTeardown(in cache: InstanceCache?) -> Teardown? {
        if let cache { cache.takeTeardown(of: self) } else { slot.takeTeardown() }
    }

    /// Ends a construction without an instance, and ends what it has created.
    ///
    /// - Parameters:
    ///   - cache: The cache that would keep the instance, or nil if the binding itself would.
    ///   - error: The error that was thrown.
    ///   - teardown: The teardown of what was created, if any.
    ///   - isShared: Whether others may wait for the instance.
    ///   - injector: The injector in which the binding is registered.
    final func fail(
        in cache: InstanceCache?,
        _ error: any Error,
        _ teardown: Teardown?,
        isShared: Bool,
        of injector: Injector
    ) {
        // Others wait for the end once they have the error. But an `onEnd` that runs here may look up the binding again.
        let runsHere = (cache as? ScopeInstances)?.endsSynchronously == true
        if !runsHere {
            teardown?.runUnkept(of: self, in: cache, injector)
        }
        if isShared {
            fail(in: cache, error)
        }
        if runsHere {
            teardown?.runUnkept(of: self, in: cache, injector)
        }
    }

    /// Ends the construction of the shared instance without an instance.
    final func fail(in cache: InstanceCache?, _ error: any Error, leaving state: UInt = State.empty) {
        let construction = withSlot(in: cache) { $0.fail(leaving: state) } ?? nil
        construction?.finish(.failure(error))
    }
}
