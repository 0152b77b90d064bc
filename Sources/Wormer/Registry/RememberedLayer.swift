/// The override in which a property wrapper was created, for requests that are made outside every override.
@usableFromInline
package final class RememberedLayer: @unchecked Sendable {
    // Immutable. The runtime synchronizes the weak reference.

    /// The override; nil if it probably retains the wrapper's owner, to avoid a retain cycle.
    private let retained: Layer?
    private weak var layer: Layer?

    /// Whether objects that are created now are retained by the owner of a wrapper that does not retain its override.
    @TaskLocal private static var isForOwner = false

    private init(_ layer: Layer) {
        retained = RememberedLayer.isForOwner || layer.keepsWhatIsCreated ? nil : layer
        self.layer = layer
    }

    /// The current override, or nil if there is none.
    package static var current: RememberedLayer? {
        Layer.active.map(RememberedLayer.init)
    }

    /// Runs `body` in the current override; without one, in the remembered override if it still exists.
    @usableFromInline
    package func run<Result>(_ body: () -> Result) -> Result {
        guard let layer = retained ?? layer, layer.countsWhereRemembered else { return body() }
        return Layer.$current.withValue(layer, operation: body)
    }

    /// Performs `run(_:)` for a result that the owner of the wrapper retains.
    @usableFromInline
    package func runForOwner<Result>(_ body: () -> Result) -> Result {
        retained == nil ? RememberedLayer.$isForOwner.withValue(true) { run(body) } : run(body)
    }
}

extension Layer {
    /// Whether a wrapper that remembers this layer uses it here: no override is current, except perhaps the isolated
    /// bindings of a test around this layer.
    fileprivate var countsWhereRemembered: Bool {
        guard let current = Layer.active else { return true }
        return current.isIsolated && current !== self && ids.contains(current.id)
    }

    /// Whether the layer probably retains the objects that the caller creates: while the layer is set up, during the
    /// construction of an instance that it shares, or in an isolated test, whose objects must not outlive it.
    fileprivate var keepsWhatIsCreated: Bool {
        let path = ResolutionStack.current.path
        return isIsolated || isSettingUp
            || path.indices.contains { $0 >= constructionsAround && path[$0].isShared }
            || TaskFrame.path.contains(where: \.isShared)
    }
}

extension RequestedBinding {
    fileprivate var isShared: Bool { binding.keepsInstance && !binding.isWeak }
}
