/// The override in which a property wrapper was created, for its requests where no override is current.
@usableFromInline
package final class RememberedLayer: @unchecked Sendable {
    // Immutable; the runtime guards the weak reference.

    /// The override, unless it is likely to keep the wrapper's owner: it would keep itself.
    private let retained: Layer?
    private weak var layer: Layer?

    /// Whether the owner of a wrapper that does not retain its override keeps what is created now.
    @TaskLocal private static var isForOwner = false

    private init(_ layer: Layer) {
        retained = RememberedLayer.isForOwner || layer.keepsWhatIsCreated ? nil : layer
        self.layer = layer
    }

    /// The override that the caller is in, nil outside of any.
    package static var current: RememberedLayer? {
        Layer.active.map(RememberedLayer.init)
    }

    /// Runs `body` in the current override, else in this one while it exists, else in none.
    @usableFromInline
    package func run<Result>(_ body: () -> Result) -> Result {
        guard let layer = retained ?? layer, layer.countsWhereRemembered else {
            return body()
        }
        return Layer.$current.withValue(layer, operation: body)
    }

    /// As `run(_:)`, for a result that the owner of the wrapper keeps.
    @usableFromInline
    package func runForOwner<Result>(_ body: () -> Result) -> Result {
        retained == nil ? RememberedLayer.$isForOwner.withValue(true) { run(body) } : run(body)
    }
}

extension Layer {
    /// Whether a wrapper that remembers this layer uses it here: no override is current, but perhaps the bindings of an
    /// isolated test around this layer.
    fileprivate var countsWhereRemembered: Bool {
        guard let current = Layer.active else {
            return true
        }
        return current.isIsolated && current !== self && ids.contains(current.id)
    }

    /// Whether the layer is likely to keep what the caller creates: while it is set up, where an instance that it shares
    /// is under construction, or in an isolated test, which nothing is to outlive.
    fileprivate var keepsWhatIsCreated: Bool {
        let constructions = ResolutionStack.current.path.dropFirst(constructionsAround) + TaskFrame.path
        return isIsolated || isSettingUp || constructions.contains { $0.binding.slot != nil && !$0.binding.isWeak }
    }
}
