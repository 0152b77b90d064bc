// Lists of the bindings that lookups find.

extension Registry {
    /// Returns the binding in a cell.
    private func seen(in holder: Holder) -> Hit? {
        holder.withLock(\.binding).map { Hit(binding: $0, holder: holder) }
    }

    /// Returns what lookups find: the bindings of this registry, which were read first, and those outside the override
    /// whose keys are not bound, decided or unbound here.
    private func merged(_ own: [Hit], _ outside: [Hit]) -> [Hit] {
        var known: Set<Key> = []
        var merged: [Hit] = []
        for seen in outside {
            // The override may have decided on the key, or removed its binding, after `own` was read.
            known.insert(seen.binding.key)
            let holder = holder(of: seen.binding.key)
            let isHidden = holder?.withLock(\.isHidden) == true
            (holder.flatMap { self.seen(in: $0) } ?? (isHidden ? nil : seen)).map { merged.append($0) }
        }
        return merged + own.filter { !known.contains($0.binding.key) }
    }

    /// The bindings that a lookup can find, in no particular order, without those of calls of declared functions.
    var visibleHits: [Hit] { visibleHits(ofCalls: false) }

    func visibleHits(ofCalls: Bool) -> [Hit] {
        let own = holders.compactMap { seen(in: $0) }.filter { ($0.binding.key.call != nil) == ofCalls }
        guard let base else { return own }
        let outside = base.visibleHits(ofCalls: ofCalls)
        outside.forEach(decideAfterDrop)
        return merged(own, outside)
    }

    /// The calls of a declared function, if the key is that of one.
    func calls(of function: Key) -> [Binding] {
        guard let declaration = function.declaration, declaration.isFunction else { return [] }
        return visibleHits(ofCalls: true).map(\.binding).filter { $0.key.declaration === declaration }
    }

    /// Decides on a binding from outside whose instance is not taken from there any more.
    private func decideAfterDrop(_ outside: Hit) {
        let lifetime = outside.binding.lifetime
        if lifetime.isKeptByBinding, !outside.binding.isAssigned, !takesInstances(of: lifetime) {
            decide(outside)
        }
    }

    package var visibleBindings: [Binding] { visibleHits.map(\.binding) }

    /// Returns the bindings of an interface that have an identifier, in the order in which they were bound.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bindings of the interface.
    func identified(_ interface: Any.Type) -> [Hit] {
        keyed(interface, where: \.key.hasIdentifier).ordered { $0.binding.identity < $1.binding.identity }
    }

    /// Returns the contributions to an interface, in order.
    func contributions(to interface: Any.Type) -> [Hit] {
        while true {
            let hits = keyed(interface) { $0.contribution != nil }
            guard hits.filter({ addDecorators(to: $0.binding) }).isEmpty else { continue }
            return hits.ordered { $0.binding.contribution ?? 0 < $1.binding.contribution ?? 0 }
        }
    }

    /// Returns the bindings of an interface whose keys have a qualifier, and that meet a condition, which runs no code of
    /// the user.
    private func keyed(_ interface: Any.Type, where condition: (Binding) -> Bool) -> [Hit] {
        let own = root.cell(word(of: interface))?.withLock { $0.others?.hits(where: condition) } ?? []
        guard let base else { return own }
        return merged(own, base.keyed(interface, where: condition)).filter { condition($0.binding) }
    }

    /// The decorators of keys that are not bound, also outside the override.
    var unusedDecorations: [Decoration] {
        let own = holders.flatMap { holder in
            holder.withLock { $0.binding == nil ? $0.decorations : [] }
        }
        // A cell here has taken over those outside.
        return own
            + (base?.unusedDecorations ?? []).filter { outside in
                holder(of: outside.key)?.withLock { $0.binding != nil || $0.isOwn || !$0.decorations.isEmpty } != true
            }
    }

    /// Whether an isolated test has bound a type, or assigned a declared service.
    func hasOwn(_ word: KeyWord) -> Bool {
        root.cell(word)?.withLock { $0.binding != nil && !$0.isInherited && !$0.isDecided } ?? false
    }

    /// The bindings that were made in an isolated test.
    ///
    /// Stand-ins that must not be looked up are left out.
    var ownBindings: [Override.OwnBinding] {
        let present = holders.compactMap { holder in
            holder.withLock { cell in
                cell.binding.flatMap { binding in
                    cell.isInherited || cell.isDecided || binding.isUnimplemented
                        ? nil : Override.OwnBinding(binding, isUsed: cell.isUsed)
                }
            }
        }
        return present + state.withLock { $0.replacedAfterUse }
    }
}
