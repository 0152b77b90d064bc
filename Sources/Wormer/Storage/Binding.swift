import CWormer

/// What is known of a binding without knowing its interface statically.
@usableFromInline
package class AnyBinding: @unchecked Sendable {
    // Immutable, but for `observations` and the cell in `Binding`, which the storage's lock guards.
    package let key: Key
    package let implementation: Any.Type
    package let lifetime: Lifetime
    package let location: CodeLocation

    /// What the initializer asked for when it first ran; nil before.
    @exclusivity(unchecked) fileprivate(set) var observations: [Key]?

    /// Where the decorators around it were registered, the innermost first.
    fileprivate(set) var decorators: [CodeLocation] = []

    /// What a binding and its copies in overrides have in common.
    let identity: Int

    private static let lastIdentity = AtomicCounter()

    /// What an assigned instance overrides, without an instance; it counts again when the assignment is taken back.
    ///
    /// Set before the binding is filed.
    @exclusivity(unchecked) fileprivate(set) var overridden: AnyBinding?

    @usableFromInline
    init(key: Key, implementation: Any.Type, lifetime: Lifetime, location: CodeLocation) {
        identity = AnyBinding.lastIdentity.increment()
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.location = location
    }

    fileprivate init(
        key: Key,
        implementation: Any.Type,
        lifetime: Lifetime,
        location: CodeLocation,
        identity: Int
    ) {
        self.identity = identity
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.location = location
    }

    /// The shared instance if it is made and kept by the storage.
    ///
    /// Called with the storage's lock held.
    var madeInstance: Any? { fatalError("every binding is a Binding") }

    /// What a reader may answer without looking closer, see `wormer_slot`.
    ///
    /// Called with the storage's lock held.
    var answer: UInt { fatalError("every binding is a Binding") }

    /// The interfaces that the initializer's own parameter types name.
    var dependencies: [Any.Type] { fatalError("every binding is a Binding") }

    /// Whether making an instance may have to be awaited, whatever its dependencies.
    var mayNeedAwaiting: Bool { fatalError("every binding is a Binding") }

    /// Whether an instance can only be made by a request that waits.
    var isAsynchronous: Bool { fatalError("every binding is a Binding") }

    /// Whether the initializer belongs to this binding and can be run.
    var hasInitializer: Bool { fatalError("every binding is a Binding") }

    /// Whether the implementation is of the interface's type; nil where only an instance could tell.
    var isConforming: Bool? { fatalError("every binding is a Binding") }

    /// Makes an instance, or finds the shared one, as a request to `injector` would.
    func request(from injector: Injector, at location: CodeLocation) throws {
        fatalError("every binding is a Binding")
    }

    /// Makes an instance or gives the shared one, which is made at most once however many threads ask.
    ///
    /// - Parameters:
    ///   - request: The request that wants the instance.
    ///   - injector: The injector in which the binding lives.
    ///   - storage: The storage that holds this binding.
    ///   - make: What makes an instance of a declared service.
    ///   - result: Where to put the instance; memory for one.
    /// - Returns: Whether the instance was made for this request.
    /// - Throws: `InjectionError`.
    func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        make: ((UnsafeMutableRawPointer) throws -> Void)?,
        into result: UnsafeMutableRawPointer
    ) throws -> Bool {
        fatalError("every binding is a Binding")
    }

    /// Copies an instance that stands at an address of this binding's.
    func copyInstance(at address: UInt, to result: UnsafeMutableRawPointer) {
        fatalError("every binding is a Binding")
    }

    /// Copies the shared instance if it is made and kept by the storage.
    ///
    /// Called with the storage's lock held.
    ///
    /// - Returns: Whether there is one.
    func copyInstance(to result: UnsafeMutableRawPointer) -> Bool { fatalError("every binding is a Binding") }

    /// Whether the instance was assigned rather than made; such an instance stays when its scope is reset.
    package var isAssigned: Bool { fatalError("every binding is a Binding") }

    /// Starts a new life without an instance.
    ///
    /// Called with the storage's lock held.
    ///
    /// - Parameter lock: The storage's lock, which is not that of a cell that an override found made.
    /// - Returns: What held the instance, to be released outside the lock.
    func dropInstance(lock: Lock) -> AnyCell? { fatalError("every binding is a Binding") }

    /// The same binding with a decoration around what its initializer makes, and without an instance.
    ///
    /// Called with the storage's lock held. What is assigned, and what comes with each request, is not decorated.
    func decorated(by decoration: AnyDecoration, lock: Lock) -> AnyBinding { fatalError("every binding is a Binding") }

    /// The same binding for another storage.
    ///
    /// Called with the lock of this one held.
    ///
    /// - Parameters:
    ///   - keepingInstance: Whether the copy shares the instance if it is made.
    ///   - lock: The other storage's lock.
    /// - Returns: The copy.
    func copy(keepingInstance: Bool, lock: Lock) -> AnyBinding { fatalError("every binding is a Binding") }
}

