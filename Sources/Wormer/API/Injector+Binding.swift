/// A type that can be made without arguments, so that binding to it needs no initializer.
///
/// It can be made anywhere. A type whose `init()` belongs to an actor is bound with a closure.
public protocol DefaultInitializable: SendableMetatype {
    /// Creates an instance.
    init()
}

extension Injector {
    /// Binds an interface to an implementation.
    ///
    /// ```swift
    /// Injector.default.bind(interface: Interface.self, toImplementation: Implementation.self) {
    ///     Implementation()
    /// }
    /// ```
    ///
    /// A binding that stood there is replaced, and its instance released. Whether the implementation conforms to the
    /// interface is found out when an instance is made.
    ///
    /// The initializer is called on the actor that it was written on, and never elsewhere. It may take its time, bind
    /// and resolve, and throw: then nothing is kept, and the next request runs it again.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    @inlinable
    public func bind<P, Implementation>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        bind(
            Key(interface, id: id),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: CodeLocation(fileID: fileID, line: line),
            factory: Factory<P>(initializer)
        )
    }

    /// Binds an interface to an implementation that can be made without arguments.
    ///
    /// - Parameters:
    ///   - interface: A protocol, a base class or any other type.
    ///   - id: What tells this binding from others of the same interface, compared as `AnyHashable`.
    ///   - implementation: The type to make.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    @inlinable
    public func bind<P, Implementation: DefaultInitializable>(
        interface: P.Type,
        id: AnyHashable? = nil,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        bind(
            interface: interface,
            id: id,
            toImplementation: implementation,
            asSingleton: asSingleton,
            fileID: fileID,
            line: line,
            initializer: Implementation.init
        )
    }

    /// Binds a name to an implementation.
    ///
    /// Names are a key space of their own: `named: "EventBus"` does not answer for `EventBus.self`.
    ///
    /// - Parameters:
    ///   - name: The name to ask `safeInstance(named:)` for.
    ///   - implementation: The type that `initializer` makes.
    ///   - asSingleton: Whether one instance is made, at the first request, and shared by everyone.
    ///   - fileID: The file of the binding, which errors show.
    ///   - line: The line of the binding, which errors show.
    ///   - initializer: Makes an instance.
    @inlinable
    public func bindInterface<Implementation>(
        named name: String,
        toImplementation implementation: Implementation.Type,
        asSingleton: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        initializer: @escaping @isolated(any) () throws -> Implementation
    ) {
        bind(
            Key(named: name),
            toImplementation: implementation,
            lifetime: Lifetime(asSingleton: asSingleton),
            at: CodeLocation(fileID: fileID, line: line),
            factory: Factory<Any>(initializer)
        )
    }

    /// Removes a binding and releases its instance.
    ///
    /// Without a binding nothing happens.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier that the binding was made with.
    public func unbind<P>(interface: P.Type, id: AnyHashable? = nil) {
        registry.remove(Key(interface, id: id))
    }

    /// Tells whether a request for an interface would find a binding, without making anything.
    ///
    /// - Parameters:
    ///   - interface: The interface.
    ///   - id: The identifier that the binding was made with.
    /// - Returns: Whether this injector or one of its parents has a binding.
    public func isBound<P>(interface: P.Type, id: AnyHashable? = nil) -> Bool {
        isBound(Key(interface, id: id))
    }

    /// Removes all bindings, decorators and contributions, and releases the instances.
    ///
    /// No `onEnd` runs: see `end()`.
    public func reset() {
        registry.removeAll()
    }

    /// What every spelling of `bind` comes down to; the key's interface is `P`.
    @inlinable
    package func bind<P>(
        _ key: Key,
        toImplementation implementation: Any.Type,
        lifetime: Lifetime,
        at location: CodeLocation,
        factory: Factory<P>
    ) {
        let registry = registry
        registry.insert(
            Binding<P>(
                key: key,
                implementation: implementation,
                lifetime: lifetime,
                location: location,
                factory: factory,
                lock: registry.lock
            )
        )
    }

    package func isBound(_ key: Key) -> Bool {
        var next: Injector? = resolved
        while let injector = next {
            if injector.registry.contains(key) {
                return true
            }
            next = injector.parent
        }
        return false
    }
}
