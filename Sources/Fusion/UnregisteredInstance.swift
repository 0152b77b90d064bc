import Wormer

/// The instances of a type that a property keeps, each of which it looks up once.
///
/// They belong to no injector: one is from outside every override, and one for each override in which the property was read.
@usableFromInline
final class UnregisteredInstance<P>: @unchecked Sendable {
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

    init() {}

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
    func instance(remembering remembered: RememberedOverride?, lookingUp lookUp: () -> P) -> P {
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
        let id = override.id
        if let known = kept.withLock({ $0.instance(of: id) }) {
            return known
        }
        let new = Inside(id: id, override: override, instance: lookUp())
        let first = kept.withLock { kept in
            if let known = kept.instance(of: id) {
                return known
            }
            kept.inside.append(new)
            return new.instance
        }
        let mayKeep = override.note(ObjectIdentifier(self), remembering: remembered) { [weak self] in
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
