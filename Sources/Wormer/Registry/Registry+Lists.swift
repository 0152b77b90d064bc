// Lists of the bindings that lookups find.

extension Registry {
    /// The bindings that a lookup can find, in no particular order, without those of calls of declared functions.
    var visibleHits: [Hit] { visibleHits(ofCalls: false) }

    func visibleHits(ofCalls: Bool) -> [Hit] {
        let own = holders.compactMap { holder in
            holder.withLock(\.binding).map { Hit(binding: $0, holder: holder) }
        }
        return merged(own.filter { ($0.binding.key.call != nil) == ofCalls }, base?.visibleHits(ofCalls: ofCalls))
    }

    /// Returns the bindings of this registry, which were read first, and copies of those outside.
    private func merged(_ own: [Hit], _ outside: [Hit]?) -> [Hit] {
        guard let outside else { return own }
        let keys = Set(outside.map(\.binding.key))
        return outside.compactMap { look($0.binding.key, isUse: false) } + own.filter { !keys.contains($0.binding.key) }
    }

    /// The calls of a declared function, if the key is that of one.
    func calls(of function: Key) -> [Binding] {
        guard let declaration = function.declaration, declaration.isFunction else { return [] }
        return visibleHits(ofCalls: true).map(\.binding).filter { $0.key.declaration === declaration }
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
        let hits = keyed(interface) { $0.contribution != nil }
        return hits.ordered { $0.binding.contribution ?? 0 < $1.binding.contribution ?? 0 }
    }

    /// Returns the bindings of an interface whose keys have a qualifier, and that meet a condition, which runs no code of
    /// the user.
    private func keyed(_ interface: Any.Type, where condition: (Binding) -> Bool) -> [Hit] {
        let own = root.cell(word(of: interface))?.withLock { $0.others?.hits(where: condition) } ?? []
        return merged(own, base?.keyed(interface, where: condition)).filter { condition($0.binding) }
    }

    /// The decorators of keys that are not bound.
    var unusedDecorations: [Decoration] {
        base?.unusedDecorations.forEach { _ = holder(of: $0.key) }
        return holders.flatMap { holder in
            holder.withLock { $0.binding == nil ? $0.decorations : [] }
        }
    }
}
