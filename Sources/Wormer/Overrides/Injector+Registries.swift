// The registries that a task sees: those of its override and of the overrides around it, or else the injectors' own.

extension Injector {
    /// The registry that the current task uses.
    @usableFromInline
    package var registry: Registry {
        Context.unretainedOverride?._withUnsafeGuaranteedRef { $0.registry(of: self) } ?? ownRegistry
    }

    /// Returns the registry that a task in an override uses or, if that is nil, one outside every override.
    func registry(in override: Override?) -> Registry { override?.registry(of: self) ?? ownRegistry }

    /// The registries of this injector that the current task sees, the innermost override first.
    ///
    /// An isolated test does not see what lies outside it.
    var registries: [Registry] {
        var registries: [Registry] = []
        var next = Context.override
        while let override = next, !ownRegistry.overrides.contains(override.id) {
            override.knownRegistry(of: ownRegistry).map { registries.append($0) }
            if override.isIsolated {
                return registries
            }
            next = override.outer
        }
        return registries + [ownRegistry]
    }
}

extension Registry {
    /// The injector's registry that the current task sees, if an override has one, or else this one.
    var seen: Registry { Context.override?.nearestRegistry(of: self) ?? self }

    /// Whether the injector was created outside every override, or in one that the current task is in.
    var isVisible: Bool { overrides.allSatisfy(Override.ids.contains) }

    /// This registry and those of the parents, as the current task sees them.
    var lineage: [Registry] {
        Array(sequence(first: self) { ($0.outermost ?? $0).parent?.seen })
    }
}

extension Override {
    /// Whether the current task is in an override.
    static var isCurrent: Bool { Context.unretainedOverride != nil }

    /// The numbers of the current task's override and of those around it.
    static var ids: [Int] { Context.override?.ids ?? [] }

    /// The number of the current task's override, or 0 if it is in none.
    static var number: Int { Context.unretainedOverride?._withUnsafeGuaranteedRef(\.id) ?? 0 }

    /// Returns the first result of a function for the number of an override around the current one, from the inside out
    /// as far as another one, and then for 0.
    ///
    /// An isolated test does not see what lies outside it.
    static func firstOutside<Result>(below last: Int, _ find: (Int) -> Result?) -> Result? {
        var next = Context.override
        while let override = next, override.id != last, !override.isIsolated {
            next = override.outer
            if let found = find(next?.id ?? 0) { return found }
        }
        return nil
    }

    /// The override of the current task and those around it, the innermost first, and then nil for what is outside.
    static var outwards: [Override?] { Array(sequence(first: Context.override) { $0.map(\.outer) }) }

    /// Performs `Injector.lockedCell(_:)` for what the current task's override has in front of an injector.
    ///
    /// A test must see each lookup.
    ///
    /// - Returns: The cell, or nil in it if the lookup must take the slow path; nil if no override has to do with it.
    @inline(__always)
    static func lockedCell(_ word: KeyWord, of injector: Injector) -> Guarded<Cell>?? {
        guard let override = Context.unretainedOverride else { return observes(word, in: injector) ? .some(nil) : nil }
        return override._withUnsafeGuaranteedRef { override in
            guard !override.isInTest,
                let cell = override.knownRoot(of: injector.firstRoot)?.cell(word)
                    ?? override.copiedCell(word, of: injector.ownRegistry)
            else {
                return .some(nil)
            }
            // The context retains the override, and that the registry.
            cell.acquire()
            if cell.state.pointee.shortcut != .none {
                return cell
            }
            cell.release()
            return .some(nil)
        }
    }

    /// Returns the registry of an injector in this override or in one around it, if there is one.
    fileprivate func nearestRegistry(of own: Registry) -> Registry? {
        knownRegistry(of: own) ?? outer?.nearestRegistry(of: own)
    }
}
