/// A binding: a key, a lifetime and a factory.
///
/// It never changes, except for its recorded data. The instance is elsewhere: in a cell, an open scope, or the cache of a
/// lookup.
@usableFromInline
package final class Binding: @unchecked Sendable {
    // Unchecked because a lock guards the recorded data.

    package let key: Key
    /// The declared type of the instances, or the interface if no type was declared or the instance was assigned.
    package let implementation: Any.Type
    package let lifetime: Lifetime
    @usableFromInline package let location: CodeLocation

    /// An identity that a binding and its decorated form share, in the order in which bindings are created.
    let identity: Int

    /// The factory, whose type is that of the key's interface.
    @usableFromInline let factory: AnyFactoryBody

    /// The decorators that surround the factory, the innermost first.
    let decorations: [Decoration]

    /// The instance that was assigned, not constructed.
    let assigned: AnyInstance?

    /// Whether a cell or a scope keeps the instance from one lookup to the next.
    let isHolder: Bool

    /// Whether an open scope or the outermost lookup keeps the instance.
    let isInCache: Bool

    /// Whether any thread may run the factory and the decorators.
    let runsAnywhere: Bool

    /// Whether an instance is just what the function returns.
    let isPlain: Bool

    private init(
        _ key: Key,
        _ implementation: Any.Type,
        _ lifetime: Lifetime,
        _ factory: AnyFactoryBody,
        at location: CodeLocation,
        assigned: AnyInstance?,
        decorating original: Binding?,
        _ decorations: [Decoration]
    ) {
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.factory = factory
        self.location = location
        self.assigned = assigned
        self.decorations = decorations
        isInCache = lifetime.isInCache
        isHolder = lifetime.isKept
        isPlain = factory.isEndAwaited == nil && decorations.isEmpty
        runsAnywhere = factory.traits.runsAnywhere && !decorations.contains { $0.isolation != nil }
        identity = original?.identity ?? AtomicCounter.bindings.increment()
        if let original {
            (needs, firstImplementation) = Binding.recordLock.withLock {
                (original.needs, original.firstImplementation)
            }
        }
    }

    /// Creates a binding with a factory.
    ///
    /// - Precondition: Instances can have the lifetime. Otherwise the process ends with a message.
    convenience init(
        _ key: Key,
        _ implementation: Any.Type?,
        _ lifetime: Lifetime,
        _ factory: AnyFactoryBody,
        at location: CodeLocation
    ) {
        let implementation = implementation ?? factory.traits.implementation ?? key.interface
        lifetime.check(for: key, implementation, hasEnd: factory.isEndAwaited != nil, at: location)
        // A cached stand-in would record only its first use.
        let lifetime = factory.traits.isUnimplemented ? .transient : lifetime
        let factory = factory.traits.isProvided ? factory.provided(for: key, lifetime, at: location) : factory
        self.init(key, implementation, lifetime, factory, at: location, assigned: nil, decorating: nil, [])
    }

    /// Creates the binding of a declared service.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - interface: The type of the service.
    ///   - lifetime: How long an instance lives.
    ///   - factory: The end of an instance, and a function if lookups don't pass one.
    convenience init(
        declaring declaration: Declaration,
        as interface: Any.Type,
        _ lifetime: Lifetime,
        _ factory: AnyFactoryBody = .none
    ) {
        if factory.isEndAwaited != nil {
            lifetime.checkThatItEnds(for: interface, at: declaration.location)
        }
        let key = Key(interface, .declaration(declaration))
        let location = declaration.location
        self.init(key, interface, lifetime, factory, at: location, assigned: nil, decorating: nil, [])
    }

    /// Creates a binding with an assigned instance.
    convenience init(_ key: Key, assigned instance: AnyInstance, at location: CodeLocation) {
        self.init(key, key.interface, .singleton, .none, at: location, assigned: instance, decorating: nil, [])
    }

    /// Returns this binding with further decorators.
    func decorated(by decorations: [Decoration]) -> Binding {
        let all = self.decorations + decorations
        return Binding(
            key,
            implementation,
            lifetime,
            factory,
            at: location,
            assigned: assigned,
            decorating: self,
            all
        )
    }

    // MARK: - Recorded data

    private static let recordLock = Lock()

    private var needs: RecordedNeeds?
    private var firstImplementation: Any.Type?

    /// What the factory looked up when it first ran, or nil if it has not run.
    package var recordedNeeds: RecordedNeeds? {
        Binding.recordLock.withLock { needs }
    }

    var isRecorded: Bool {
        Binding.recordLock.withLock { needs != nil }
    }

    /// Records what the factory looked up, unless that was recorded before.
    func record(_ needs: RecordedNeeds) {
        Binding.recordLock.withLock {
            if self.needs == nil {
                self.needs = needs
            }
        }
    }

    /// Records the type of an instance.
    func record(typeOf instance: AnyInstance) {
        let implementation = type(of: instance.any)
        Binding.recordLock.withLock { firstImplementation = implementation }
    }

    /// The declared type of the instances, or else the type of the first instance; nil if both are unknown.
    var knownImplementation: Any.Type? {
        if let assigned {
            return type(of: assigned.any)
        }
        if implementation != key.interface || !isExistential(implementation) {
            return implementation
        }
        return Binding.recordLock.withLock { firstImplementation }
    }
}

