/// The binding that a lookup found, and the keeper of its instance.
final class Found: Sendable {
    let hit: Hit
    /// The injector in which the binding is registered.
    let injector: Injector

    /// The registry, scope or lookup that keeps the instance, or nil if it isn't kept.
    let keeper: (any InstanceKeeper)?

    /// The function that creates the instance, if a declared asynchronous function is called; set before this is used.
    nonisolated(unsafe) var call: AsyncCall?

    init(_ hit: Hit, in injector: Injector, keptBy keeper: (any InstanceKeeper)?) {
        (self.hit, self.injector, self.keeper) = (hit, injector, keeper)
    }

    var binding: Binding { hit.binding }

    /// The open scope that keeps the instance, if one does.
    var scope: OpenedScope? { keeper as? OpenedScope }

    /// The cell, if it is unknown what the factory looks up.
    @inline(never)
    var cellToLearn: Guarded<Cell>? { hit.holder.cell.withLock(\.needsAreKnown) ? nil : hit.holder.cell }

    /// Returns the error of a lookup that found this.
    func explained(_ error: any Error, at location: CodeLocation, below frame: Frame?) -> any Error {
        binding.explained(error, in: injector, at: location, below: frame)
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
        let next = try keeper?.claim(hit, by: owner, as: purpose) ?? .construct(nil)
        guard case .construct = next else { return next }
        do {
            // In an override, in an inner scope, or after its instance was dropped, it has another slot.
            if EnclosingConstructions.contain(binding, below: outer) && !binding.mayRecur
                || EnclosingConstructions.areTooDeep(for: binding, below: outer)
            {
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
        binding.reportConstruction(in: injector, at: location, below: outer)
        return next
    }

    /// Claims the slot for this thread, or waits for whoever constructs the instance.
    ///
    /// - Parameters:
    ///   - location: The location of the lookup.
    ///   - claimed: Set to this if the slot is claimed.
    /// - Returns: The instance; nil if the slot is claimed, or the lookup must look again.
    /// - Throws: The reason why this thread cannot construct the instance.
    @inline(never)
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

    /// Fills the slot with the instance that its owner has constructed, unless it is not the owner's any more.
    ///
    /// - Throws: `notAnObject`.
    func fill(with instance: AnyInstance, by owner: Owner) throws {
        instance.teardown?.registry = injector.registry
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
        guard let (late, waiting, isOver) = keeper?.fill(hit, with: instance, by: owner) else { return }
        end(late) { waiting?.finish(error.map { .failure($0) } ?? .success(instance?.strong ?? instance)) }
        if isOver, late == nil {
            // It may have been the last one that the end of a scope had to wait for.
            scope?.endDidFinish()
        }
    }

    /// Ends an instance that is not kept, if there is one, after freeing the slot.
    private func end(_ teardown: Teardown?, after free: () -> Void) {
        guard let teardown, let keeper = keeper as? any EndKeeper else { return free() }
        teardown.endNow(in: keeper, after: free)
    }
}
