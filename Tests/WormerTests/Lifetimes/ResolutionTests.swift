import Testing
import Wormer

@Suite("The lifetime 'resolution' shares an instance within one outermost lookup")
struct ResolutionTests {
    struct Left { let piece: Piece }
    struct Right { let piece: Piece }
    struct Top {
        let left: Left
        let right: Right
    }

    let injector = Injector(parent: nil)

    private func bindDiamond() {
        injector.bind(Piece.self, lifetime: .resolution, to: .make { Piece() })
        injector.bind(Left.self, to: .using(Left.init(piece:)))
        injector.bind(Right.self, to: .make { [unowned injector] in Right(piece: try injector.throwingInstance()) })
        injector.bind(Top.self, to: .using(Top.init(left:right:)))
    }

    @Test("Both branches of a diamond share a resolution instance, and two outermost lookups do not")
    func diamond() {
        bindDiamond()
        // The first run takes the slow path, which records requests. The others take the fast path.
        let tops = (0..<3).map { _ in injector.instance(for: Top.self) }
        #expect(tops.allSatisfy { $0.left.piece === $0.right.piece })
        #expect(Set(tops.map { ObjectIdentifier($0.left.piece) }).count == 3)
        #expect(injector.instance(for: Piece.self) !== injector.instance(for: Piece.self))
    }

    @Test("A parent, its child and an override share an instance in one resolution")
    func parentsAndOverrides() {
        bindDiamond()
        struct Above {
            let top: Top
            let piece: Piece
        }
        let child = Injector(parent: injector)
        child.bind(Above.self, to: .using(Above.init(top:piece:)))
        let above: Above = child.instance()
        #expect(above.piece === above.top.left.piece)

        injector.bindMake(Above.self) { [unowned injector] in
            let piece: Piece = injector.instance()
            return Above(top: inOverride { injector.instance() }, piece: piece)
        }
        let overridden: Above = injector.instance()
        #expect(overridden.piece === overridden.top.right.piece)
    }

    @Test("A resolution instance is released after the outermost lookup, even if that fails")
    func releasing() {
        let journal = Journal()
        injector.bind(Piece.self, lifetime: .resolution, to: .make { Piece("piece", journal) })
        injector.bind(String.self, to: .using { (piece: Piece, _: Piece) in piece.name })
        #expect(injector.instance(for: String.self) == "piece")
        #expect(journal.entries == ["piece gone"])
        let factory = Factory<String>.using { (_: Piece) -> String in
            throw PlannedFailure(description: "no")
        }
        injector.bind(String.self, to: factory)
        #expect(injector.safeInstance(for: String.self) == nil)
        #expect(journal.entries == ["piece gone", "piece gone"])
    }

    @Test("The rest of a resolution shares an instance that is created after a failure")
    func sharingAfterFailure() {
        struct Attempt { let isMade: Bool }
        let tally = Tally()
        injector.bind(Attempt.self, to: .make { Attempt(isMade: $0.safeInstance(for: Piece.self) != nil) })
        injector.bindMake([Piece].self) {
            _ = $0.instance(for: Attempt.self)
            return [$0.safeInstance(for: Piece.self), $0.safeInstance(for: Piece.self)].compactMap(\.self)
        }
        #expect(injector.instance(for: [Piece].self).isEmpty)
        injector.bind(Attempt.self, to: .make { Attempt(isMade: $0.safeInstance(for: Piece.self) != nil) })
        injector.bindMake(Piece.self, lifetime: .resolution) {
            guard tally.increment() > 1 else { throw PlannedFailure(description: "not yet") }
            return Piece()
        }
        let pieces = injector.instance(for: [Piece].self)
        #expect(pieces.count == 2 && pieces[0] === pieces[1])
    }
}
