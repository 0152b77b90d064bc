import Foundation
import Testing

@testable import Wormer

@Suite("reset(_:id:) drops and ends the instance of one binding")
struct ResettingTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    private func piece(_ id: AnyHashable? = nil) -> Piece { injector.instance(for: Piece.self, id: id) }

    @Test(
        "The instance ends before the call returns, and the next lookup creates another one",
        arguments: [Lifetime.singleton, .scope(.session)]
    )
    func kept(lifetime: Lifetime) {
        for id in [AnyHashable?.none, 1, "x"] {
            let journal = Journal()
            injector.bindPiece("piece", lifetime, id: id, journal)
            injector.bindPiece("other", lifetime, id: "other", journal)
            let (first, other) = (piece(id), piece("other"))
            injector.reset(Piece.self, id: id)
            #expect(journal.entries == ["piece ended"])
            #expect(piece(id) !== first && piece("other") === other)
            injector.reset(Piece.self, id: id)
            injector.reset(Piece.self, id: id)
            #expect(journal.entries == ["piece ended", "piece ended"])
        }
    }

    @Test("A weak instance, which others still hold, is created again")
    func weak() {
        injector.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        let first = piece()
        injector.reset(Piece.self)
        let second = piece()
        #expect(first !== second && piece() === second)
    }

    @Test("Nothing happens to an unbound, a transient and a resolution binding, nor to a value")
    func nothingKept() {
        injector.reset(Piece.self)
        injector.bind(Piece.self, to: .make { Piece() })
        injector.bind(Piece.self, id: 1, lifetime: .resolution, to: .make { Piece() })
        injector.bind(Int.self, to: .value(3))
        injector.reset(Piece.self)
        injector.reset(Piece.self, id: 1)
        injector.reset(Int.self)
        _ = piece(1)
        #expect(injector.instance(for: Int.self) == 3)
    }

    @Test("An end that must be awaited runs in a task of its own, and the injector's end waits for it")
    func awaited() async throws {
        let mayEnd = Gate()
        let factory = Factory<Piece>.make { Piece() }.onEnd { [journal] _ async in
            await mayEnd.pass()
            journal.note("ended")
        }
        injector.bind(Piece.self, lifetime: .singleton, to: factory)
        let first = piece()
        injector.reset(Piece.self)
        #expect(journal.entries == [])
        #expect(piece() !== first)
        injector.reset(Piece.self)
        await mayEnd.open()
        try await injector.end()
        #expect(journal.entries == ["ended", "ended"])
    }

    @Test("The instance of an open scope is dropped where lookups find it, and a provided value stays")
    func scoped() async throws {
        let receipts = Injector.withProvidedValues()
        injector.bindPiece("piece", .scope(.request), journal)
        injector.reset(Piece.self)
        try await injector.withScope(.request) {
            let outer = piece()
            try await injector.withScope(.request) {
                _ = piece()
                injector.reset(Piece.self)
                #expect(journal.entries == ["piece ended"])
                _ = piece()
            }
            #expect(journal.entries == ["piece ended", "piece ended"])
            #expect(piece() === outer)
            injector.reset(Piece.self)
            #expect(piece() !== outer)
        }
        #expect(journal.entries.count == 4)
        try injector.begin(.request)
        let begun = piece()
        injector.reset(Piece.self)
        #expect(piece() !== begun)
        try await injector.end(.request)
        #expect(journal.entries.count == 6)

        let visitor: any Visitor = Guest(name: "Ada")
        try await receipts.withScope(.request, providing: Ticket(number: 1), visitor) {
            let receipt: Receipt = receipts.instance()
            receipts.reset(Ticket.self)
            receipts.reset(Receipt.self)
            #expect(receipts.instance(for: Receipt.self) !== receipt)
            #expect(receipts.instance(for: Receipt.self).text == "1 for Ada")
        }
    }

    @Test("A decorated instance and a contribution are created again, at their places")
    func decorated() {
        injector.bind(
            API.self,
            lifetime: .singleton,
            to: .make { [journal] in
                journal.note("created")
                return BaseAPI()
            }
        )
        injector.decorate(API.self) { (base: any API) in LoggingAPI(base) }
        #expect(injector.instance(for: API.self).text == "log(base)")
        injector.reset(API.self)
        #expect(injector.instance(for: API.self).text == "log(base)")
        #expect(journal.entries == ["created", "created"])

        injector.contribute(to: Plugin.self, id: "a", lifetime: .singleton, .make { SharedPlugin(name: "a") })
        injector.contribute(to: Plugin.self, id: "b", lifetime: .singleton, .make { SharedPlugin(name: "b") })
        let first = injector.instances(for: Plugin.self)[0] as? SharedPlugin
        injector.reset(Plugin.self, id: "a")
        #expect(injector.plugins == ["a", "b"])
        #expect(injector.instances(for: Plugin.self)[0] as? SharedPlugin !== first)
    }

    @Test("In a child, the binding that its lookups find is meant: its own, or else the parent's")
    func child() {
        let child = Injector(parent: injector)
        injector.bindPiece("parent", .singleton, journal)
        let ofParent = child.instance(for: Piece.self)
        child.reset(Piece.self)
        #expect(journal.entries == ["parent ended"] && piece() !== ofParent)
        child.bindPiece("child", .singleton, journal)
        let (kept, _) = (piece(), child.instance(for: Piece.self))
        child.reset(Piece.self)
        #expect(journal.entries == ["parent ended", "child ended"] && piece() === kept)
    }

    @Test("In an override, only lookups inside get another instance, and the one outside doesn't end")
    func override() {
        injector.bindPiece("outside", .singleton, journal)
        injector.bindPiece("unseen", .singleton, id: 1, journal)
        let outside = piece()
        let override = Override()
        inOverride(override) {
            injector.reset(Piece.self)
            let inside = piece()
            #expect(inside !== outside && piece() === inside)
            inOverride {
                #expect(piece() === inside)
                injector.reset(Piece.self)
                #expect(piece() !== inside)
            }
            #expect(piece() === inside)
            #expect(journal.entries == [])
            injector.reset(Piece.self)
            #expect(journal.entries == ["outside ended"])
            injector.reset(Piece.self, id: 1)
        }
        #expect(piece() === outside)
        let unseen = piece(1)
        inOverride(override) { #expect(piece(1) !== unseen) }
    }

    @Test("In an override, the instance of a scope outside is not used any more, even after a second reset")
    func overriddenScope() async throws {
        injector.bindPiece("piece", .scope(.request), journal)
        try await injector.withScope(.request) {
            let outside = piece()
            func resetTwice() {
                injector.reset(Piece.self)
                let inside = piece()
                #expect(inside !== outside)
                injector.reset(Piece.self)
                #expect(piece() !== outside && piece() !== inside)
                #expect(journal.entries == ["piece ended"])
            }
            func override() { Override().run(resetTwice) }
            override()
            #expect(journal.entries == ["piece ended", "piece ended"])
            #expect(piece() === outside)
        }
        #expect(journal.entries.count == 3)
    }

    @Test(
        "An instance under construction is not kept, ends when it's complete, and those who wait look again",
        arguments: [Lifetime.singleton, .scope(.session), .scope(.request)]
    )
    func underConstruction(lifetime: Lifetime) async throws {
        let (hasBegun, mayEnd, number) = (Gate(), Gate(), Shared(0))
        let factory = Factory<Piece>.async {
            let number = number.increment()
            if number == 0 {
                await hasBegun.open()
                await mayEnd.pass()
            }
            return Piece("\(number)")
        }.onEnd { [journal] in journal.note("\($0.name) ended") }
        injector.bind(Piece.self, lifetime: lifetime, to: factory)
        try await injector.withScope(.request) {
            async let first = injector.asyncInstance(for: Piece.self)
            await hasBegun.pass()
            injector.reset(Piece.self)
            let second = try await injector.asyncInstance(for: Piece.self)
            #expect(second.name == "1" && journal.entries == [])
            await mayEnd.open()
            #expect(try await first === second)
            #expect(await eventually { journal.entries == ["0 ended"] })
            #expect(try await injector.asyncInstance(for: Piece.self) === second)
        }
    }

    @Test("Resets, lookups and ends at the same time end each instance once")
    func atOnce() async throws {
        try await underWatchdog(rounds: 200) { (injector, _) async throws in
            let (created, ended) = (Tally(), Tally())
            let factory = Factory<Piece>.make {
                created.increment()
                return Piece()
            }.onEnd { _ in ended.increment() }
            injector.bind(Piece.self, lifetime: .singleton, to: factory)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            switch number % 4 {
                            case 0: injector.reset(Piece.self)
                            case 1: try? await injector.end()
                            default: _ = injector.instance(for: Piece.self)
                            }
                        }
                    }
                }
            }
            try await injector.end()
            #expect(await eventually { created.count == ended.count })
        }
    }
}
