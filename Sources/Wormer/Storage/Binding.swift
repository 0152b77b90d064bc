/// What is known of a binding without knowing its interface statically.
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

    private let isGiven: Bool

    /// What makes an instance; nil where each request brings it, or where the instance was given.
    private let initializer: Initializer<P>?

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
        switch source {
        case .initializer(let initializer): (self.initializer, isGiven, cell) = (initializer, false, Cell())
        case .declaration: (initializer, isGiven, cell) = (nil, false, Cell())
        case .assigned(let instance): (initializer, isGiven, cell) = (nil, true, Cell(.made(instance)))
        }
        super.init(key: key, implementation: implementation, lifetime: lifetime, location: location)
    }

    private init(copying original: Binding, cell: Cell<P>) {
        initializer = original.initializer
        isGiven = original.isGiven
        self.cell = cell
        super.init(
            key: original.key,
            implementation: original.implementation,
            lifetime: original.lifetime,
            location: original.location,
            identity: original.identity
        )
        overridden = original.overridden?.copy(keepingInstance: false)
        observations = original.observations
    }

    /// Notes what this binding, which holds an assigned instance, is put in the place of.
    ///
    /// Called with the storage's lock held.
    func override(_ standing: AnyBinding?) {
        overridden = standing.flatMap { $0.isAssigned ? $0.overridden : $0.copy(keepingInstance: false) }
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

    override func dropInstance() -> AnyObject? {
        guard !isGiven else {
            return nil
        }
        defer { cell = Cell() }
        return cell
    }

    override func copy(keepingInstance: Bool) -> AnyBinding {
        Binding(copying: self, cell: isGiven || keepingInstance && instance != nil ? cell : Cell())
    }
}

// MARK: - Making instances

extension Binding {
    /// Makes an instance or gives the shared one, which is made at most once however many threads ask.
    ///
    /// - Parameters:
    ///   - request: The request that wants the instance.
    ///   - injector: The injector in which the binding lives.
    ///   - storage: The storage that holds this binding.
    ///   - observing: Whether to note what the initializer asks for.
    ///   - make: What makes an instance of a declared service.
    /// - Returns: The instance.
    /// - Throws: `InjectionError`.
    @inline(__always)
    func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        observing: Bool,
        make: (() -> P)? = nil
    ) throws -> P {
        do {
            // Who makes a shared instance is known by its cell, but an override has cells of its own.
            if !lifetime.isShared || Override.active != nil, Makings.current.contains(self) {
                throw Cycle(path: [self])
            }
            guard lifetime.isShared else {
                return try run(for: nil, of: injector, in: storage, observing: observing, make: make)
            }
            while true {
                if let cell = try claim(in: storage) {
                    return try run(for: cell, of: injector, in: storage, observing: observing, make: make)
                }
                if let instance = shared(in: storage) {
                    return instance
                }
            }
        } catch {
            throw InjectionError(explaining: error, request, for: self)
        }
    }

    @inline(never)
    private func shared(in storage: Storage) -> P? {
        storage.lock.withLock { instance }
    }

    /// Waits while another thread makes the shared instance.
    ///
    /// - Returns: The cell that this thread has to fill, nil if the instance is made.
    /// - Throws: `Cycle`.
    @inline(never)
    private func claim(in storage: Storage) throws -> Cell<P>? {
        while true {
            let (claimed, awaited): (Cell<P>?, Making?) = storage.lock.withLock {
                switch cell.state {
                case .made:
                    return (nil, nil)
                case .making(let making):
                    return (nil, making)
                case .empty:
                    cell.state = .making(Making(of: self))
                    return (cell, nil)
                }
            }
            guard let awaited else {
                return claimed
            }
            try awaited.wait()
        }
    }

    /// Runs the initializer as a making of this thread, which fills `cell` if there is one.
    ///
    /// Makings nest as deep as the graph, so this and its callers are kept to few and small frames.
    @inline(never)
    private func run(
        for cell: Cell<P>?,
        of injector: Injector,
        in storage: Storage,
        observing: Bool,
        make: (() -> P)?
    ) throws -> P {
        let observer = observing ? Observer() : nil
        Makings.begin(self, observer: observer)
        var isFilled = false
        defer {
            Makings.end()
            if let observer {
                record(observer, in: storage)
            }
            if !isFilled {
                cell?.abandon(in: storage)
            }
        }
        let instance = try call(of: injector, make: make)
        cell?.fill(instance, in: storage)
        isFilled = true
        return instance
    }

    @inline(__always)
    private func call(of injector: Injector, make: (() -> P)?) throws -> P {
        if let make {
            return make()
        }
        guard let initializer else {
            throw NoInitializer(injector: injector)
        }
        try initializer.checkIsolation()
        return try initializer.make(injector)
    }

    @inline(never)
    private func record(_ observer: Observer, in storage: Storage) {
        storage.lock.withLock { observations = observer.keys }
    }
}
