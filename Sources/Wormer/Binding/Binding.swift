/// A binding: a key, a lifetime and a factory.
///
/// It doesn't change once a cell has it, except for its recorded data. The instance is elsewhere: in a cell, an open
/// scope, or the cache of a lookup.
///
/// This class has what does not depend on the interface. That is all of an assigned instance, and of most declared
/// services, to which each lookup passes the function. Others are a `FactoryBinding`.
@usableFromInline
package class Binding: @unchecked Sendable {
    // Unchecked because of the variables: a lock guards the recorded data, and the others change before a cell has the binding.

    package final let key: Key
    package final let lifetime: Lifetime
    @usableFromInline package final let location: CodeLocation

    /// An identity that a binding and its decorated form share, in the order in which bindings are created.
    package final let identity: Int

    /// The rare parts of the factory, or nil if it has none.
    private final let factoryTraits: FactoryTraits?

    /// The instance that was assigned, not constructed.
    final let assigned: AnyInstance?

    /// The rare parts of the binding.
    @exclusivity(unchecked) private final var rest: Rest?

    @exclusivity(unchecked) private final var needs: RecordedNeeds?

    /// The declared type of the instances, or else that of the first one; the interface until one is known.
    @exclusivity(unchecked) private final var knownType: Any.Type

    fileprivate init(
        _ key: Key,
        _ type: Any.Type,
        _ lifetime: Lifetime,
        _ traits: FactoryTraits?,
        assigned: AnyInstance? = nil,
        at location: CodeLocation
    ) {
        self.key = key
        knownType = type
        self.lifetime = lifetime
        (factoryTraits, self.assigned) = (traits, assigned)
        self.location = location
        identity = AtomicCounter.bindings.increment()
    }

    /// Creates a copy, with the same identity, whose decorators may look up more.
    fileprivate init(copying other: Binding) {
        key = other.key
        lifetime = other.lifetime
        (factoryTraits, assigned) = (other.factoryTraits, other.assigned)
        location = other.location
        rest = other.rest
        identity = other.identity
        knownType = other.implementation
    }

    /// Creates the binding of a declared service, or of a call of a declared function, whose instances have no end.
    ///
    /// - Parameters:
    ///   - key: The key, which has the declaration.
    ///   - lifetime: How long an instance lives.
    ///   - traits: The rare parts of the factory, or nil if it has none.
    convenience init(declared key: Key, _ lifetime: Lifetime, _ traits: FactoryTraits? = nil) {
        let location = key.declaration.unsafelyUnwrapped.location
        self.init(key, key.interface, lifetime, traits, at: location)
    }

    /// Creates a binding with an assigned instance.
    convenience init(_ key: Key, assigned instance: AnyInstance, at location: CodeLocation) {
        self.init(key, key.interface, .singleton, nil, assigned: instance, at: location)
    }

    // MARK: - Overridden in the subclass

    /// Creates an instance, without its end and decorators.
    func make(in injector: Injector, _ parameters: inout Parameters) throws -> AnyInstance {
        throw LookupError.failed(.notBound)
    }

    /// Returns a box of the same instance with an end.
    func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance { instance }

    /// Returns a box that refers weakly to an instance.
    ///
    /// - Throws: `notAnObject`.
    func weakReference(to instance: AnyInstance) throws -> AnyInstance { instance }

    fileprivate func copy() -> Binding { Binding(copying: self) }
}

/// A binding of the interface `P` with a factory.
@usableFromInline
package final class FactoryBinding<P>: Binding, @unchecked Sendable {
    /// Creates an instance with the injector in which the binding is registered, and the parameters.
    ///
    /// The caller has checked that this thread may run the function.
    @usableFromInline let make: Factory<P>.Make

    /// The type of the box of an instance; see `Factory`.
    private let box: Instance<P>.Type

    /// Creates a binding with a factory.
    ///
    /// - Parameters:
    ///   - key: The key, whose interface is `P`, or a name.
    ///   - implementation: The type of the instances, if the caller knows it.
    ///   - lifetime: How long an instance lives.
    ///   - factory: Creates the instances.
    ///   - location: The file and line of the binding.
    /// - Precondition: Instances can have the lifetime. Otherwise the process ends with a message.
    @usableFromInline
    package init(
        _ key: Key,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        _ factory: Factory<P>,
        at location: CodeLocation
    ) {
        (make, box) = (factory.make, factory.box)
        let traits = factory.traits
        let implementation = implementation ?? traits?.parts.implementation ?? key.interface
        lifetime.check(for: key, implementation, traits, at: location)
        // A cached stand-in would record only its first use.
        let lifetime = traits?.parts.isUnimplemented == true ? .transient : lifetime
        super.init(key, implementation, lifetime, traits, at: location)
    }

    /// Creates the binding of a declared service whose instances may have an end.
    init(declared key: Key, _ lifetime: Lifetime, _ factory: Factory<P>) {
        (make, box) = (factory.make, factory.box)
        let location = key.declaration.unsafelyUnwrapped.location
        if factory.traits?.parts.end != nil {
            lifetime.checkThatItEnds(for: P.self, at: location)
        }
        super.init(key, P.self, lifetime, factory.traits, at: location)
    }

    private init(copying other: FactoryBinding) {
        (make, box) = (other.make, other.box)
        super.init(copying: other)
    }

    fileprivate override func copy() -> Binding { FactoryBinding(copying: self) }

    override func make(in injector: Injector, _ parameters: inout Parameters) throws -> AnyInstance {
        isProvided ? try providedValue(for: injector) { $0 is Instance<P> } : box.init(try make(injector, &parameters))
    }

    // The key proves the type: a cell of `P` has only a `FactoryBinding<P>` and an `Instance<P>`. The same applies elsewhere.

    override func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance {
        box.init(unsafeDowncast(instance, to: Instance<P>.self).value, teardown)
    }

    override func weakReference(to instance: AnyInstance) throws -> AnyInstance {
        let instance = unsafeDowncast(instance, to: Instance<P>.self).value
        guard let reference = WeakInstance(instance, box: box) else {
            throw LookupError.failed(.notAnObject(actual: type(of: instance as Any)))
        }
        return reference
    }
}

