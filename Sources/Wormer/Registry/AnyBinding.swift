import CWormer

/// A binding, whatever its interface: a key, a lifetime, a factory, and the slot of the instance that is shared.
///
/// Immutable once it is registered, but for its state and what is recorded. To drop an instance, a registry replaces
/// the binding by a copy with an empty slot.
@usableFromInline
package class AnyBinding: @unchecked Sendable {
    // `state` is only touched by atomic operations at its address; it has to be the first stored property. The other
    // variables are set before the binding is registered, but for `recordedNeeds`, which a lock guards.

    /// Visible to clients, so that the compiler does not leave it out because nothing here mentions it.
    @usableFromInline final var state: (UInt, isRecorded: UInt) = (0, 0)

    @usableFromInline package let key: Key
    /// The type of the instances, as it was declared; the interface itself where it was not.
    package let implementation: Any.Type
    package let lifetime: Lifetime
    package let location: CodeLocation

    /// Equal for a binding and its copies.
    let identity: Int

    /// The shared instance; nil where none is kept, or where a scope or a resolution keeps it.
    let slot: InstanceSlot?

    /// Whether the instance is kept weakly.
    @usableFromInline final var isWeak: Bool { lifetime == .weak }

    /// Makes an instance; nil where each request brings its factory, or where the instance was given.
    let factory: AnyFactoryBody?

    /// The interfaces that the factory's own parameter types name.
    final var dependencies: [Any.Type] { factory?.dependencies ?? [] }

    /// Whether the instance is a value that comes with a scope.
    final var isProvided: Bool { factory?.isProvided == true }

    /// Whether each request is an issue of the test that is running.
    final var isUnimplemented: Bool { factory?.isUnimplemented == true }

    /// Whether the end of an instance has to be awaited.
    final var hasAsyncTeardown: Bool

    /// Whether nothing runs for the instance: it is provided, without decorators.
    final var isPlainValue: Bool { isProvided && decorations.isEmpty }

    /// Whether nothing runs for the instance: it is a value, without decorators.
    final var isValue: Bool { isPlainValue || factory?.implementation != nil && decorations.isEmpty }

    /// Whether this stands for "nothing is bound": in an override for a removed binding, or for decorators whose
    /// interface is not bound yet.
    final var isVacant: Bool { state(is: .vacant) }

    /// The decorators of the key, the innermost first; those that are around this binding's factory.
    final var decorations: [AnyDecoration] = []

    /// The place in the order of contributions to the interface, nil if this is not one.
    final var contribution: Int?

    /// In an override, the binding that this is a copy of, if its instances are seen there.
    final var original: AnyBinding?

    /// In an override, the slot of the instance that is seen where this binding has none.
    ///
    /// An instance further outside is read first. A binding that has none afterwards finds that one, too, when it is to
    /// construct its own; one that is constructing its own does not see it, and neither do the overrides inside.
    ///
    /// - Parameter cache: The cache that keeps the instances, nil where the bindings do.
    /// - Returns: The slot, nil if there is none.
    final func keptOriginal(in cache: InstanceCache?) -> InstanceSlot? {
        original?.keptInside(in: cache)
    }

    /// The slot of the instance that an override over this binding sees.
    final func keptInside(in cache: InstanceCache?) -> InstanceSlot? {
        let outside = original?.keptInside(in: cache)
        guard let slot = cache.map({ $0.existingSlot(for: self) }) ?? slot else {
            return outside
        }
        return slot.isUnderConstruction ? nil : slot.kept ?? outside
    }

    /// Whether no instance is there or under way that a request would find, here or outside the override.
    final var isUnused: Bool { slot?.isUnused ?? true && original?.isUnused ?? true }

    /// The binding that an assigned instance overrides; it is bound again when the assignment is taken back.
    final var overridden: AnyBinding?

    /// The binding in whose place this one was bound, if there was one.
    final var replaced: Replaced?

    struct Replaced {
        let identity: Int
        let location: CodeLocation
        /// The scope that a value was declared for.
        let scopeOfValue: Scope?
    }

    /// The scope that a value is declared for, here or by a binding that this one replaces.
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
        identity: Int?,
        factory: AnyFactoryBody?,
        slot: InstanceSlot?,
        slotType: InstanceSlot.Type
    ) {
        self.slotType = slotType
        self.factory = factory
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.location = location
        self.identity = identity ?? AnyBinding.lastIdentity.increment()
        self.slot = slot
        hasAsyncTeardown = factory?.hasAsyncTeardown ?? false
        assert(
            withUnsafeMutablePointer(to: &state) { UnsafeMutableRawPointer($0) }
                == UnsafeMutableRawPointer(stateAddress)
        )
    }

    /// Creates a binding that stands for "nothing is bound".
    fileprivate init(vacant key: Key, at location: CodeLocation) {
        self.key = key
        implementation = Never.self
        lifetime = .transient
        self.location = location
        identity = AnyBinding.lastIdentity.increment()
        slot = nil
        slotType = InstanceSlot.self
        factory = nil
        hasAsyncTeardown = false
        setState(.vacant)
    }

    static func vacant(_ key: Key, decorations: [AnyDecoration], at location: CodeLocation) -> AnyBinding {
        let binding = AnyBinding(vacant: key, at: location)
        binding.decorations = decorations
        return binding
    }

    // MARK: - What the subclass knows

    /// Whether the implementation is of the interface's type; nil where only an instance could tell.
    var isConforming: Bool? { nil }

    /// Whether every value of a type is of the interface's, as far as the types alone can tell.
    func isInterface(of type: Any.Type) -> Bool { false }

    /// Whether the instance was assigned rather than constructed; such an instance stays when its scope is reset.
    package var isAssigned: Bool { false }

    /// The type of the slots for instances of this binding.
    final let slotType: InstanceSlot.Type

    /// The same binding with an empty slot.
    func copy(lock: Lock) -> AnyBinding { AnyBinding.vacant(key, decorations: decorations, at: location) }

    /// The same binding with decorations around what its factory makes.
    func decorated(by decorations: [AnyDecoration], lock: Lock) -> AnyBinding {
        AnyBinding.vacant(key, decorations: self.decorations + decorations, at: location)
    }

    /// The shared instance if there is one.
    package var keptInstance: Any? { nil }

    /// Constructs an instance, or finds the shared one, as a request to `injector` would.
    func request(from injector: Injector, at location: CodeLocation) throws {}

    /// As `request(from:at:)`, where one can wait.
    nonisolated(nonsending)
        func asyncRequest(from injector: Injector, at location: CodeLocation) async throws
    {}

    // MARK: - What the factory requested

    private static let recordLock = Lock()

    /// The keys that the factory requested when it first ran; nil before.
    package final var recordedNeeds: [Key]? {
        AnyBinding.recordLock.withLock { needs }
    }

    @exclusivity(unchecked) private final var needs: [Key]?
    @exclusivity(unchecked) private final var firstImplementation: Any.Type?

    /// The type of the instances, as it was declared or as the first one had it; nil where neither is known.
    final var knownImplementation: Any.Type? {
        if implementation != key.interface || !isExistential(implementation) {
            return implementation
        }
        return AnyBinding.recordLock.withLock { firstImplementation }
    }

    final func recordImplementation(_ type: Any.Type) {
        AnyBinding.recordLock.withLock { firstImplementation = type }
    }

    final var isRecorded: Bool {
        wormer_load(stateAddress + 1) != 0
    }

    /// Records what the factory requested, unless that was done before.
    final func record(_ needs: [Key]) {
        AnyBinding.recordLock.withLock {
            if self.needs == nil {
                self.needs = needs
            }
        }
        wormer_store(stateAddress + 1, 1)
    }

    /// Takes over what a copy must know of the original.
    final func inherit(from original: AnyBinding) {
        decorations = original.decorations
        contribution = original.contribution
        overridden = original.overridden
        replaced = original.replaced
        hasAsyncTeardown = original.hasAsyncTeardown
        original.recordedNeeds.map(record)
        original.knownImplementation.map(recordImplementation)
    }
}
