extension Registry {
    /// Registers a binding, replacing the one with the same key.
    @usableFromInline
    func insert(_ binding: AnyBinding) {
        change(binding.key) { bound, _ in taking(binding, inPlaceOf: bound) }
    }

    /// Returns the binding to register, with the decorations of its key, its position as a contribution, and the
    /// binding that it replaces.
    @inline(never)
    private func taking(_ binding: AnyBinding, inPlaceOf bound: AnyBinding?) -> AnyBinding {
        binding.registration.replaced = bound?.asReplaced
        guard let bound else { return binding }
        let decorated = bound.decorations.isEmpty ? binding : binding.decorated(by: bound.decorations)
        decorated.registration.contribution = binding.contribution ?? bound.contribution
        return decorated
    }

    /// Registers a binding as a contribution to its interface, at the position of the contribution with the same key,
    /// or last.
    @usableFromInline
    func contribute(_ binding: AnyBinding) {
        let number = nextContribution()
        change(binding.key) { bound, _ in
            let contribution = taking(binding, inPlaceOf: bound)
            contribution.registration.contribution = bound?.contribution ?? number
            return contribution
        }
    }

    /// Decorates the current binding of a key and all later ones, and drops an existing instance.
    @usableFromInline
    func decorate(with decoration: AnyDecoration) {
        change(decoration.key) { bound, isOwn in
            let bound = bound ?? .vacant(decoration.key, decorations: [], at: decoration.location)
            return bound.decorated(by: [decoration])
        }
    }

    /// Registers a binding with an assigned instance over the current binding.
    @usableFromInline
    func assign(_ binding: AnyBinding) {
        change(binding.key) { bound, isOwn in
            binding.registration.overridden = bound.flatMap {
                // A copy, so that its instance is released. The base keeps its own bindings.
                $0.isAssigned ? $0.overridden : $0.isVacant ? nil : isOwn ? $0.copy() : $0
            }
            binding.registration.decorations = bound?.decorations ?? []
            binding.registration.contribution = bound?.contribution
            return binding
        }
    }

    /// Removes an assigned instance.
    ///
    /// A binding without an assigned instance does not change.
    func unassign(_ key: Key) {
        change(key) { bound, _ in
            guard let bound, bound.isAssigned else { return nil }
            // This is a copy, because the assignment may belong to a base.
            return bound.overridden?.copy()
                ?? .vacant(key, decorations: bound.decorations, at: bound.location)
        }
    }

    /// Registers a binding that answers a request, unless its key is bound.
    ///
    /// - Returns: The binding after the change.
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

    /// Gives an override its own copy of a binding of the base, for an instance that must not be visible outside.
    ///
    /// - Returns: The override's own binding, or another one that was bound in the meantime.
    func adopt(_ binding: AnyBinding) -> AnyBinding {
        let bound = change(binding.key) { bound, isOwn in
            guard !isOwn, bound === binding else { return nil }
            let copy = binding.copy()
            copy.registration.original = sharesInstances ? binding : nil
            return copy
        }
        // If the key was unbound in the meantime, the instance is for this request alone.
        return bound.flatMap { $0.isVacant ? nil : $0 } ?? binding.copy()
    }

    /// Removes a binding and its instance.
    ///
    /// A contribution loses its position.
    ///
    /// - Returns: Whether the key was bound.
    func remove(_ key: Key) -> Bool {
        var isBound = false
        change(key) { bound, _ in
            let bound = bound.flatMap { $0.isVacant ? nil : $0 }
            isBound = bound != nil
            return bound.map { .vacant(key, decorations: $0.decorations, at: $0.location) }
        }
        return isBound
    }

    /// Removes all contributions to the element of an array.
    ///
    /// For another type with contributions, which stay, an isolated test records an issue.
    ///
    /// - Returns: Whether contributions were removed.
    func removeContributions(to interface: Any.Type, at location: CodeLocation) -> Bool {
        guard case .array(let element)? = TypeShape(interface) else {
            if Layer.active?.tracksRequests == true, !contributions(to: ObjectIdentifier(interface)).isEmpty {
                Report(unbinding: interface, at: location).record(at: location, endsProcess: false)
            }
            return false
        }
        let contributions = contributions(to: ObjectIdentifier(element))
        contributions.forEach { _ = remove($0.binding.key) }
        return !contributions.isEmpty
    }
}

extension AnyBinding {
    /// A record of this binding for the one that replaces it, or nil if nothing was bound.
    ///
    /// An assigned instance counts as the binding that it overrides.
    fileprivate var asReplaced: Replaced? {
        if isAssigned {
            return overridden?.asReplaced
        }
        return isVacant ? nil : Replaced(identity: identity, location: location, scopeOfValue: scopeOfValue)
    }
}

// MARK: - Changing many bindings

extension Registry {
    /// Removes all assigned instances.
    func removeAssigned() {
        for binding in visibleBindings where binding.isAssigned {
            unassign(binding.key)
        }
    }

    /// Drops the instances of one lifetime, or of all if it is nil, and keeps bindings and assigned instances.
    ///
    /// - Returns: The registry's own bindings that had instances. The caller must end these instances.
    @discardableResult
    func dropInstances(of lifetime: Lifetime?) -> [AnyBinding] {
        var dropped: [AnyBinding] = []
        for hit in visibleHits where !hit.binding.isAssigned && !hit.binding.isUnused {
            let binding = hit.binding
            // A weak instance is released with its last strong reference, so there is nothing to end.
            guard lifetime.map({ $0 == binding.lifetime }) ?? (binding.lifetime != .weak) else { continue }
            dropInstance(of: binding)
            if hit.isOwn {
                dropped.append(binding)
            }
        }
        return dropped
    }

    /// Replaces a binding with a copy that has no instance, unless it was replaced before.
    func dropInstance(of binding: AnyBinding) {
        change(binding.key) { bound, _ in bound === binding ? binding.copy() : nil }
    }
}
