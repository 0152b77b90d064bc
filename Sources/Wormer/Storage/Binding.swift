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
    fileprivate(set) var observations: [Key]?

    /// What a binding and its copies in overrides have in common.
    let identity: Int

    private static let lastIdentity = AtomicCounter()

    /// What an assigned instance overrides, without an instance; it counts again when the assignment is taken back.
    ///
    /// Set before the binding is filed.
    fileprivate(set) var overridden: AnyBinding?

    fileprivate init(
        key: Key,
        implementation: Any.Type,
        lifetime: Lifetime,
        location: CodeLocation,
        identity: Int? = nil
    ) {
        self.identity = identity ?? AnyBinding.lastIdentity.increment()
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

    /// Whether the initializer belongs to this binding and can be run.
    var hasInitializer: Bool { fatalError("every binding is a Binding") }

    /// Whether the implementation is of the interface's type; nil where only an instance could tell.
    var isConforming: Bool? { fatalError("every binding is a Binding") }

    /// Makes an instance, or finds the shared one, as a request to `injector` would.
    func request(from injector: Injector, at location: CodeLocation) throws {
        fatalError("every binding is a Binding")
    }

    /// Puts an instance where memory for one is, made anew or the shared one; see `Binding`.
    func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        into result: UnsafeMutableRawPointer
    ) throws {
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
    /// - Returns: What held the instance, to be released outside the lock.
    func dropInstance() -> AnyCell? { fatalError("every binding is a Binding") }

    /// The same binding for another storage.
    ///
    /// Called with the lock of this one held.
    ///
    /// - Parameters:
    ///   - keepingInstance: Whether the copy shares the instance if it is made.
    ///   - lock: The other storage's lock.
    func copy(keepingInstance: Bool, lock: Lock) -> AnyBinding { fatalError("every binding is a Binding") }
}

/// A binding of the interface `P`: where its instances come from, and the one that is shared.
@usableFromInline
package final class Binding<P>: AnyBinding, @unchecked Sendable {
    package enum Source {
        /// The function that was given to `bind`.
        case initializer(Initializer<P>)
        /// A declared service, whose initializer comes with each request.
        case declaration
        /// An instance that was given instead of made.
        case assigned(P)
    }

    private let isGiven: Bool

    /// What makes an instance; nil where each request brings it, or where the instance was given.
    let initializer: Initializer<P>?

    /// The initializer's function, at hand for those who know that there is one.
    @usableFromInline let make: (Injector) throws -> P

    /// The shared instance or its making, if the storage keeps it.
    ///
    /// Whoever still makes an instance for a cell that was replaced keeps that instance to those who asked before.
    private var cell: Cell<P>

    /// The binding that this one is an override's copy of, if it may see that one's instances.
    let original: Binding?

    package init(
        key: Key,
        implementation: Any.Type = P.self,
        lifetime: Lifetime,
        location: CodeLocation,
        source: Source,
        in storage: Storage
    ) {
        switch source {
        case .initializer(let initializer):
            (self.initializer, isGiven, cell) = (initializer, false, Cell(lock: storage.lock))
        case .declaration:
            (initializer, isGiven, cell) = (nil, false, Cell(lock: storage.lock))
        case .assigned(let instance):
            (initializer, isGiven, cell) = (nil, true, Cell(holding: instance, lock: storage.lock))
        }
        original = nil
        make = initializer?.make ?? Binding.makeNothing
        super.init(key: key, implementation: implementation, lifetime: lifetime, location: location)
    }

    private init(copying original: Binding, cell: Cell<P>, isTied: Bool) {
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
        overridden = original.overridden?.copy(keepingInstance: false, lock: cell.lock)
        observations = original.observations
    }

    private static func makeNothing(for injector: Injector) throws -> P {
        throw NoInitializer(injector: injector)
    }

    /// Notes what this binding, which holds an assigned instance, is put in the place of.
    ///
    /// Called with the storage's lock held.
    func override(_ standing: AnyBinding?) {
        overridden = standing.flatMap {
            $0.isAssigned ? $0.overridden : $0.copy(keepingInstance: false, lock: cell.lock)
        }
    }

    override func copyInstance(at address: UInt, to result: UnsafeMutableRawPointer) {
        guard let instance = UnsafePointer<P>(bitPattern: address) else {
            return
        }
        result.initializeMemory(as: P.self, from: instance, count: 1)
    }

    override func copyInstance(to result: UnsafeMutableRawPointer) -> Bool {
        cell.copyInstance(to: result)
    }

    override func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        into result: UnsafeMutableRawPointer
    ) throws {
        try obtain(for: request, of: injector, in: storage, make: nil, into: result)
    }

    override var madeInstance: Any? {
        cell.instance
    }

    override var answer: UInt {
        if let address = cell.address {
            return UInt(bitPattern: address)
        }
        guard lifetime == .transient, observations != nil, let initializer, initializer.isolation == nil else {
            return 0
        }
        return UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) | 1
    }

    override var dependencies: [Any.Type] {
        initializer?.dependencies ?? []
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

    override func dropInstance() -> AnyCell? {
        guard !isGiven else {
            return nil
        }
        defer { cell = Cell(lock: cell.lock) }
        return cell
    }

    override func copy(keepingInstance: Bool, lock: Lock) -> AnyBinding {
        let copy: Cell<P> =
            if isGiven || keepingInstance && cell.address != nil {
                cell
            } else if keepingInstance, lifetime == .weak {
                Cell(sharingWeakly: cell, lock: lock)
            } else {
                Cell(lock: lock)
            }
        return Binding(copying: self, cell: copy, isTied: keepingInstance)
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
            if isGiven || scope.isLongLived {
                return storage.lock.withLock { cell }
            }
            guard let cell = OpenScope.innermost(scope)?.keeping.cell(for: self) else {
                throw ScopeNotOpen(scope: scope)
            }
            return cell
        }
    }

    /// Notes what the initializer asked for, and shows readers what they may answer from now on.
    @inline(never)
    func record(_ observer: Observer?, in storage: Storage) {
        storage.lock.withLock {
            if let observer {
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
