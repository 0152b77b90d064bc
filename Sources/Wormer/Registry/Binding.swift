/// A binding of any interface: a key, a lifetime and a factory.
///
/// It never changes, except for its recorded data. The instance is elsewhere: in a cell, an open scope, or the cache of a
/// lookup.
@usableFromInline
package class AnyBinding: @unchecked Sendable {
    // Unchecked because a lock guards the recorded data.

    @usableFromInline package let key: Key
    /// The declared type of the instances, or the interface if no type was declared or the instance was assigned.
    package let implementation: Any.Type
    package let lifetime: Lifetime
    @usableFromInline package let location: CodeLocation

    /// An identity that a binding and its decorated form share, in the order in which bindings are created.
    let identity: Int

    /// The factory; nil if each lookup passes its own factory, or if the instance was assigned.
    let factory: AnyFactoryBody?

    /// The decorators that surround the factory, the innermost first.
    let decorations: [Decoration]

    /// The instance that was assigned, not constructed.
    let assigned: AnyInstance?

    /// Whether no test may look up an instance.
    let isUnavailableInTests: Bool

    /// Whether an instance has an `onEnd`, and whether that must be awaited.
    let hasEnd: Bool
    let hasAsyncEnd: Bool

    /// The scope that must be open, if any.
    let scope: Scope?

    /// Whether a cell or a scope keeps the instance from one lookup to the next.
    let isHolder: Bool

    /// Whether any thread may run the factory and the decorators.
    let runsAnywhere: Bool

    /// Whether an instance is just what the function returns.
    let isPlain: Bool

    /// Whether an asynchronous lookup runs the function where it is, without awaiting parameters.
    @usableFromInline let isImmediate: Bool

    private static let lastIdentity = AtomicCounter()

    fileprivate init(
        _ key: Key,
        _ implementation: Any.Type,
        _ lifetime: Lifetime,
        _ factory: AnyFactoryBody?,
        at location: CodeLocation,
        assigned: AnyInstance?,
        isUnavailableInTests: Bool,
        isEndAwaited: Bool?,
        decorating original: AnyBinding?,
        _ decorations: [Decoration]
    ) {
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.factory = factory
        self.location = location
        self.assigned = assigned
        self.isUnavailableInTests = isUnavailableInTests
        hasEnd = isEndAwaited != nil
        hasAsyncEnd = isEndAwaited == true
        scope = lifetime.scopeToOpen
        isHolder = scope != nil || lifetime.isKeptByBinding
        isPlain = isEndAwaited == nil && decorations.isEmpty
        isImmediate = factory?.prepare == nil && factory?.traits.preferredActor == nil
        runsAnywhere = factory?.traits.runsAnywhere != false && !decorations.contains { $0.isolation != nil }
        self.decorations = decorations
        identity = original?.identity ?? AnyBinding.lastIdentity.increment()
        if let original {
            (needs, firstImplementation) = AnyBinding.recordLock.withLock {
                (original.needs, original.firstImplementation)
            }
        }
    }

    // MARK: - Overridden in the subclass

    /// Returns this binding with further decorators.
    func decorated(by decorations: [Decoration]) -> AnyBinding { self }

    /// Returns what a box keeps, for code that does not know the interface.
    func value(in box: AnyInstance) -> Any? { nil }

    /// Creates an instance with the factory, without its end and decorators.
    func makeBase(in injector: Injector) throws -> AnyInstance { throw LookupError.failed(.notBound) }

    /// Returns the end of an instance, if the binding has an `onEnd`.
    func teardown(of instance: AnyInstance) -> Teardown? { nil }

    /// Returns a box of the same instance with an end.
    func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance { instance }

    /// Returns a box that refers weakly to an instance.
    ///
    /// - Throws: `notAnObject`.
    func weakReference(to instance: AnyInstance) throws -> AnyInstance { instance }

    /// Looks up an instance, for code that does not know the interface.
    func lookUp(in injector: Injector, at location: CodeLocation) throws {}
    nonisolated(nonsending) func asyncLookUp(in injector: Injector, at location: CodeLocation) async throws {}

    // MARK: - Recorded data

    private static let recordLock = Lock()

    private final var needs: RecordedNeeds?
    private final var firstImplementation: Any.Type?

    /// What the factory looked up when it first ran, or nil if it has not run.
    package final var recordedNeeds: RecordedNeeds? {
        AnyBinding.recordLock.withLock { needs }
    }

    final var isRecorded: Bool {
        AnyBinding.recordLock.withLock { needs != nil }
    }

    /// Records what the factory looked up, unless that was recorded before.
    final func record(_ needs: RecordedNeeds) {
        AnyBinding.recordLock.withLock {
            if self.needs == nil {
                self.needs = needs
            }
        }
    }

    /// Records the type of an instance.
    final func record(typeOf instance: AnyInstance) {
        guard let value = value(in: instance) else { return }
        AnyBinding.recordLock.withLock { firstImplementation = type(of: value) }
    }

    /// The declared type of the instances, or else the type of the first instance; nil if both are unknown.
    final var knownImplementation: Any.Type? {
        if let value = assigned.flatMap(value) {
            return type(of: value)
        }
        if implementation != key.interface || !isExistential(implementation) {
            return implementation
        }
        return AnyBinding.recordLock.withLock { firstImplementation }
    }
}

