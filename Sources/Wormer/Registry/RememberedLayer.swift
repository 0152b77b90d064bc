/// The override in which a property wrapper was created, for its requests where no override is current.
@usableFromInline
package final class RememberedLayer: @unchecked Sendable {
    // Immutable; the runtime guards the weak reference.

    /// The override, unless it is likely to keep the wrapper's owner: it would keep itself.
    private let retained: Layer?
    private weak var layer: Layer?

    private init(_ layer: Layer) {
        retained = layer.keepsWhatIsCreated ? nil : layer
        self.layer = layer
    }

    /// The override that the caller is in, nil outside of any.
    package static var current: RememberedLayer? {
        Layer.active.map(RememberedLayer.init)
    }

    /// Runs `body` in the current override, else in this one while it exists, else in none.
    @usableFromInline
    package func run<Result>(_ body: () -> Result) -> Result {
        guard Layer.unretained == nil, let layer = retained ?? layer else {
            return body()
        }
        return Layer.$current.withValue(layer, operation: body)
    }
}

extension Layer {
    /// Whether the layer is likely to keep what the caller creates: while it is set up, or where an instance that it
    /// shares is under construction.
    fileprivate var keepsWhatIsCreated: Bool {
        isSettingUp || tracksRequests
            || (ResolutionStack.current.path + TaskFrame.path).contains { $0.binding.slot != nil && !$0.binding.isWeak }
    }
}
