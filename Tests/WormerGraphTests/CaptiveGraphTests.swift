import Testing
import Wormer
import WormerGraph

private protocol Clock: Sendable {}
private final class UploadClock: Clock, Plugin {
    let name = "clock"
}
private final class Shelf: Sendable {
    init(_ part: any Sendable) {}
}
private struct Wrapper: Sendable { let clock: any Clock }

extension Scope {
    fileprivate static let visit = Scope("visit"), upload = Scope("upload", inside: .visit)
}

@Suite("verify() finds a captive instance wherever it hides, and says what the keeper can change")
struct CaptiveGraphTests {
    private let injector = Injector(parent: nil)

    /// The reasons and the advice of all faults.
    private var advice: [String] {
        do {
            try injector.verify()
            return []
        } catch {
            return error.faults.map { fault in
                "\(fault.reason.map(\.name) ?? ""): "
                    + (fault.description.components(separatedBy: "; ").last ?? "")
            }
        }
    }

    /// Checks that a lookup of the shelf fails like the verification.
    private func checkThatLookupsFail(_ error: String, in injector: Injector? = nil) throws {
        let injector = injector ?? self.injector
        try injector.withScope(.visit) {
            try injector.withScope(.upload) {
                let failure = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Shelf.self) }
                #expect(failure?.reason.name == "captiveDependency")
                #expect(failure?.description.contains(error) == true)
            }
        }
    }

    @Test(
        "A `.resolution` instance on the way lives as long as what holds it",
        arguments: [Lifetime.scope(.visit), .weak, .scope(.alwaysOpen("forever"))]
    )
    func throughResolution(lifetime: Lifetime) throws {
        injector.bind(UploadClock.self, lifetime: .scope(.upload), to: .make { UploadClock() })
        injector.bind(Clock.self, lifetime: .resolution, to: .using { (clock: UploadClock) in clock })
        injector.bind(Wrapper.self, to: .using(Wrapper.init))
        injector.bind(Piece.self, lifetime: .resolution, to: .using { (_: Wrapper?) in Piece() })
        injector.bind(Shelf.self, lifetime: lifetime, to: .using { (piece: Piece) in Shelf(piece) })
        #expect(advice == ["captiveDependency: take a parameter 'piece: Provider<Piece>' instead"])
        try checkThatLookupsFail("Take a parameter 'piece: Provider<Piece>' instead, and call it for each use.")
    }

    @Test("Contributions, children and lookups in closures are on the way, too")
    func otherWays() throws {
        injector.bind(UploadClock.self, lifetime: .scope(.upload), to: .make { UploadClock() })
        injector.contribute(to: Plugin.self, lifetime: .resolution, .using { (clock: UploadClock) in clock })
        injector.bindMake(Piece.self, lifetime: .resolution) { injector in
            Piece(injector.safeInstance(for: [any Plugin].self).map { "\($0.count)" } ?? "none")
        }
        try injector.withScope(.visit) { try injector.withScope(.upload) { _ = injector.instance(for: Piece.self) } }
        let child = Injector(parent: injector)
        child.bind(Shelf.self, lifetime: .scope(.visit), to: .using { (piece: Piece) in Shelf(piece) })
        #expect(advice == [])
        let error = #expect(throws: VerificationError.self) { try child.verify() }
        #expect(error?.faults.map(\.reason?.name) == ["captiveDependency"])
        #expect(error?.description.hasSuffix("take a parameter 'piece: Provider<Piece>' instead") == true)
    }

    @Test("A `.resolution` instance may hold what its own holder may hold")
    func allowed() throws {
        injector.bind(UploadClock.self, lifetime: .scope(.upload), to: .make { UploadClock() })
        injector.bind(Clock.self, lifetime: .resolution, to: .using { (clock: UploadClock) in clock })
        injector.bind(Piece.self, lifetime: .resolution, to: .using { (_: Provider<UploadClock>) in Piece() })
        injector.bind(Shelf.self, lifetime: .scope(.upload), to: .using { (clock: any Clock) in Shelf(clock) })
        injector.bind(Shelf.self, id: "visit", lifetime: .scope(.visit), to: .using { (piece: Piece) in Shelf(piece) })
        #expect(advice == [])
        try injector.withScope(.visit) {
            try injector.withScope(.upload) {
                _ = try injector.throwingInstance(for: Shelf.self)
                _ = try injector.throwingInstance(for: Shelf.self, id: "visit")
            }
        }
    }

    @Test("The advice is about the parameter of the keeper, behind an alias and a transient struct")
    func alias() throws {
        injector.bind(UploadClock.self, lifetime: .scope(.upload), to: .make { UploadClock() })
        injector.bind(Clock.self, to: .using { (clock: UploadClock) in clock })
        injector.bind(Shelf.self, lifetime: .singleton, to: .using { (clock: any Clock) in Shelf(clock) })
        #expect(advice == ["captiveDependency: take a parameter 'clock: Provider<Clock>' instead"])
        try checkThatLookupsFail("Take a parameter 'clock: Provider<Clock>' instead, and call it for each use.")
        injector.bind(Wrapper.self, to: .using(Wrapper.init))
        injector.bind(Shelf.self, lifetime: .singleton, to: .using { (wrapper: Wrapper) in Shelf(wrapper) })
        #expect(advice == ["captiveDependency: take a parameter 'wrapper: Provider<Wrapper>' instead"])
        try checkThatLookupsFail("Take a parameter 'wrapper: Provider<Wrapper>' instead")
    }

    @Test("The advice takes a provider of an optional, an array or a dictionary if the keeper takes one")
    func shapes() throws {
        injector.bind(UploadClock.self, lifetime: .scope(.upload), to: .make { UploadClock() })
        injector.contribute(to: Plugin.self, id: 3, .using { (clock: UploadClock) in clock })
        injector.bind(Clock.self, id: 1, to: .using { (clock: UploadClock) in clock })
        injector.bind(Shelf.self, lifetime: .weak, to: .using { (clock: UploadClock?) in Shelf(clock) })
        #expect(advice == ["captiveDependency: take a parameter 'uploadClock: Provider<UploadClock?>' instead"])
        injector.bind(Shelf.self, lifetime: .weak, to: .using { (all: [any Plugin]) in Shelf(all) })
        #expect(advice == ["captiveDependency: take a parameter 'plugin: Provider<[Plugin]>' instead"])
        injector.bind(Shelf.self, lifetime: .weak, to: .using { (all: [Int: any Clock]) in Shelf(all) })
        #expect(advice == ["captiveDependency: take a parameter 'clock: Provider<[Int: Clock]>' instead"])
    }
}
