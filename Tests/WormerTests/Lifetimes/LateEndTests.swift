import Foundation
import Testing

@testable import Wormer

@Suite("end() waits for instances under construction")
struct LateEndTests {
    /// The construction that `end()` waits for.
    enum Construction: CaseIterable, Sendable {
        case byATask, byAThread, byATaskForAParameter

        /// Binds `Piece`, whose construction starts with `begin` and ends after `mayEnd`.
        func bind(
            in injector: Injector,
            _ lifetime: Lifetime,
            mayEnd: Gate,
            begin: @escaping @Sendable () -> Void,
            onEnd: @escaping @Sendable (Piece) async throws -> Void
        ) {
            switch self {
            case .byATask, .byATaskForAParameter:
                let factory = Factory<Piece>.async {
                    begin()
                    await mayEnd.pass()
                    return Piece("late")
                }.onEnd(onEnd)
                injector.bind(Piece.self, lifetime: lifetime, to: factory)
                injector.bind(String.self, to: .using { (piece: Piece) in piece.name })
            case .byAThread:
                let pieceFactory = Factory<Piece>.make {
                    begin()
                    let isOpen = DispatchSemaphore(value: 0)
                    Task {
                        await mayEnd.pass()
                        isOpen.signal()
                    }
                    isOpen.wait()
                    return Piece("late")
                }.onEnd(onEnd)
                injector.bind(Piece.self, lifetime: lifetime, to: pieceFactory)
            }
        }

        func request(from injector: Injector, _ got: @escaping @Sendable (String?) -> Void) {
            switch self {
            case .byATask: Task { got(try? await injector.asyncInstance(for: Piece.self).name) }
            case .byATaskForAParameter: Task { got(try? await injector.asyncInstance(for: String.self)) }
            case .byAThread: Thread.detachNewThread { got(injector.safeInstance(for: Piece.self)?.name) }
            }
        }
    }

    @Test(
        "end() waits for a construction, ends its instance in order and collects the error",
        arguments: Construction.allCases,
        [Lifetime.singleton, .scope(.session)]
    )
    func awaited(construction: Construction, lifetime: Lifetime) async throws {
        try await underWatchdog(rounds: 50) { (injector, round) async throws in
            let journal = Journal()
            let hasBegun = Gate()
            let mayEnd = Gate()
            let got = Shared<String?>(nil)
            let hasGot = Gate()
            injector.bindAwaitedPiece("early", lifetime, id: "early", journal)
            _ = injector.instance(for: Piece.self, id: "early")
            construction.bind(in: injector, lifetime, mayEnd: mayEnd) {
                Task { await hasBegun.open() }
            } onEnd: { piece in
                await Task.yield()
                journal.note("\(piece.name) ended")
                if round % 2 == 1 { throw PlannedFailure(description: "late") }
            }
            construction.request(from: injector) { name in
                got.change { $0 = name }
                Task { await hasGot.open() }
            }
            await hasBegun.pass()
            let isEnding = Gate()
            let ending = Task { () async throws -> [String] in
                await isEnding.open()
                return try await errorsOfEnds { try await injector.end() }
            }
            await isEnding.pass()
            for _ in 0..<10 { await Task.yield() }
            #expect(journal.entries == [])
            await mayEnd.open()
            #expect(try await ending.value == (round % 2 == 1 ? ["late"] : []))
            #expect(journal.entries == ["late ended", "early ended"])
            await hasGot.pass()
            #expect(got.value == "late")
            try await injector.end()
            #expect(journal.entries.count == 2)
        }
    }

    @Test("end() waits for a failing construction and ends nothing")
    func failing() async throws {
        try await underWatchdog(rounds: 100) { (injector, _) async throws in
            let hasBegun = Gate()
            let mayEnd = Gate()
            let factory = Factory<Piece>.async { () async throws -> Piece in
                await hasBegun.open()
                await mayEnd.pass()
                throw PlannedFailure(description: "no")
            }.onEnd { _ in Issue.record("an 'onEnd' ran without an instance") }
            injector.bind(Piece.self, lifetime: .singleton, to: factory)
            let request = Task { try await injector.asyncInstance(for: Piece.self) }
            await hasBegun.pass()
            let ending = Task { try await injector.end() }
            await mayEnd.open()
            try await ending.value
            await #expect(throws: InjectionError.self) { try await request.value }
        }
    }

    @Test(
        "An initializer that calls end() ends the other instances, and end() does not wait for it",
        arguments: [false, true]
    )
    func insideAConstruction(insideAnother: Bool) async throws {
        try await underWatchdog(rounds: 100) { (injector, _) async throws in
            let journal = Journal()
            injector.bindPiece("other", .singleton, id: "other", journal)
            _ = injector.instance(for: Piece.self, id: "other")
            let factory = Factory<Piece>.async { [unowned injector] in
                try await injector.end()
                return Piece("caller")
            }.onEnd { journal.note("\($0.name) ended") }
            injector.bind(Piece.self, lifetime: .singleton, to: factory)
            injector.bind(
                String.self,
                lifetime: .singleton,
                to: .async { [unowned injector] in try await injector.asyncInstance(for: Piece.self).name }.onEnd {
                    _ in journal.note("string ended")
                }
            )
            if insideAnother {
                #expect(try await injector.asyncInstance(for: String.self) == "caller")
            } else {
                #expect(try await injector.asyncInstance(for: Piece.self).name == "caller")
            }
            #expect(journal.entries.first == "other ended")
            #expect(await eventually { journal.entries.count == (insideAnother ? 3 : 2) })
        }
    }

    @Test("Two initializers that call end() at the same time do not wait for each other")
    func twoConstructions() async throws {
        try await underWatchdog(rounds: 100) { (injector, _) async throws in
            let ended = Shared(0)
            let gates = [Gate(), Gate()]
            for number in 0..<2 {
                let factory = Factory<Piece>.async { [unowned injector] in
                    await gates[number].open()
                    await gates[1 - number].pass()
                    try await injector.end()
                    return Piece("\(number)")
                }.onEnd { _ in ended.increment() }
                injector.bind(Piece.self, id: number, lifetime: .singleton, to: factory)
            }
            async let one = injector.asyncInstance(for: Piece.self, id: 0)
            async let other = injector.asyncInstance(for: Piece.self, id: 1)
            #expect(try await one.name == "0")
            #expect(try await other.name == "1")
            #expect(await eventually { ended.value == 2 })
        }
    }
}
