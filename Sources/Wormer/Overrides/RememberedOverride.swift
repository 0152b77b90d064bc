/// The override in which a property wrapper was created, for lookups that are made outside every override.
@usableFromInline
package final class RememberedOverride: @unchecked Sendable {
    // Immutable. The runtime synchronizes the weak reference.

    /// The override; nil if it probably retains the wrapper's owner, to avoid a retain cycle.
    private let retained: Override?
    private weak var override: Override?

    private init(_ override: Override) {
        let isForOwner = Context.read { $0.values.isForOwner } == true
        retained = isForOwner || override.keepsWhatIsCreated ? nil : override
        self.override = override
    }

    /// The current override, or nil if there is none.
    package static var current: RememberedOverride? {
        Context.override.map(RememberedOverride.init)
    }

    /// The override, if it still exists.
    var existing: Override? { retained ?? override }

    /// Runs `body` in the current override; without one, in the remembered override if it still exists.
    @usableFromInline
    package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let override = existing, override.countsWhereRemembered else { return try body() }
        return try Context.new { $0.override = override }.run(body)
    }

    /// Performs `run(_:)` for a result that the owner of the wrapper retains.
    @usableFromInline
    package func runForOwner<Result>(_ body: () -> Result) -> Result {
        guard retained == nil else { return run(body) }
        return Context.new { $0.isForOwner = true }.run { run(body) }
    }
}

extension Override {
    /// Whether a wrapper that remembers this override uses it here: no override is current, except perhaps the isolated
    /// bindings of a test around this one.
    var countsWhereRemembered: Bool {
        guard let current = Context.override else { return true }
        return current.isIsolated && current !== self && ids.contains(current.id)
    }

    /// Whether the override probably retains the objects that the caller creates: while it is set up, during the
    /// construction of an instance that it shares, or in an isolated test, whose objects must not outlive it.
    fileprivate var keepsWhatIsCreated: Bool {
        isIsolated || isSettingUp
            || EnclosingConstructions.path(below: nil).dropFirst(constructionsAround).contains {
                $0.binding.lifetime.isKeptByBinding && !$0.binding.isWeak
            }
    }
}

extension RememberedOverride? {
    /// The override in which a wrapper is read here; see `RememberedOverride.run(_:)`.
    @usableFromInline
    package var overrideOfRead: Override? {
        if let override = self?.existing, override.countsWhereRemembered { override } else { Context.override }
    }
}
