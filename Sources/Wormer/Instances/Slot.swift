/// The place of a shared instance: empty, under construction, or with the instance.
///
/// A lock guards it: the registry's for the slot of a binding, or that of the cache in which it is.
struct Slot {
    /// The instance, which may be weak and released.
    private(set) var instance: AnyInstance?

    /// The thread that constructs the instance, if one does.
    private var thread: UnsafeRawPointer?

    /// The construction that other requests wait for.
    ///
    /// If a task constructs the instance, there always is one.
    private var construction: Construction?

    /// The teardown of the instance, if its binding has an `onEnd`.
    private var teardown: Teardown?

    /// Whether the lifetime of the instance has ended, and the end does not wait for a construction.
    private var isOver = false

    init(_ instance: AnyInstance? = nil) {
        self.instance = instance
    }

    var isUnderConstruction: Bool { thread != nil || construction != nil }

    /// Whether the end of the lifetime has something to run or to wait for.
    var hasEnd: Bool { teardown != nil || isUnderConstruction }

    /// Whether no instance exists or is under construction.
    var isUnused: Bool { instance == nil && !isUnderConstruction }

    /// The instance, unless a new one is under construction.
    var kept: AnyInstance? { isUnderConstruction ? nil : instance }

    // MARK: - Constructing

    enum Claim {
        case kept(AnyInstance)
        /// The caller must construct the instance, and then call `keep` or `endConstruction`.
        case own(Construction?)
        /// Another thread or task constructs the instance.
        case wait(Construction)
    }

    /// Begins the construction of the instance, unless the instance exists or is under construction.
    ///
    /// - Parameters:
    ///   - binding: The binding of the instance.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    ///   - gone: A weak instance that the caller knows to be released.
    /// - Returns: The instance, or the construction to perform or to wait for.
    mutating func claim(for binding: AnyBinding, thread: UnsafeRawPointer?, gone: AnyInstance?) -> Claim {
        if let construction = constructionUnderWay(of: binding) {
            return .wait(construction)
        }
        if let instance, instance !== gone {
            return .kept(instance)
        }
        self.thread = thread
        if thread == nil {
            construction = Construction(of: binding, thread: nil)
        }
        return .own(construction)
    }

    /// Returns the construction of the instance, or nil if none is under way.
    mutating func constructionUnderWay(of binding: AnyBinding) -> Construction? {
        guard isUnderConstruction else {
            return nil
        }
        let current = construction ?? Construction(of: binding, thread: thread)
        construction = current
        return current
    }

    /// Ends the construction with an instance.
    ///
    /// - Parameters:
    ///   - instance: The instance; afterwards the weak one that it replaced, if any.
    ///   - teardown: Ends the instance; afterwards nil, unless the caller must run it because the lifetime has ended.
    /// - Returns: The construction that others wait for.
    mutating func keep(_ instance: inout AnyInstance?, _ teardown: inout Teardown?) -> Construction? {
        swap(&self.instance, &instance)
        if !isOver {
            swap(&self.teardown, &teardown)
        }
        return endConstruction()
    }

    /// Ends the construction without an instance.
    ///
    /// - Returns: The construction that others wait for.
    mutating func endConstruction() -> Construction? {
        defer { (thread, construction) = (nil, nil) }
        return construction
    }

    // MARK: - Ending

    /// Ends the lifetime of the instance.
    ///
    /// - Returns: The teardown of the instance, or a construction that is under way. In the second case, call
    ///   `takeTeardown()` after the construction.
    mutating func end(of binding: AnyBinding) -> (teardown: Teardown?, construction: Construction?) {
        let construction = constructionUnderWay(of: binding)
        isOver = construction == nil
        defer { teardown = nil }
        return (construction == nil ? teardown : nil, construction)
    }

    /// Returns the teardown of an instance after its construction.
    ///
    /// An instance that is still under construction ends itself.
    mutating func takeTeardown() -> Teardown? {
        isOver = true
        defer { teardown = nil }
        return teardown
    }
}

// MARK: - The slots of a binding

extension AnyBinding {
    /// Accesses the slot of the shared instance, with its lock held.
    ///
    /// - Parameters:
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does.
    ///   - body: The closure to run. It calls no user code.
    /// - Returns: The result of `body`, or nil if the cache has no slot for the binding.
    final func withSlot<Result>(in cache: InstanceCache?, _ body: (inout Slot) -> Result) -> Result? {
        guard let cache else {
            return lock.withLock { body(&slot) }
        }
        return cache.withSlot(of: self, body)
    }

    /// Begins the construction of the shared instance, unless it exists or is under construction.
    ///
    /// - Parameters:
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does.
    ///   - thread: The thread that would construct the instance, or nil for a task.
    /// - Returns: The instance, or the construction to perform or to wait for; nil if the cache has ended.
    final func claim(in cache: InstanceCache?, thread: UnsafeRawPointer?) -> Slot.Claim? {
        // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
        var gone: AnyInstance?
        while true {
            let claim =
                cache.map { $0.claim(for: self, thread: thread) }
                ?? lock.withLock { slot.claim(for: self, thread: thread, gone: gone) }
            guard isWeak, case .kept(let reference)? = claim else {
                return claim
            }
            if let instance = reference.strong {
                return .kept(instance)
            }
            gone = reference
        }
    }

    /// Returns the shared instance if it exists, in a box that holds it strongly.
    final func kept(in cache: InstanceCache? = nil) -> AnyInstance? {
        withSlot(in: cache) { $0.kept }??.strong
    }

    /// Ends the construction of the shared instance.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - address: The address that readers use.
    ///   - teardown: Ends the instance.
    ///   - cache: The cache that keeps the instance, or nil if the binding itself does. It has a slot for the binding as
    ///     long as the construction is under way.
    @usableFromInline
    final func keep(_ instance: AnyInstance, at address: UInt, _ teardown: Teardown?, in cache: InstanceCache?) {
        var (kept, late): (AnyInstance?, Teardown?) = (instance, teardown)
        let construction: Construction?
        if let cache {
            construction = cache.keep(&kept, &late, of: self)
        } else {
            construction = lock.withLock { slot.keep(&kept, &late) }
            if !isUnavailableInTests {
                setState(address)
            }
            if let replaced = kept {
                DeferredRelease.keepWhileUsed([replaced])
            }
        }
        late?.runUnkept(of: self, in: cache)
        // The caller holds a weak instance, too.
        construction?.finish(.success(instance.strong ?? instance))
    }

    /// Ends the construction of the shared instance without an instance.
    final func fail(in cache: InstanceCache?, _ error: any Error) {
        let construction = withSlot(in: cache) { $0.endConstruction() } ?? nil
        construction?.finish(.failure(error))
    }
}
