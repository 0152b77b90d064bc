import Testing
import Wormer

/// An identifier whose `hash(into:)` and `==` call a function of the test.
private func caller(_ number: Int = 0, hash: Int = 0, _ call: @escaping @Sendable () -> Void) -> CallingID {
    CallingID(number, hash: hash) { if $0 != .deinitialization { call() } }
}

@Suite("User code that the injector runs can call the injector")
struct UserCodeTests {
    /// Calls the injector in every way, with identifiers of other types.
    @Sendable private static func call(_ injector: Injector) {
        _ = injector.safeInstance(for: Int.self)
        _ = injector.safeInstance(for: String.self, id: "caller")
        _ = injector.isBound(String.self)
        injector.bind(String.self, id: "caller", to: .make { "called" })
        _ = injector.safeInstance(for: String.self, id: "caller")
        injector.unbind(String.self, id: "caller")
    }

    /// Calls the injector in every way with an identifier.
    private func useEverywhere(_ id: CallingID, of injector: Injector) {
        injector.bind(Piece.self, id: id, lifetime: .singleton, to: .make { Piece("bound") })
        let bound = injector.safeInstance(for: Piece.self, id: AnyHashable(id))
        #expect(bound?.name == "bound" && injector.instance(for: Piece.self, id: id) === bound)
        #expect(injector.isBound(Piece.self, id: id))
        injector.decorate(Piece.self, id: id) { (piece: Piece) in Piece("decorated \(piece.name)") }
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "decorated bound")
        injector.contribute(to: Int.self, id: id, .make { 7 })
        #expect(injector.instances(for: Int.self).contains(7))
        injector.assign(Piece("assigned"), to: Key(Piece.self, id: id), at: CodeLocation(fileID: #fileID, line: #line))
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "assigned")
        injector.registry.unassign(Key(Piece.self, id: id))
        #expect(injector.safeInstance(for: Piece.self, id: id)?.name == "decorated bound")
        injector.registry.reset(.singleton)
        injector.unbind(Int.self, id: id)
        injector.unbind(Piece.self, id: id)
        #expect(injector.safeInstance(for: Piece.self, id: id) == nil)
        injector.unbindAll()
    }

    @Test(
        "hash(into:) and == of an identifier can call the injector in every operation",
        arguments: [false, true],
        [false, true]
    )
    func identifiers(sharingAHash: Bool, insideAnOverride: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            injector.bind(Int.self, lifetime: .singleton, to: .make { 1 })
            let calls = Shared(0)
            func identifier(_ number: Int) -> CallingID {
                caller(number, hash: sharingAHash ? 0 : number) { [unowned injector] in
                    calls.increment()
                    UserCodeTests.call(injector)
                }
            }
            inOverride(insideAnOverride ? Override() : nil) {
                for round in 0..<20 {
                    for number in 0..<4 { useEverywhere(identifier(number), of: injector) }
                    injector.bind(Piece.self, id: identifier(round), to: .make { Piece() })
                    if insideAnOverride {
                        inOverride(Override()) { useEverywhere(identifier(round), of: injector) }
                    }
                }
                injector.registry.removeAssigned()
                injector.unbind(Piece.self, id: identifier(0))
                #expect(injector.safeInstance(for: Piece.self, id: identifier(0)) == nil)
            }
            #expect(calls.value > 1_000)
        }
    }

    @Test("An initializer can look up an identifier that calls the injector")
    func recordedIdentifiers() {
        underWatchdog {
            let injector = Injector(parent: nil)
            injector.bindMake(String.self) { [unowned injector] in
                for number in 0..<8 {
                    let id = caller(number / 2) { [unowned injector] in UserCodeTests.call(injector) }
                    _ = injector.safeInstance(for: Piece.self, id: id)
                }
                return "requested"
            }
            #expect(injector.instance(for: String.self) == "requested")
            #expect(injector.instance(for: String.self) == "requested")
        }
    }

    /// User code that a lookup runs.
    enum Place: CaseIterable, Sendable {
        case transient, singleton, hash, equality, deinitialization

        /// Makes a lookup that runs `body`.
        func enter(_ injector: Injector, _ body: @escaping @Sendable () -> Void) {
            switch self {
            case .transient, .singleton:
                injector.bindMake(Piece.self, lifetime: self == .singleton ? .singleton : .transient) {
                    body()
                    return Piece()
                }
                _ = injector.instance(for: Piece.self)
            case .hash, .equality:
                let calls = Shared(0)
                injector.bind(Piece.self, id: caller {}, to: .make { Piece() })
                let id = caller { if calls.increment() == (self == .hash ? 0 : 1) { body() } }
                _ = injector.safeInstance(for: Piece.self, id: id)  // which the other thread may have removed
            case .deinitialization:
                injector.bind(Product.self, lifetime: .weak, to: .make { Product(body) })
                _ = injector.instance(for: Product.self)
            }
        }
    }

    @Test("A thread binds while another thread runs an initializer, a hash function, a comparison or a deinit")
    func otherThread() {
        underWatchdog {
            for place in Place.allCases {
                let (injector, hasBegun, mayEnd) = (Injector(parent: nil), Shared(0), Shared(0))
                onThreads(2) { thread in
                    guard thread == 1 else {
                        return place.enter(injector) {
                            hasBegun.increment()
                            mayEnd.spin(until: 1)
                        }
                    }
                    hasBegun.spin(until: 1)
                    for number in 0..<10 {
                        injector.bind(Int.self, to: .make { number })
                        #expect(injector.instance(for: Int.self) == number)
                        injector.bind(Piece.self, to: .make { Piece() })
                        injector.unbind(Piece.self, id: number)
                        injector.unbind(Piece.self)
                    }
                    injector.unbindAll()
                    mayEnd.increment()
                }
            }
        }
    }
}