extension Binding {
    /// Returns this binding with the decorators of its key, if there are any.
    func with(_ decorations: [Decoration]) -> Binding {
        decorations.isEmpty ? self : decorated(by: decorations)
    }

    /// Whether the binding has a function: a declared service gets one with each lookup, and an assigned instance needs
    /// none.
    var hasFunction: Bool { assigned == nil && (key.declaration == nil || isUnimplemented) }

    package var isAssigned: Bool { assigned != nil || isUnimplemented && key.declaration != nil }

    /// The parameters of the factory and of the decorators.
    var dependencies: [Lookup] {
        decorations.reduce(factory.traits.dependencies) { $0 + $1.dependencies }
    }

    /// The actor on which an instance is created, if there is one.
    var isolation: (any Actor)? {
        factory.traits.isolation ?? decorations.lazy.compactMap(\.isolation).first
    }

    /// The scope that must be open, if any.
    var scope: Scope? { lifetime.scopeToOpen }

    var isAsynchronous: Bool { factory.traits.isAsynchronous }

    /// Whether a scope provides the instance.
    var isProvided: Bool { factory.traits.isProvided }

    /// Whether no test may look up an instance.
    var isUnavailableInTests: Bool { factory.traits.isUnavailableInTests }

    /// Whether an instance has an `onEnd`, and whether that must be awaited.
    var hasEnd: Bool { factory.isEndAwaited != nil }
    var hasAsyncEnd: Bool { factory.isEndAwaited == true }

    /// Whether each lookup records an issue in the running test.
    var isUnimplemented: Bool { factory.traits.isUnimplemented }

    /// Whether no code runs to create the instance, because a scope provides it and it has no decorators.
    var isPlainValue: Bool { isProvided && decorations.isEmpty }

    /// Whether no code runs to create the instance, because it is a value and has no decorators.
    var isValue: Bool { isPlainValue || factory.traits.implementation != nil && decorations.isEmpty }

    /// Whether the binding is of a declared service that has a value for tests.
    var hasTestValue: Bool { key.declaration?.hasTestValue == true }

    /// Whether an instance comes from a function that does more than combine its parameters.
    ///
    /// In a test, that of a declared service may be a value for tests. One with only literals and operators does nothing.
    var runsOwnFunction: Bool {
        !hasTestValue && key.declaration?.isConstant != true && factory.traits.runsOwnFunction
    }

    var isWeak: Bool { lifetime == .weak }

    /// Whether a lookup on any thread only has to call the factory.
    var isPlainTransient: Bool {
        lifetime == .transient && decorations.isEmpty && !isUnavailableInTests && !isUnimplemented && runsAnywhere
    }
}