extension AnyBinding {
    /// Returns this binding with the decorators of its key, if there are any.
    final func with(_ decorations: [Decoration]) -> AnyBinding {
        decorations.isEmpty ? self : decorated(by: decorations)
    }

    package final var isAssigned: Bool { assigned != nil || isUnimplemented && key.declaration != nil }

    /// The parameters of the factory and of the decorators.
    final var dependencies: [Parameter] {
        decorations.reduce(factory?.traits.dependencies ?? []) { $0 + $1.dependencies }
    }

    /// The actor on which an instance is created, if there is one.
    final var isolation: (any Actor)? {
        factory?.traits.isolation ?? decorations.lazy.compactMap(\.isolation).first
    }

    final var isAsynchronous: Bool { factory?.traits.isAsynchronous == true }

    /// Whether a scope provides the instance.
    final var isProvided: Bool { factory?.traits.isProvided == true }

    /// Whether each lookup records an issue in the running test.
    final var isUnimplemented: Bool { factory?.traits.isUnimplemented == true }

    /// Whether no code runs to create the instance, because a scope provides it and it has no decorators.
    final var isPlainValue: Bool { isProvided && decorations.isEmpty }

    /// Whether no code runs to create the instance, because it is a value and has no decorators.
    final var isValue: Bool { isPlainValue || factory?.traits.implementation != nil && decorations.isEmpty }

    /// Whether the binding is of a declared service that has a value for tests.
    final var hasTestValue: Bool { key.declaration?.hasTestValue == true }

    /// Whether an instance comes from a function that does more than combine its parameters.
    ///
    /// In a test, that of a declared service may be a value for tests.
    final var runsOwnFunction: Bool {
        !hasTestValue && factory?.traits.runsOwnFunction ?? true
    }

    final var isWeak: Bool { lifetime == .weak }

    /// Whether a lookup on any thread only has to call the factory.
    final var isPlainTransient: Bool {
        lifetime == .transient && decorations.isEmpty && !isUnavailableInTests && !isUnimplemented && runsAnywhere
    }
}

