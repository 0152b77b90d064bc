import Testing
@testable import Wormer

@Suite("The order in which singletons are made")
struct PreparationOrderTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    /// Binds a singleton that says when it is made.
    private func bind(_ id: Int) {
        injector.bind(
            Piece.self,
            id: id,
            lifetime: .singleton,
            to: .make { [journal] in
                journal.note("\(id)")
                return Piece("\(id)")
            }
        )
    }

    @Test("What the parameters name is made before, also through what is not shared")
    func order() async throws {
        injector.bind(
            Int.self,
            lifetime: .singleton,
            to: .using { [journal] (value: Int8) in
                journal.note("last")
                return Int(value)
            }
        )
        injector.bind(Int8.self, to: .using { (value: Int16, _: [any Plugin]) in Int8(value) })
        injector.bind(
            Int16.self,
            lifetime: .singleton,
            to: .async { [journal] in
                await Task.yield()
                journal.note("first")
                return 1
            }
        )
        injector.contribute(
            to: Plugin.self,
            lifetime: .singleton,
            .using { [journal] (_: Int16) in
                journal.note("second")
                return NamedPlugin(name: "plugin")
            }
        )
        try await underWatchdog { try await injector.prepare() }
        #expect(journal.entries == ["first", "second", "last"])
    }

    // Defect: both began, and the one that was first on the actor found the other under way.
    @Test("Closures of the main actor may ask for each other, in either order")
    func mainActorClosures() async throws {
        for _ in 0..<50 {
            let injector = Injector(parent: nil)
            for id in [1, 3] {
                injector.bind(
                    Piece.self,
                    id: id,
                    lifetime: .singleton,
                    to: .onMainActor { [unowned injector] in try injector.throwingInstance(for: Piece.self, id: 2) }
                )
            }
            injector.bind(Piece.self, id: 2, lifetime: .singleton, to: .onMainActor { Piece() })
            try await underWatchdog { try await injector.prepare() }
            #expect(injector.instance(for: Piece.self, id: 1) === injector.instance(for: Piece.self, id: 3))
        }
    }

    @Test("Those that do not need each other are made at the same time")
    func concurrently() async throws {
        let gates = (Gate(), Gate())
        injector.bind(
            Int.self,
            lifetime: .singleton,
            to: .async {
                await gates.0.open()
                await gates.1.pass()
                return 1
            }
        )
        injector.bind(
            Int8.self,
            lifetime: .singleton,
            to: .async {
                await gates.1.open()
                await gates.0.pass()
                return 1
            }
        )
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Int.self) == 1)
    }

    @Test("A closure may ask synchronously for what is awaited or made on the main actor, since that is made before")
    func closures() async throws {
        for id in 0..<10 {
            injector.bind(
                Piece.self,
                id: id,
                lifetime: .singleton,
                to: .make { injector in
                    Piece(
                        injector.instance(for: String.self)
                            + "\(ObjectIdentifier(injector.instance(for: PreparedScreen.self)))"
                    )
                }
            )
        }
        injector.bind(
            PreparedScreen.self,
            lifetime: .singleton,
            to: .onMainActor { [injector = Unowned(injector)] in
                #expect(injector.object.instance(for: String.self) == "awaited")
                return PreparedScreen()
            }
        )
        injector.bind(
            String.self,
            lifetime: .singleton,
            to: .async {
                await Task.yield()
                return "awaited"
            }
        )
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: [Int: Piece].self).count == 10)
    }

    @Test("A closure that an asynchronous factory names comes after the asynchronous ones that do not need it")
    func neededClosures() async throws {
        // Its name comes first, and without an order it would be made as a parameter before the other.
        injector.bind(
            Bool.self,
            lifetime: .singleton,
            to: .asyncUsing { (piece: Piece) async in piece.name == "awaited" }
        )
        injector.bind(
            Piece.self,
            lifetime: .singleton,
            to: .make { injector in Piece(injector.instance(for: String.self)) }
        )
        injector.bind(
            String.self,
            lifetime: .singleton,
            to: .async {
                await Task.yield()
                return "awaited"
            }
        )
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Bool.self))
    }

    @Test("A cycle of parameters is one error, and does not keep the others from being made")
    func cycles() async throws {
        bind(1)
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (value: Int16) in Int8(value) })
        injector.bind(Int16.self, lifetime: .singleton, to: .asyncUsing { (value: Int8) async in Int16(value) })
        injector.bind(Int.self, lifetime: .singleton, to: .using { (value: Int8) in Int(value) })
        let error = await underWatchdog {
            await #expect(throws: PreparationError.self) { try await injector.prepare() }
        }
        #expect(error?.errors.count == 1)
        guard case .cycle? = error?.errors.first?.reason else {
            Issue.record("another reason: \(String(describing: error))")
            return
        }
        #expect(journal.entries == ["1"])
    }

    @Test("A provider is no need: what it gives may fail, and may ask for its owner")
    func providers() async throws {
        injector.bind(Bool.self, lifetime: .singleton, to: .async { throw PlannedFailure(description: "no network") })
        injector.bind(Int.self, lifetime: .singleton, to: .using { (value: Provider<Bool>) in 1 })
        let error = await #expect(throws: PreparationError.self) { try await injector.prepare() }
        #expect(error?.errors.count == 1)
        #expect(injector.graph.nodes.filter { $0.binding?.isMade == true }.map(\.interface) == ["Int"])
        injector.reset()
        injector.bind(Int8.self, lifetime: .singleton, to: .using { (value: Provider<Int16>) in 1 })
        injector.bind(Int16.self, lifetime: .singleton, to: .asyncUsing { (value: Int8) async in Int16(value) })
        try await underWatchdog { try await injector.prepare() }
        #expect(injector.instance(for: Int16.self) == 1)
    }
}

/// Refers to an object that outlives it.
private struct Unowned<Object: AnyObject & Sendable>: Sendable {
    unowned let object: Object

    init(_ object: Object) {
        self.object = object
    }
}