// MARK: - Rare parts

extension Binding {
    private final class Rest: Sendable {
        /// The decorators that surround the factory, the innermost first.
        let decorations: [Decoration]

        /// The position among the contributions to the interface, or nil if this is not a contribution.
        let contribution: Int?

        /// The binding that an assigned instance overrides, which is bound again when the assignment is removed.
        let overridden: Binding?

        /// The scope for which a binding that was replaced declared a value.
        let scopeOfValue: Scope?

        init(_ decorations: [Decoration], _ contribution: Int?, _ overridden: Binding?, _ scopeOfValue: Scope?) {
            self.decorations = decorations
            self.contribution = contribution
            self.overridden = overridden
            self.scopeOfValue = scopeOfValue
        }
    }

    private func setRest(
        _ decorations: [Decoration],
        _ contribution: Int?,
        _ overridden: Binding?,
        _ scopeOfValue: Scope?
    ) {
        let isThere = !decorations.isEmpty || contribution != nil || overridden != nil || scopeOfValue != nil
        rest = isThere ? Rest(decorations, contribution, overridden, scopeOfValue) : nil
    }

    var decorations: [Decoration] { rest?.decorations ?? [] }
    var isDecorated: Bool { rest?.decorations.isEmpty == false }
    package var contribution: Int? { rest?.contribution }
    var overridden: Binding? { rest?.overridden }

    /// The scope for which this binding, or one that it replaced, declares a value.
    var scopeOfValue: Scope? { isProvided ? scope : rest?.scopeOfValue }

    /// Sets what a new binding takes over from the one that it replaces, before a cell has it.
    ///
    /// - Parameters:
    ///   - other: The binding that a lookup found before.
    ///   - decorations: The decorators of the key.
    ///   - registry: The registry of a contribution, which may be a new one.
    @inline(__always)
    func replace(_ other: Binding?, decorations: [Decoration], newContributionIn registry: Registry?) {
        let contribution = other?.contribution ?? registry?.nextContribution()
        // A binding that is only overridden is not replaced, but may declare a value.
        setRest(decorations, contribution, nil, other?.isAssigned == true ? nil : other?.scopeOfValue)
    }

    /// Sets what a new assigned instance takes over from the binding that it overrides, before a cell has it.
    ///
    /// - Parameters:
    ///   - other: The binding that a lookup found before.
    ///   - decorations: The decorators of the key.
    func override(_ other: Binding?, decorations: [Decoration]) {
        let overridden = other?.isAssigned == true ? other?.overridden : other
        setRest(decorations, other?.contribution, overridden, other?.rest?.scopeOfValue)
    }

    /// Returns this binding with a further decorator.
    ///
    /// - Parameter decoration: The decorator.
    /// - Returns: The binding.
    func decorated(by decoration: Decoration) -> Binding {
        let copy = copy()
        let overridden = overridden?.decorated(by: decoration)
        copy.setRest(decorations + [decoration], contribution, overridden, rest?.scopeOfValue)
        return copy
    }
}

// MARK: - Recorded data

extension Binding {
    private static let recordLock = Guarded(())

    /// The lookups of the factory, or nil if it has not run.
    package var recordedNeeds: RecordedNeeds? {
        Binding.recordLock.withLock { _ in needs }
    }