/// A binding of the interface `P`.
@usableFromInline
package final class Binding<P>: AnyBinding, @unchecked Sendable {
    /// The factory's function.
    @usableFromInline let make: (Injector) throws -> P

    /// Creates the box of an instance; see `FactoryBody.box`.
    @usableFromInline let box: (P, Teardown?) -> AnyInstance

    /// Ends an instance.
    let end: OnEnd<P>?

    /// Creates a binding with a factory.
    ///
    /// This initializer is compiled into the client, so that the interface's type is known at compile time.
    ///
    /// - Precondition: Instances can have the lifetime. Otherwise the process ends with a message.
    @inlinable
    convenience init(
        _ key: Key,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        _ factory: FactoryBody<P>,
        at location: CodeLocation
    ) {
        let implementation = implementation ?? factory.traits.implementation ?? P.self
        lifetime.check(for: key, implementation, hasEnd: factory.end != nil, at: location)
        // A cached stand-in would record only its first use.
        let lifetime = factory.traits.isUnimplemented ? .transient : lifetime
        let factory = factory.traits.isProvided ? factory.provided(for: key, lifetime, at: location) : factory
        self.init(key: key, implementation, lifetime, factory, at: location)
    }

    /// Creates the binding of a declared service, to which each lookup passes the factory.
    convenience init(
        declaring declaration: Declaration,
        _ lifetime: Lifetime,
        onEnd: OnEnd<P>? = nil,
        isUnavailableInTests: Bool = false
    ) {
        if onEnd != nil {
            lifetime.checkThatItEnds(for: P.self, at: declaration.location)
        }
        self.init(
            key: Key(P.self, .declaration(declaration)),
            P.self,
            lifetime,
            nil,
            at: declaration.location,
            end: onEnd,
            isUnavailableInTests: isUnavailableInTests
        )
    }

    /// Creates the binding of a declared service that must not be used.
    convenience init(declaring declaration: Declaration, by factory: FactoryBody<P>) {
        let key = Key(P.self, .declaration(declaration))
        self.init(key: key, P.self, .transient, factory, at: declaration.location)
    }

    /// Creates a binding with an assigned instance.
    @usableFromInline
    convenience init(key: Key, assigned instance: Instance<P>, location: CodeLocation) {
        self.init(key: key, P.self, .singleton, nil, at: location, assigned: instance)
    }

    @usableFromInline
    init(
        key: Key,
        _ implementation: Any.Type,
        _ lifetime: Lifetime,
        _ factory: FactoryBody<P>?,
        at location: CodeLocation,
        end: OnEnd<P>? = nil,
        assigned: AnyInstance? = nil,
        isUnavailableInTests: Bool = false,
        decorating original: AnyBinding? = nil,
        by decorations: [Decoration] = []
    ) {
        // The operator `??` would wrap the function twice.
        if let factory {
            make = factory.make
            box = factory.box
        } else {
            make = { _ in throw LookupError.failed(.notBound) }
            box = { Instance($0, $1) }
        }
        // Calls of generic functions, like those of the operator `??` and of `map`, would look up metadata.
        var ending = end
        if end == nil, let factory {
            ending = factory.end
        }
        var isEndAwaited: Bool?
        if let ending {
            isEndAwaited = ending.isAwaited
        }
        self.end = ending
        super.init(
            key,
            implementation,
            lifetime,
            factory,
            at: location,
            assigned: assigned,
            isUnavailableInTests: isUnavailableInTests || factory?.traits.isUnavailableInTests == true,
            isEndAwaited: isEndAwaited,
            decorating: original,
            decorations
        )
    }

    /// The factory with its type: a `Binding<P>` is only created with a `FactoryBody<P>`.
    final var typedFactory: FactoryBody<P>? {
        factory.map { unsafeDowncast($0, to: FactoryBody<P>.self) }
    }

    override func decorated(by decorations: [Decoration]) -> AnyBinding {
        Binding(
            key: key,
            implementation,
            lifetime,
            typedFactory,
            at: location,
            end: end,
            assigned: assigned,
            isUnavailableInTests: isUnavailableInTests,
            decorating: self,
            by: self.decorations + decorations
        )
    }

    override func value(in box: AnyInstance) -> Any? {
        // The key proves the type: a cell of `P` has only a `Binding<P>` and an `Instance<P>`. The same applies elsewhere.
        (box.strong as? Instance<P>)?.value
    }

    override func makeBase(in injector: Injector) throws -> AnyInstance {
        box(try make(injector), nil)
    }

    override func teardown(of instance: AnyInstance) -> Teardown? {
        guard let end else { return nil }
        return Teardown(end.action(for: unsafeDowncast(instance, to: Instance<P>.self).value), of: self)
    }

    override func box(_ instance: AnyInstance, endedBy teardown: Teardown) -> AnyInstance {
        box(unsafeDowncast(instance, to: Instance<P>.self).value, teardown)
    }

    override func weakReference(to instance: AnyInstance) throws -> AnyInstance {
        let instance = unsafeDowncast(instance, to: Instance<P>.self).value
        guard let reference = WeakInstance(instance, box: box) else {
            throw LookupError.failed(.notAnObject(actual: type(of: instance as Any)))
        }
        return reference
    }

    override func lookUp(in injector: Injector, at location: CodeLocation) throws {
        _ = try injector.require(P.self, Lookup(key, at: location))
    }

    override nonisolated(nonsending) func asyncLookUp(in injector: Injector, at location: CodeLocation) async throws {
        _ = try await injector.asyncRequire(P.self, Lookup(key, at: location))
    }
}
