/// What is known of a binding without knowing its interface statically.
package class AnyBinding: @unchecked Sendable {
    // Immutable, but for `observations` and the cell in `Binding`, which the storage's lock guards.
    package let key: Key
    package let implementation: Any.Type
    package let lifetime: Lifetime
    package let location: CodeLocation

    /// What the initializer asked for when it first ran; nil before.
    fileprivate(set) var observations: [Key]?

    fileprivate init(key: Key, implementation: Any.Type, lifetime: Lifetime, location: CodeLocation) {
        self.key = key
        self.implementation = implementation
        self.lifetime = lifetime
        self.location = location
    }

    /// The shared instance if it is made.
    ///
    /// Called with the storage's lock held.
    var madeInstance: Any? { fatalError("every binding is a Binding") }

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

    /// Whether the instance was assigned rather than made; such an instance stays when its scope is reset.
    package var isAssigned: Bool { fatalError("every binding is a Binding") }

    /// Starts a new life without an instance.
    ///
    /// Called with the storage's lock held.
    ///
    /// - Returns: What held the instance, to be released outside the lock.
    func dropInstance() -> AnyObject? { fatalError("every binding is a Binding") }

    /// The same binding for another storage.
    ///
    /// Called with the lock of this one held.
    func copy(keepingInstance: Bool) -> AnyBinding { fatalError("every binding is a Binding") }
}

/// A binding of the interface `P`: where its instances come from, and the one that is shared.
package final class Binding<P>: AnyBinding, @unchecked Sendable {
    package enum Source {
        /// The function that was given to `bind`.
        case initializer(Initializer<P>)
        /// A declared service, whose initializer comes with each request.
        case declaration
        /// An instance that was given instead of made.
        case assigned(P)
    }

    let source: Source

    /// The shared instance or its making.
    ///
    /// Whoever still makes an instance for a cell that was replaced keeps that instance to those who asked before.
    private var cell: Cell<P>

    package init(
        key: Key,
        implementation: Any.Type = P.self,
        lifetime: Lifetime,
        location: CodeLocation,
        source: Source
    ) {
        self.source = source
        self.cell = Binding.freshCell(for: source)
        super.init(key: key, implementation: implementation, lifetime: lifetime, location: location)
    }

    private init(copying original: Binding, cell: Cell<P>) {
        source = original.source
        self.cell = cell
        super.init(
            key: original.key,
            implementation: original.implementation,
            lifetime: original.lifetime,
            location: original.location
        )
        observations = original.observations
    }

    private static func freshCell(for source: Source) -> Cell<P> {
        if case .assigned(let instance) = source { Cell(.made(instance)) } else { Cell() }
    }

    /// The shared instance if it is made.
    ///
    /// Called with the storage's lock held.
    var instance: P? {
        cell.instance
    }

    override var madeInstance: Any? {
        cell.instance
    }

    override var dependencies: [Any.Type] {
        if case .initializer(let initializer) = source { initializer.dependencies } else { [] }
    }

    override var hasInitializer: Bool {
        if case .initializer = source { true } else { false }
    }

    override var isConforming: Bool? {
        hasInitializer ? conforms(implementation, to: P.self) : nil
    }

    override func request(from injector: Injector, at location: CodeLocation) throws {
        _ = try injector.require(Request(key, at: location), as: P.self)
    }

    override package var isAssigned: Bool {
        if case .assigned = source { true } else { false }
    }

    override func dropInstance() -> AnyObject? {
        let dropped = cell
        cell = Binding.freshCell(for: source)
        return dropped
    }

    override func copy(keepingInstance: Bool) -> AnyBinding {
        Binding(copying: self, cell: keepingInstance && instance != nil ? cell : Binding.freshCell(for: source))
    }
}

// MARK: - Making instances

extension Binding {
    /// Makes an instance or gives the shared one, which is made at most once however many threads ask.
    ///
    /// - Parameters:
    ///   - storage: The storage that holds this binding.
    ///   - observing: Whether to note what the initializer asks for.
    ///   - make: What makes an instance.
    /// - Returns: The instance.
    /// - Throws: What `make` throws, or `Cycle`.
    func instance(in storage: Storage, observing: Bool, make: () throws -> P) throws -> P {
        guard lifetime.isShared || isAssigned else {
            if Frame.isMaking(self) {
                throw Cycle(path: [self])
            }
            return try run(make, in: storage, observing: observing)
        }
        while true {
            switch storage.lock.withLock(claim) {
            case .made(let instance):
                return instance
            case .others(let making):
                try making.wait()
            case .mine(let making, let cell):
                return try fill(cell, of: storage, as: making) {
                    try run(make, in: storage, observing: observing)
                }
            }
        }
    }

    private enum Claim {
        case made(P)
        case others(Making)
        case mine(Making, Cell<P>)
    }

    private func claim() -> Claim {
        switch cell.state {
        case .made(let instance):
            return .made(instance)
        case .making(let making):
            return .others(making)
        case .empty:
            let making = Making(of: self)
            cell.state = .making(making)
            return .mine(making, cell)
        }
    }

    private func fill(_ cell: Cell<P>, of storage: Storage, as making: Making, _ make: () throws -> P) throws -> P {
        // After the state is set, so that those who wake find it.
        defer { making.finish() }
        do {
            let instance = try make()
            storage.lock.withLock { cell.state = .made(instance) }
            return instance
        } catch {
            storage.lock.withLock { cell.state = .empty }
            throw error
        }
    }

    private func run(_ make: () throws -> P, in storage: Storage, observing: Bool) throws -> P {
        guard observing else {
            return try Frame.pushing(self, make)
        }
        let (instance, observations) = try Frame.observing(self, make)
        storage.lock.withLock { self.observations = observations }
        return instance
    }
}