@usableFromInline
@inline(never)
func noInitializer(_ injector: Injector) -> any Error {
    NoInitializer(injector: injector)
}

/// A binding of the interface `P`: where its instances come from, and the one that is shared.
@usableFromInline
package final class Binding<P>: AnyBinding, @unchecked Sendable {
    @usableFromInline let isGiven: Bool

    /// What makes an instance; nil where each request brings it, or where the instance was given.
    @usableFromInline let initializer: Initializer<P>?

    /// The initializer's function, at hand for those who know that there is one.
    @usableFromInline let make: (Injector) throws -> P

    /// The shared instance or its making; nil where the storage keeps none.
    ///
    /// Whoever still makes an instance for a cell that was replaced keeps that instance to those who asked before.
    @exclusivity(unchecked) @usableFromInline var cell: Cell<P>?

    /// The binding that this one is an override's copy of, if it may see that one's instances.
    @usableFromInline let original: Binding?

    /// Creates a binding that runs an initializer, which may come with each request.
    ///
    /// Compiled into the client, so that nothing about the interface's type has to be looked up.
    @inlinable
    init(
        key: Key,
        implementation: Any.Type,
        lifetime: Lifetime,
        location: CodeLocation,
        initializer: Initializer<P>?,
        lock: Lock
    ) {
        self.initializer = initializer
        isGiven = false
        cell = lifetime.needsCell ? Cell(lock: lock) : nil
        original = nil
        // Not by `??`, which would wrap the function twice.
        if let initializer {
            make = initializer.make
        } else {
            make = { injector in throw noInitializer(injector) }
        }
        super.init(key: key, implementation: implementation, lifetime: lifetime, location: location)
    }

    /// Creates a binding that gives an instance.
    init(key: Key, assigned instance: P, location: CodeLocation, lock: Lock) {
        initializer = nil
        isGiven = true
        cell = Cell(holding: instance, lock: lock)
        original = nil
        make = { injector in throw noInitializer(injector) }
        super.init(
            key: key,
            implementation: type(of: instance as Any),
            lifetime: .singleton,
            location: location
        )
    }

    private init(copying original: Binding, cell: Cell<P>?, lock: Lock, isTied: Bool) {
        initializer = original.initializer
        isGiven = original.isGiven
        self.cell = cell
        self.original = isTied ? original : nil
        make = original.make
        super.init(
            key: original.key,
            implementation: original.implementation,
            lifetime: original.lifetime,
            location: original.location,
            identity: original.identity
        )
        overridden = original.overridden?.copy(keepingInstance: false, lock: lock)
        observations = original.observations
        decorators = original.decorators
    }

    /// Notes what this binding, which holds an assigned instance, is put in the place of.
    ///
    /// Called with the storage's lock held.
    func override(_ standing: AnyBinding?, lock: Lock) {
        overridden = standing.flatMap { $0.isAssigned ? $0.overridden : $0.copy(keepingInstance: false, lock: lock) }
    }

    override func copyInstance(at address: UInt, to result: UnsafeMutableRawPointer) {
        guard let instance = UnsafePointer<P>(bitPattern: address) else {
            return
        }
        result.initializeMemory(as: P.self, from: instance, count: 1)
    }

    override func copyInstance(to result: UnsafeMutableRawPointer) -> Bool {
        cell?.copyInstance(to: result) ?? false
    }

    override func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        make: ((UnsafeMutableRawPointer) throws -> Void)?,
        into result: UnsafeMutableRawPointer
    ) throws -> Bool {
        // Makings nest as deep as the graph. What is not needed while the initializer runs is done elsewhere, so that
        // this frame, which stands below all that the initializer asks for, is small.
        do {
            var cell: Cell<P>?
            var observer: Observer?
            guard try begin(in: storage, into: result, &cell, &observer) else {
                return false
            }
            var ending: Ending?
            do {
                try run(of: injector, make: make, into: result, ending: &ending)
            } catch {
                fail(cell, observer, ending, in: storage)
                throw error
            }
            try succeed(cell, observer, in: storage, with: result, ending: ending)
            return true
        } catch {
            throw failure(error, at: request.location)
        }
    }

    override var madeInstance: Any? {
        cell?.instance
    }

    override var answer: UInt {
        if let address = cell?.address {
            return UInt(bitPattern: address)
        }
        guard lifetime == .transient, observations != nil, let initializer, initializer.isolation == nil,
            !initializer.isAsynchronous
        else {
            return 0
        }
        let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
        return address | UInt(WORMER_MAKES) | (initializer.usesInjector ? UInt(WORMER_USES_INJECTOR) : 0)
    }

    override var dependencies: [Any.Type] {
        initializer?.dependencies ?? []
    }

    override var mayNeedAwaiting: Bool {
        initializer.map { $0.isAsynchronous || $0.isolation != nil || $0.mayHop } ?? false
    }

    override var isAsynchronous: Bool {
        initializer?.isAsynchronous ?? false
    }

    override var hasInitializer: Bool {
        initializer != nil
    }

    override var isConforming: Bool? {
        hasInitializer ? conforms(implementation, to: P.self) : nil
    }

    override func request(from injector: Injector, at location: CodeLocation) throws {
        _ = try injector.require(Request(key, at: location), as: P.self)
    }

    override package var isAssigned: Bool {
        isGiven
    }

    override func dropInstance(lock: Lock) -> AnyCell? {
        guard !isGiven, let dropped = cell else {
            return nil
        }
        cell = Cell(lock: lock)
        return dropped
    }

    override func decorated(by decoration: AnyDecoration, lock: Lock) -> AnyBinding {
        if isGiven {
            overridden = overridden?.decorated(by: decoration, lock: lock)
        }
        guard let initializer else {
            return self
        }
        // A decoration of this key is one of `P`.
        let decoration = unsafeDowncast(decoration, to: Decoration<P>.self)
        let decorated = Binding(
            key: key,
            implementation: implementation,
            lifetime: lifetime,
            location: location,
            initializer: initializer.decorated(by: decoration),
            lock: lock
        )
        decorated.decorators = decorators + [decoration.location]
        return decorated
    }

    override func copy(keepingInstance: Bool, lock: Lock) -> AnyBinding {
        let copied = cell.map { cell in
            if isGiven || keepingInstance && cell.address != nil {
                cell
            } else if keepingInstance, lifetime == .weak {
                Cell(sharingWeakly: cell, lock: lock)
            } else {
                Cell<P>(lock: lock)
            }
        }
        return Binding(copying: self, cell: copied, lock: lock, isTied: keepingInstance)
    }

    // MARK: - Making instances

    /// The cell that a request shares with others, nil if it shares nothing.
    ///
    /// - Throws: `ScopeNotOpen`.
    func cellToShare(in storage: Storage) throws -> Cell<P>? {
        switch lifetime {
        case .transient:
            return nil
        case .singleton, .weak:
            return storage.lock.withLock { cell }
        case .resolution:
            return Makings.current.sharing.cell(for: self)
        case .scope(let scope):
            if scope.isLongLived {
                return storage.lock.withLock { cell }
            }
            return try cellToShare(in: scope)
        }
    }

    private func cellToShare(in scope: Scope) throws -> Cell<P> {
        guard let open = OpenScope.innermost(scope), let cell = open.keeping.cell(for: self) else {
            throw ScopeNotOpen(scope: scope)
        }
        if open.endsSynchronously, initializer?.endsAsynchronously == true {
            throw ScopeEndsSynchronously(scope: scope)
        }
        return cell
    }

    /// Notes what the initializer asked for, and shows readers what they may answer from now on.
    @inline(never)
    func record(_ observer: Observer?, in storage: Storage) {
        storage.lock.withLock {
            // The first notes stay: to replace them would release a user's identifiers here, under the lock.
            if let observer, observations == nil {
                observations = observer.keys
            }
            storage.publish(self)
        }
    }

    /// Whether nobody has noted yet what the initializer asks for.
    func isUnobserved(in storage: Storage) -> Bool {
        storage.lock.withLock { observations == nil }
    }
}
