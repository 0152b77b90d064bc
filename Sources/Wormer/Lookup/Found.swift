/// The binding that a lookup found, and the place of its instance.
final class Found: Sendable {
    let hit: Hit
    /// The injector in which the binding is registered.
    let injector: Injector

    /// The registry whose cell keeps the instance, or the scope or the cache that does; both are nil if nobody keeps it.
    let registry: Registry?
    let cache: InstanceCache?

    /// The function that creates the instance, if a declared asynchronous function is called; set before this is used.
    nonisolated(unsafe) var call: AsyncCall?

    init(_ hit: Hit, in injector: Injector, keptBy registry: Registry? = nil, _ cache: InstanceCache? = nil) {
        (self.hit, self.injector, self.registry, self.cache) = (hit, injector, registry, cache)
    }

    var binding: Binding { hit.binding }

    var isShared: Bool { registry != nil || cache != nil }

    /// Runs a function while holding the lock of the cell.
    @inline(__always)
    func withCell<Result>(_ body: (inout Cell) -> Result) -> Result {
        hit.holder.withLock(body)
    }

    /// Returns the error of a lookup that found this.
    func explained(_ error: any Error, at location: CodeLocation, below frame: Frame?) -> any Error {
        binding.explained(error, in: injector, at: location, below: frame)
    }

    /// Claims the slot; see `Slot.claim`.
    ///
    /// - Throws: The reason why a scope keeps no more instances.
    func claimSlot(by owner: Owner, as purpose: Claim.Purpose = .constructing) throws -> Next {
        if let cache {
            return try cache.claim(binding, by: owner, as: purpose)
        }
        guard let registry else { return .construct(nil) }
        // A weak instance is loaded outside the lock, because releasing it may run its `deinit`.
        var gone: AnyInstance?
        while true {
            let next = withCell { cell -> Next in
                guard cell.binding === binding else { return .lookAgain }
                return cell.withSlot { $0.claim(for: binding, by: owner, as: purpose, replacing: &gone) }
            }
            guard case .kept(let box) = next, binding.isWeak else { return next }
            if let instance = box.strong ?? registry.borrowAgain(hit, insteadOf: box) {
                return .kept(instance)
            }
            gone = box
        }
    }

    /// Claims the slot for a construction that begins here.
    ///
    /// - Throws: `cycle`, or the reason why this thread cannot construct the instance.
    func claim(
        by owner: Owner,
        as purpose: Claim.Purpose = .constructing,
        at location: CodeLocation,
        below outer: Frame?
    ) throws -> Next {
        let next = try claimSlot(by: owner, as: purpose)
        guard case .construct = next else { return next }
        do {
            // In an override, in an inner scope, or after its instance was dropped, it has another slot.
            if Constructions.contain(binding, below: outer), !binding.mayRecur {
                throw LookupError.cycle(of: binding)
            }
            if owner.isThread, !binding.runsAnywhere {
                if binding.isAsynchronous {
                    throw LookupError.failed(.needsAwaiting)
                }
                try checkIsolation(binding.isolation)
            }
        } catch {
            giveBack(by: owner)
            throw error
        }
        if let override = Context.override {
            override.noteConstruction(of: binding, in: injector, at: location, below: outer)
        } else if Watchers.areThere(Watchers.override) {
            Override.noteConstruction(outside: binding, in: injector, at: location, below: outer)
        }
        return next
    }

    /// Claims the slot for this thread, or waits for whoever constructs the instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - claimed: Set to this if the slot is claimed.
    /// - Returns: The instance; nil if the slot is claimed, or the lookup must look again.
    /// - Throws: The reason why this thread cannot construct the instance.
    func claimOrWait(at location: CodeLocation, _ claimed: inout Found?) throws -> AnyInstance? {
        do {
            switch try claim(by: .thisThread, at: location, below: nil) {
            case .kept(let instance), .constructed(let instance): return instance
            case .construct: claimed = self
            case .lookAgain: break
            case .wait(let construction):
                do {
                    return try construction.wait(at: location)
                } catch {
                    try binding.checkAwaited(error, in: injector, at: location, below: nil)
                }
            }
            return nil
        } catch {
            throw explained(error, at: location, below: nil)
        }
    }

    /// Records what the factory looked up, so that later lookups can take the fast path, and what it created.
    func record(_ recorder: Recorder?, _ instance: AnyInstance? = nil) {
        binding.record(recorder, instance)
        withCell { $0.update() }
    }

    /// Fills the slot with the instance that its owner has constructed, unless it is not the owner's any more.
    ///
    /// - Throws: `notAnObject`.
    func fill(with instance: AnyInstance, by owner: Owner) throws {
        release(by: owner, with: binding.isWeak ? try binding.weakReference(to: instance) : instance)
    }

    /// Gives the slot back without an instance, unless it is not the owner's any more.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - error: The error for those who wait, or nil if they look again.
    ///   - teardown: The end of an instance that was created but is not kept.
    func giveBack(by owner: Owner, _ error: (any Error)? = nil, _ teardown: Teardown? = nil) {
        end(teardown) { release(by: owner, error) }
    }

    private func release(by owner: Owner, with instance: AnyInstance? = nil, _ error: (any Error)? = nil) {
        var (waiting, late, hasEnded): (Construction?, Teardown?, Bool) = (nil, nil, false)
        if let cache {
            (late, waiting, hasEnded) = cache.fill(with: instance, of: binding, by: owner)
        } else if registry != nil {
            (late, waiting) = withCell { $0.fill(with: instance, by: owner) }
        }
        end(late) { waiting?.finish(error.map { .failure($0) } ?? .success(instance?.strong ?? instance)) }
        if hasEnded {
            cache?.endDidFinish()
        }
    }

    /// Ends an instance that is not kept, if there is one, after freeing the slot.
    private func end(_ teardown: Teardown?, after free: () -> Void) {
        guard let teardown, let keeper: any EndKeeper = cache ?? registry else { return free() }
        teardown.endNow(in: keeper, after: free)
    }
}
