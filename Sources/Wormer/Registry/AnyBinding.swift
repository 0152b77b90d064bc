import CWormer

/// A binding of any interface: a key, a lifetime, a factory, and the slot of the shared instance.
///
/// A registered binding is immutable, except for its state and its recorded data. To drop an instance, a registry
/// replaces the binding with a copy that has an empty slot.
@usableFromInline
package class AnyBinding: @unchecked Sendable {
    // Unchecked because only atomic operations access `state`, by its address; it must be the first stored property.
    // The other variables are set before the binding is registered, except for the recorded data, which a lock guards.

    /// The state that the fast path reads, which is also the slot of the shared instance, and flags; see `State`.
    ///
    /// The property must be visible to clients. Otherwise the compiler removes it, because no code in this module
    /// refers to it.
    @usableFromInline final var state: (UInt, flags: UInt) = (0, 0)

    @usableFromInline package let key: Key
    /// The declared type of the instances, or the interface if no type was declared or the instance was assigned.
    package let implementation: Any.Type
    package let lifetime: Lifetime
    package let location: CodeLocation

    /// An identity that a binding and its copies share.
    let identity: Int

    /// The owner of an instance, which keeps it from one request to the next and ends it.
    enum Holding {
        case nothing
        case scope
        case binding
    }

    /// The owner of the binding's instance.
    ///
    /// A weak instance counts as kept, because requests in other scopes find it, too. One of an outermost request does
    /// not.
    let holding: Holding

    /// Whether the binding itself keeps a shared instance, and whether it holds it weakly.
    let keepsInstance: Bool
    @usableFromInline let isWeak: Bool

    /// The factory; nil if each request passes its own factory, or if the instance was assigned.
    let factory: AnyFactoryBody?

    /// The factory's parameters.
    final var dependencies: [Parameter] { factory?.traits.dependencies ?? [] }

    /// Whether a scope provides the instance.
    final var isProvided: Bool { factory?.traits.isProvided == true }

    /// Whether each request records an issue in the running test.
    final var isUnimplemented: Bool { factory?.traits.isUnimplemented == true }

    /// Whether no code runs to create the instance, because a scope provides it and it has no decorators.
    final var isPlainValue: Bool { isProvided && decorations.isEmpty }

    /// Whether no code runs to create the instance, because it is a value and has no decorators.
    final var isValue: Bool { isPlainValue || factory?.traits.implementation != nil && decorations.isEmpty }

    /// Whether this binding marks its key as unbound: it stands for a removed binding in an override, or it carries the
    /// decorators of an interface that is not bound yet.
    final var isVacant: Bool { currentState == State.vacant }

    /// The part of a binding that is set after its creation, in most cases by its registry.
    struct Registration {
        /// Whether no test may request an instance, so that readers take the slow path.
        var isUnavailableInTests = false

        /// Whether an instance comes from a function that does more than combine its parameters; see `FactoryTraits`.
        ///
        /// A decorator does not change this, although it adds parameters to the factory.
        var runsOwnFunction = true

        /// Whether an instance has an `onEnd`, and whether that must be awaited.
        var hasEnd = false
        var hasAsyncTeardown = false

        /// Whether the instance was assigned, not constructed.
        ///
        /// Resetting a scope does not remove an assigned instance.
        var isAssigned = false

        /// The decorators of the key that surround the binding's factory, the innermost first.
        var decorations: [AnyDecoration] = []

        /// The position among the contributions to the interface, or nil if this is not a contribution.
        var contribution: Int?

        /// In an override, the binding that this one is a copy of, if the instances of that binding are visible in the
        /// override.
        var original: AnyBinding?

        /// The binding that an assigned instance overrides, which is bound again when the assignment is removed.
        var overridden: AnyBinding?

        /// The binding that this one replaced, if any.
        var replaced: Replaced?

        /// Whether the binding is a copy of another one, which may be under construction.
        var isCopy = false
    }

    /// The part that does not change after the binding is registered.
    @exclusivity(unchecked) final var registration = Registration()

    final var isUnavailableInTests: Bool { registration.isUnavailableInTests }
    final var runsOwnFunction: Bool { registration.runsOwnFunction }
    final var hasEnd: Bool { registration.hasEnd }
    final var hasAsyncTeardown: Bool { registration.hasAsyncTeardown }
    package final var isAssigned: Bool { registration.isAssigned }
    final var decorations: [AnyDecoration] { registration.decorations }
    final var contribution: Int? { registration.contribution }
    final var original: AnyBinding? { registration.original }
    final var overridden: AnyBinding? { registration.overridden }
    final var replaced: Replaced? { registration.replaced }

    /// Returns the outer instance that is visible in an override while this binding has no instance.
    ///
    /// Outer slots are read before inner ones. A binding that then has no instance uses the outer instance, even if it
    /// was about to construct its own. While a binding constructs its own instance, the outer one is not visible here
    /// or in inner overrides.
    ///
    /// - Parameter cache: The cache that keeps the instances, or nil if the bindings keep them.
    /// - Returns: The instance, or nil if there is none.
    final func keptOriginal(in cache: InstanceCache?) -> AnyInstance? {
        original?.keptInside(in: cache)
    }

    /// Returns the instance that is visible in an override of this binding.
    final func keptInside(in cache: InstanceCache?) -> AnyInstance? {
        let outside = original?.keptInside(in: cache)
        // One read of the slot, because a construction may begin or end meanwhile.
        let own = withSlot(in: cache) { slot in
            let state = slot.state
            return (isChanging: State.isConstruction(state), instance: Slot.instance(in: state))
        }
        guard let own else { return outside }
        return own.isChanging ? nil : own.instance?.strong ?? outside
    }

    /// Whether a request would find no instance, neither complete nor under construction, here or outside the override.
    final var isUnused: Bool { (!keepsInstance || slot.isUnused) && original?.isUnused ?? true }

    struct Replaced {
        let identity: Int
        let location: CodeLocation
        /// The scope for which the replaced binding declared a value.
        let scopeOfValue: Scope?
    }

    /// The scope for which this binding, or one that it replaced, declares a value.
    final var scopeOfValue: Scope? {
        isProvided ? lifetime.scopeToOpen : replaced?.scopeOfValue
    }

    private static let lastIdentity = AtomicCounter()

    @usableFromInline
    init(
        key: Key,
        implementation: Any.Type,
        lifetime: Lifetime,
        location: CodeLocation,
        identity: Int? = nil,
        factory: AnyFactoryBody? = nil
    ) {
        self.factory = factory
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.location = location
        self.identity = identity ?? AnyBinding.lastIdentity.increment()
        keepsInstance = lifetime.isKeptByBinding
        isWeak = lifetime == .weak
        holding = lifetime.scopeToOpen != nil ? .scope : keepsInstance ? .binding : .nothing
        if let factory {
            registration.isUnavailableInTests = factory.traits.isUnavailableInTests
            registration.runsOwnFunction = factory.traits.runsOwnFunction
            registration.hasEnd = factory.traits.hasEnd
            registration.hasAsyncTeardown = factory.traits.hasAsyncTeardown
        }
        assert(
            withUnsafeMutablePointer(to: &state) { UnsafeMutableRawPointer($0) }
                == UnsafeMutableRawPointer(stateAddress)
        )
    }

    deinit {
        _ = slot.removeInstance()
    }

    /// Returns a binding that marks a key as unbound.
    static func vacant(
        _ key: Key,
        decorations: [AnyDecoration],
        at location: CodeLocation
    ) -> AnyBinding {
        let binding = AnyBinding(key: key, implementation: Never.self, lifetime: .transient, location: location)
        binding.registration.decorations = decorations
        binding.setState(State.vacant)
        return binding
    }

    // MARK: - Overridden in the subclass

    /// Returns a copy of this binding with an empty slot.
    func copy() -> AnyBinding {
        AnyBinding.vacant(key, decorations: decorations, at: location)
    }

    /// Returns a copy of this binding with a decorated factory.
    func decorated(by decorations: [AnyDecoration]) -> AnyBinding {
        AnyBinding.vacant(key, decorations: self.decorations + decorations, at: location)
    }

    /// The shared instance, if it exists.
    package var keptInstance: Any? { nil }

    /// Constructs an instance, or finds the shared one, like a request to `injector`.
    func request(from injector: Injector, at location: CodeLocation) throws {}

    /// Performs `request(from:at:)` for an asynchronous caller.
    nonisolated(nonsending)
        func asyncRequest(from injector: Injector, at location: CodeLocation) async throws
    {}

    // MARK: - Recorded needs

    private static let recordLock = Lock()

    /// The requests of the factory's first run, or nil if it has not run.
    package final var recordedNeeds: RecordedNeeds? {
        AnyBinding.recordLock.withLock { needs }
    }

    private final var needs: RecordedNeeds?
    private final var firstImplementation: Any.Type?

    /// The declared type of the instances, or else the type of the first instance; nil if both are unknown.
    final var knownImplementation: Any.Type? {
        if isAssigned, let instance = keptInstance {
            return type(of: instance)
        }
        if implementation != key.interface || !isExistential(implementation) {
            return implementation
        }
        return AnyBinding.recordLock.withLock { firstImplementation }
    }

    final func recordImplementation(_ type: Any.Type) {
        AnyBinding.recordLock.withLock { firstImplementation = type }
    }

    final var isRecorded: Bool {
        wormer_load(stateAddress + 1) & State.recorded != 0
    }

    /// Records the factory's requests, unless they were recorded before.
    final func record(_ needs: RecordedNeeds) {
        AnyBinding.recordLock.withLock {
            if self.needs == nil {
                self.needs = needs
            }
        }
        _ = wormer_fetch_or(stateAddress + 1, State.recorded)
    }

    /// Copies the data that a copy shares with the original.
    final func inherit(from original: AnyBinding) {
        registration = original.registration
        registration.original = nil
        registration.isCopy = true
        original.recordedNeeds.map(record)
        original.knownImplementation.map(recordImplementation)
    }
}
