/// The instances that a property keeps, each of which it looks up once, and which belong to no injector: one from outside
/// every override, and one for each override in which the property was read.
@usableFromInline
package final class UnregisteredInstance<P>: @unchecked Sendable {
    // Unchecked because the lock guards the state. Whoever shares the holder is responsible for sharing an instance.

    @usableFromInline
    struct State {
        /// The instance from outside every override.
        @usableFromInline var outside: P?
        var inside: [Inside] = []
    }

    struct Inside {
        let id: Int
        weak var override: Override?
        let instance: P
    }

    @usableFromInline let kept = Guarded(State())

    package init() {}

    deinit {
        for inside in kept.withLock({ $0.inside }) {
            inside.override?.forget(ObjectIdentifier(self))
        }
        kept.free()
    }

    /// Returns the instance for the override that applies to a read of the property, and looks it up if there is none.
    ///
    /// Threads that look it up at the same time all get the instance that was there first.
    ///
    /// - Parameters:
    ///   - remembered: The override in which the property was created.
    ///   - lookUp: Looks the instance up.
    /// - Returns: The instance.
    @inlinable
    package func instance(remembering remembered: RememberedOverride?, lookingUp lookUp: () -> P) -> P {
        if let override = remembered.overrideOfRead {
            return instance(in: override, remembered, lookUp)
        }
        kept.acquire()
        let known = kept.state.pointee.outside
        kept.release()
        return known ?? keep(lookUp())
    }

    @usableFromInline
    func keep(_ instance: P) -> P {
        kept.withLock { kept in
            let first = kept.outside ?? instance
            kept.outside = first
            return first
        }
    }

    /// Returns the instance for an override, which is kept until the override ends.
    ///
    /// If the property was created in the override, the instance is kept beyond that, because its owner is used further.
    @usableFromInline
    func instance(in override: Override, _ remembered: RememberedOverride?, _ lookUp: () -> P) -> P {
        if let known = kept.withLock({ $0.instance(of: override.id) }) {
            return known
        }
        let id = override.id
        let new = Inside(id: id, override: override, instance: lookUp())
        let first = kept.withLock { kept in
            if let known = kept.instance(of: id) {
                return known
            }
            kept.inside.append(new)
            return new.instance
        }
        let isOwn = remembered?.existing === override
        let mayKeep = override.note(ObjectIdentifier(self), isOwn: isOwn) { [weak self] in
            self?.forgetInstance(of: id)
        }
        if !mayKeep {
            forgetInstance(of: id)
        }
        return first
    }

    private func forgetInstance(of override: Int) {
        let forgotten = kept.withLock { kept in
            kept.inside.firstIndex { $0.id == override }.map { kept.inside.remove(at: $0) }
        }
        extendLifetime(forgotten)
    }
}

extension UnregisteredInstance.State {
    func instance(of override: Int) -> P? {
        inside.first { $0.id == override }?.instance
    }
}

extension Override {
    /// Notes that a property keeps an instance of this override, unless the override is over.
    ///
    /// Properties that were created in this override keep theirs even then.
    ///
    /// - Returns: Whether the property may keep the instance.
    func note(_ property: ObjectIdentifier, isOwn: Bool, forgetting forget: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard isOwn || !state.isOver else { return false }
            state.properties[property] = (isOwn, forget)
            return true
        }
    }

    /// Forgets a property that does not exist any more.
    func forget(_ property: ObjectIdentifier) {
        state.withLock { $0.properties[property] = nil }
    }

    /// Makes properties forget their instances of this override.
    ///
    /// - Parameter withOwn: Whether those that were created in this override forget theirs, too, because some have ended.
    func forgetInstancesOfProperties(withOwn: Bool) {
        let taken = state.withLock { state in
            let taken = state.properties.filter { withOwn || !$0.value.isOwn }
            taken.keys.forEach { state.properties[$0] = nil }
            return taken
        }
        taken.values.forEach { $0.forget() }
    }
}
