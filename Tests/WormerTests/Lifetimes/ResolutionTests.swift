import Testing
import Wormer

@Suite("Instances of one resolution")
struct ResolutionTests {
    struct Left { let piece: Piece }
    struct Right { let piece: Piece }
    struct Top {
        let left: Left
        let right: Right
    }

    let injector = Injector(parent: nil)

    private func bindDiamond() {
        injector.bind(interface: Piece.self, toImplementation: Piece.self, lifetime: .resolution) { Piece() }
        injector.bind(interface: Left.self, toImplementation: Left.self, initializer: Left.init(piece:))
        injector.bind(interface: Right.self, toImplementation: Right.self) { [unowned injector] in
            Right(piece: try injector.throwingInstance())
        }
        injector.bind(interface: Top.self, toImplementation: Top.self, initializer: Top.init(left:right:))
    }

    @Test("A diamond shares its bottom; two outermost requests share nothing")
    func diamond() {
        bindDiamond()
        // The first run takes the long way, where requests are noted, the others the short one.
        let tops = (0..<3).map { _ in injector.instance(for: Top.self) }
        #expect(tops.allSatisfy { $0.left.piece === $0.right.piece })
        #expect(Set(tops.map { ObjectIdentifier($0.left.piece) }).count == 3)
        #expect(injector.instance(for: Piece.self) !== injector.instance(for: Piece.self))
    }

    @Test("Parent and child share in one resolution, and so does what an override copied")
    func parentsAndOverrides() {
        bindDiamond()
        struct Above {
            let top: Top
            let piece: Piece
        }
        let child = Injector(parent: injector)
        child.bind(interface: Above.self, toImplementation: Above.self, initializer: Above.init(top:piece:))
        let above: Above = child.instance()
        #expect(above.piece === above.top.left.piece)

        injector.bind(interface: Above.self, toImplementation: Above.self) { [unowned injector] in
            let piece: Piece = injector.instance()
            return Above(top: inOverride { injector.instance() }, piece: piece)
        }
        let overridden: Above = injector.instance()
        #expect(overridden.piece === overridden.top.right.piece)
    }

    @Test("What a resolution shared is released when it is answered, also if it fails")
    func releasing() {
        let journal = Journal()
        injector.bind(interface: Piece.self, toImplementation: Piece.self, lifetime: .resolution) {
            Piece("piece", journal)
        }
        injector.bind(interface: String.self, toImplementation: String.self) { (piece: Piece, _: Piece) in piece.name }
        #expect(injector.instance(for: String.self) == "piece")
        #expect(journal.entries == ["piece gone"])
        injector.bind(interface: String.self, toImplementation: String.self) { (_: Piece) -> String in
            throw PlannedFailure(description: "no")
        }
        #expect(injector.safeInstance(for: String.self) == nil)
        #expect(journal.entries == ["piece gone", "piece gone"])
    }

    @Test("A failure is not shared: the next request of the same resolution tries again")
    func failing() {
        let tally = Tally()
        injector.bind(interface: Piece.self, toImplementation: Piece.self, lifetime: .resolution) {
            guard tally.increment() > 1 else { throw PlannedFailure(description: "not yet") }
            return Piece()
        }
        injector.bind(interface: [String].self, toImplementation: [String].self) { [unowned injector] in
            (0..<3).map { _ in injector.safeInstance(for: Piece.self)?.name ?? "nothing" }
        }
        #expect(injector.instance(for: [String].self) == ["nothing", "piece", "piece"])
        #expect(tally.count == 2)
    }

    @Test("What needs itself in one resolution is a cycle")
    func cycle() {
        injector.bind(interface: Int.self, toImplementation: Int.self, lifetime: .resolution) { (text: String) in
            text.count
        }
        injector.bind(interface: String.self, toImplementation: String.self, lifetime: .resolution) { (number: Int) in
            "\(number)"
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self) }
        #expect(error?.path.map { "\($0.interface)" } == ["Int", "String", "Int"])
        guard case .cycle = error?.reason else {
            Issue.record("wrong reason")
            return
        }
    }
}
