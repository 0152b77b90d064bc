extension Registry {
    /// Registers a binding, in place of the one that has its key.
    @usableFromInline
    func insert(_ binding: AnyBinding) {
        change(binding.key) { bound, _ in taking(binding, inPlaceOf: bound) }
    }

    /// The binding as it is registered: with the decorations of its key, the place of a contribution, and what it
    /// replaces.
    private func taking(_ binding: AnyBinding, inPlaceOf bound: AnyBinding?) -> AnyBinding {
        binding.replaced = bound?.asReplaced
        guard let bound else {
            return binding
        }
        let decorated = bound.decorations.isEmpty ? binding : binding.decorated(by: bound.decorations, lock: lock)
        decorated.contribution = binding.contribution ?? bound.contribution
        return decorated
    }

    /// Registers a binding as a contribution to its interface: in the place of that with the same key, or as the last.
    @usableFromInline
    func contribute(_ binding: AnyBinding) {
        let number = nextContribution()
        change(binding.key) { bound, _ in
            let contribution = taking(binding, inPlaceOf: bound)
            contribution.contribution = bound?.contribution ?? number
            return contribution
        }
    }

    /// Puts a decoration around what is bound to its key, now and later; an instance is dropped.
    @usableFromInline
    func decorate(with decoration: AnyDecoration) {
        change(decoration.key) { bound, isOwn in
            let bound = bound ?? .vacant(decoration.key, decorations: [], at: decoration.location)
            return bound.decorated(by: [decoration], lock: lock)
        }
    }

    /// Registers a binding that holds an assigned instance, over the one that is bound.
    func assign(_ binding: AnyBinding) {
        change(binding.key) { bound, _ in
            let isStanding = bound.map { !$0.isVacant } ?? false
            binding.overridden = bound.flatMap {
                $0.isAssigned ? $0.overridden : isStanding ? $0.copy(lock: lock) : nil
            }
            binding.decorations = bound?.decorations ?? []
            binding.contribution = bound?.contribution
            return binding
        }
    }

    /// Takes an assigned instance back; a binding that holds none stays as it is.
    func unassign(_ key: Key) {
        change(key) { bound, _ in
            guard let bound, bound.isAssigned else {
                return nil
            }
            // A copy, since the assignment may be that of a base.
            return bound.overridden?.copy(lock: lock)
                ?? .vacant(key, decorations: bound.decorations, at: bound.location)
        }
    }

    /// Registers a binding to answer a request, unless its key is bound.
    ///
    /// - Returns: The binding that is bound now.
    func insertIfAbsent(_ key: Key, _ binding: () -> AnyBinding) -> AnyBinding {
        let bound = change(key) { bound, _ in
            if let bound, !bound.isVacant {
                return nil
            }
            let binding = taking(binding(), inPlaceOf: bound)
            usage?.inherit(binding)
            return binding
        }
        return bound.unsafelyUnwrapped
    }

    /// Gives an override a copy of its base's binding, for an instance that is not to be seen outside.
    ///
    /// - Returns: The override's own binding; another one, if it was bound meanwhile.
    func adopt(_ binding: AnyBinding) -> AnyBinding {
        let bound = change(binding.key) { bound, isOwn in
            guard !isOwn, bound === binding else {
                return nil
            }
            let copy = binding.copy(lock: lock)
            copy.original = sharesInstances ? binding : nil
            return copy
        }
        // Unbound since it was found: an instance for this request alone.
        return bound.flatMap { $0.isVacant ? nil : $0 } ?? binding.copy(lock: lock)
    }

    /// Removes a binding and its instance; a contribution loses its place in the order.
    ///
    /// - Returns: Whether there was one.
    func remove(_ key: Key) -> Bool {
        var isBound = false
        change(key) { bound, _ in
            let bound = bound.flatMap { $0.isVacant ? nil : $0 }
            isBound = bound != nil
            return bound.map { .vacant(key, decorations: $0.decorations, at: $0.location) }
        }
        return isBound
    }
}

extension AnyBinding {
    /// Remembered by a binding that replaces this one; nil for an assigned instance, which was not bound.
    fileprivate var asReplaced: Replaced? {
        let bound = isAssigned ? overridden : self
        return bound.flatMap { bound in
            bound.isVacant
                ? nil : Replaced(identity: bound.identity, location: bound.location, scopeOfValue: bound.scopeOfValue)
        }
    }
}
