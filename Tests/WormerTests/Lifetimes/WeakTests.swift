import Testing
import Wormer

@Suite("The lifetime 'weak' shares an instance while a reference to it exists")
struct WeakTests {
    let injector = Injector(parent: nil)

    @Test("A weak instance is shared while a reference exists and is created again afterwards")
    func sharedWhileHeld() {
        let journal = Journal()
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece("piece", journal) })
        var first: Piece? = injector.instance()
        var second: Piece? = injector.instance()
        #expect(first === second)
        first = nil
        #expect(journal.entries == [])
        second = nil
        #expect(journal.entries == ["piece gone"])
        let third: Piece = injector.instance()
        #expect(third === injector.instance(for: Piece.self))
    }

    @Test("A weak instance is shared behind a protocol and with an identifier")
    func existentials() {
        injector.bind(EventBus.self, lifetime: .weak, to: .make { LocalEventBus() })
        injector.bind(Plugin.self, id: 1, lifetime: .weak, to: .make { SharedPlugin() })
        let bus: EventBus = injector.instance()
        #expect(bus === injector.instance(for: EventBus.self))
        #expect(bus.name == "local")
        let plugin: Plugin = injector.instance(id: 1)
        #expect(plugin as AnyObject === injector.instance(for: Plugin.self, id: 1) as AnyObject)
        #expect(plugin.name == "shared")
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test("A weak instance is shared behind a constrained existential, whether or not that requires a class")
    func constrainedExistentials() {
        let journal = Journal()
        injector.bind((any Source<Int>).self, lifetime: .weak, to: .make { Spring(journal) })
        var source: (any Source<Int>)? = injector.instance()
        #expect(source === injector.instance(for: (any Source<Int>).self) && source?.next() == 1)
        #expect(journal.entries == [])
        source = nil
        #expect(journal.entries == ["spring gone"])
        injector.bind((any Gauge<Int>).self, lifetime: .weak, to: .make { Dial() })
        let gauge: any Gauge<Int> = injector.instance()
        #expect(gauge as AnyObject === injector.instance(for: (any Gauge<Int>).self) as AnyObject)
        #expect(gauge.reading == 2)
    }

    @Test("A weak binding whose initializer returns a struct behind a protocol throws an error for each lookup")
    func structBehindProtocol() {
        injector.bind(API.self, lifetime: .weak, to: .make { BaseAPI() })
        for _ in 0..<2 {
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: API.self) }
            #expect(error?.reason.name == "notAnObject")
        }
    }

    @Test("end() neither ends nor replaces a weak instance")
    func surviving() async throws {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        let piece: Piece = injector.instance()
        try await injector.end()
        #expect(piece === injector.instance(for: Piece.self))
    }
}

extension WeakTests {
    private final class Spring: Source {
        private let journal: Journal

        init(_ journal: Journal) { self.journal = journal }

        func next() -> Int { 1 }

        deinit { journal.note("spring gone") }
    }

    private final class Dial: Gauge { let reading = 2 }
}

private protocol Source<Element>: AnyObject, Sendable {
    associatedtype Element
    func next() -> Element
}

private protocol Gauge<Reading>: Sendable {
    associatedtype Reading
    var reading: Reading { get }
}