    /// Records what the factory looked up, unless it created an instance before, and the type of the instance.
    ///
    /// Once there is an instance, later lookups can take the fast path.
    ///
    /// - Parameters:
    ///   - recorder: The recorder, or nil if nothing was looked up.
    ///   - instance: The instance, or nil if the factory threw.
    ///   - cell: The cell of the binding.
    func record(_ recorder: Recorder?, _ instance: AnyInstance?, in cell: Guarded<Cell>) {
        // The calls of a declared function share its recorded data.
        let binding = key.call?.function ?? self
        let isComplete = instance != nil
        var needs = recorder?.needs(areComplete: isComplete) ?? (isComplete ? .nothing : .failure) as RecordedNeeds?
        let first = instance.map { type(of: $0.any) }
        Binding.recordLock.withLock { _ in
            if binding.knownType == binding.key.interface {
                binding.knownType = first ?? binding.knownType
            }
            if binding.needs?.areComplete != true {
                swap(&binding.needs, &needs)
            }
        }
        // Released after the lock, because it has identifiers of the user.
        extendLifetime(needs)
        if isComplete {
            cell.withLock { $0.didLearnNeeds(of: self) }
        }
    }

    /// The declared type of the instances, or else the type of the first one; the interface if both are unknown.
    package var implementation: Any.Type { Binding.recordLock.withLock { _ in knownType } }

    /// The declared type of the instances, or else the type of the first instance; nil if both are unknown.
    var knownImplementation: Any.Type? {
        if let assigned {
            return type(of: assigned.any)
        }
        let implementation = implementation
        return implementation == key.interface && isExistential(implementation) ? nil : implementation
    }
}

// MARK: - What follows from it

extension Binding {
    /// The rare parts of the factory, or nil if it has none.
    var traits: FactoryTraits.Parts? { factoryTraits?.parts }

    /// Whether a cell or a scope keeps the instance from one lookup to the next.
    var isHolder: Bool { lifetime.isKept }

    /// Whether an asynchronous lookup runs the function where it is, without awaiting parameters.
    var isImmediate: Bool { traits?.isImmediate ?? true }

    /// Whether the binding has a function: a declared service gets one with each lookup, and an assigned instance needs
    /// none.
    package var hasFunction: Bool { assigned == nil && (key.declaration == nil || isUnimplemented) }

    package var isAssigned: Bool { assigned != nil || isUnimplemented && key.declaration != nil }

    /// The parameters of the factory and of the decorators.
    var dependencies: [Lookup] {
        decorations.reduce(traits?.dependencies ?? []) { $0 + $1.dependencies }
    }

    /// The actor on which an instance is created, if there is one.
    package var isolation: (any Actor)? {
        traits?.isolation ?? decorations.lazy.compactMap(\.isolation).first
    }

    /// Whether any thread may run the factory and the decorators.
    var runsAnywhere: Bool {
        traits?.runsAnywhere != false && !(isDecorated && decorations.contains { $0.isolation != nil })
    }

    /// The scope that must be open, if any.
    package var scope: Scope? { lifetime.scopeToOpen }

    package var isAsynchronous: Bool { traits?.isAsynchronous == true }

    /// Whether a scope provides the instance.
    package var isProvided: Bool { traits?.isProvided == true }

    /// Whether no test may look up an instance.
    var isUnavailableInTests: Bool { traits?.isUnavailableInTests == true }

    /// Whether an instance has an `onEnd`, and whether that must be awaited.
    var hasEnd: Bool { traits?.end != nil }
    var hasAsyncEnd: Bool { traits?.end?.isAwaited == true }

    /// Whether each lookup records an issue in the running test.
    package var isUnimplemented: Bool { traits?.isUnimplemented == true }

    /// Whether an instance is just what the function returns.
    var isPlain: Bool { !hasEnd && !isDecorated }

    /// Whether no code runs to create the instance, because a scope provides it and it has no decorators.
    var isPlainValue: Bool { isProvided && !isDecorated }

    /// Whether no code runs to create the instance, because it is a value and has no decorators.
    package var isValue: Bool { isPlainValue || traits?.implementation != nil && !isDecorated }

    /// Whether the binding is of a declared service that has a value for tests.
    var hasTestValue: Bool { key.declaration?.hasTestValue == true }

    /// Whether an instance comes from a function that does more than combine its parameters.
    ///
    /// An initializer with only literals and operators does nothing.
    var runsOwnFunction: Bool {
        key.declaration?.isConstant != true && traits?.runsOwnFunction != false
    }

    var isWeak: Bool { lifetime == .weak }

    /// Whether a lookup on any thread only has to call the factory.
    var isPlainTransient: Bool { isUndecoratedTransient && runsAnywhere }

    /// Whether a lookup on the main actor only has to call the factory.
    var isPlainOnMainActor: Bool { isUndecoratedTransient && !isAsynchronous && isolation === MainActor.shared }

    private var isUndecoratedTransient: Bool {
        lifetime == .transient && !isDecorated && !isUnavailableInTests && !isUnimplemented
    }
}
