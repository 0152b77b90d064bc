import Testing
import Wormer

@Suite("lifetime: wherever one binds")
struct LifetimeSpellingTests {
    private final class Plain: DefaultInitializable {
        init() {}
    }

    @MainActor private final class Screen {
        let piece: Piece
        init(piece: Piece) { self.piece = piece }
    }

    let injector = Injector(parent: nil)

    @Test("With a closure, with an initializer, without one, by name, and with 'asSingleton:' as before")
    func everyForm() {
        injector.bind(interface: Piece.self, toImplementation: Piece.self, lifetime: .singleton) { Piece("closure") }
        injector.bind(interface: String.self, toImplementation: String.self, lifetime: .singleton) { (piece: Piece) in
            piece.name
        }
        injector.bind(interface: Plain.self, toImplementation: Plain.self, lifetime: .singleton)
        injector.bind(interface: Plain.self, id: "transient", toImplementation: Plain.self, lifetime: .transient)
        injector.bindInterface(named: "named", toImplementation: Piece.self, lifetime: .singleton) { Piece() }
        #expect(injector.instance(for: Piece.self) === injector.instance(for: Piece.self))
        #expect(injector.instance(for: String.self) == "closure")
        #expect(injector.instance(for: Plain.self) === injector.instance(for: Plain.self))
        let plain = (0..<2).map { _ in injector.instance(for: Plain.self, id: "transient") }
        #expect(plain[0] !== plain[1])
        let named: [Piece?] = (0..<2).map { _ in injector.safeInstance(named: "named") }
        #expect(named[0] != nil && named[0] === named[1])
    }

    @Test("With an initializer of the main actor")
    @MainActor
    func mainActor() {
        injector.bind(interface: Piece.self, toImplementation: Piece.self, lifetime: .resolution) { Piece() }
        injector.bind(
            interface: Screen.self,
            toImplementation: Screen.self,
            lifetime: .weak,
            mainActorInitializer: Screen.init(piece:)
        )
        let screen: Screen = injector.instance()
        #expect(screen === injector.instance(for: Screen.self))
    }

    @Test("A lifetime is printed as it is meant")
    func descriptions() {
        let lifetimes: [Lifetime] = [.transient, .singleton, .weak, .resolution, .scope(.request)]
        #expect(lifetimes.map(\.description) == ["transient", "singleton", "weak", "resolution", "scope request"])
    }
}

// There, because only one trace is on at a time.
extension TraceTests {
    @Test("A trace tells what a weak, scoped or shared instance was: made or there already")
    func lifetimes() throws {
        // Defect: whatever was not kept by the table was said to be made.
        struct Traced {}
        final class TracedObject {}
        let journal = Journal()
        let injector = Injector(parent: nil)
        injector.bind(interface: Traced.self, toImplementation: Traced.self, lifetime: .scope(.request)) { Traced() }
        injector.bind(interface: TracedObject.self, toImplementation: TracedObject.self, lifetime: .weak) {
            TracedObject()
        }
        Injector.trace { event in
            guard event.interface == Traced.self || event.interface == TracedObject.self else { return }
            journal.note("\(event.interface) \(event.outcome)")
        }
        defer { Injector.trace(nil) }
        let object: TracedObject = injector.instance()
        #expect(object === injector.instance(for: TracedObject.self))
        func open() throws {
            try injector.withScope(.request) {
                for _ in 0..<2 { _ = injector.instance(for: Traced.self) }
            }
        }
        try open()
        #expect(
            journal.entries == ["TracedObject made", "TracedObject cached", "Traced made", "Traced cached"]
        )
    }
}
