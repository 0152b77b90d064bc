import Testing
import Wormer
import WormerTesting

@Suite("Errors of 'onEnd' closures are collected")
struct EndingErrorTests {
    let injector = Injector(parent: nil)
    let journal = Journal()

    /// Binds a piece whose `onEnd` records its name and throws.
    private func bindFailing(_ name: String, _ lifetime: Lifetime = .scope(.request)) {
        injector.bindMake(Piece.self, id: name, lifetime: lifetime) {
            Piece(name)
        } onEnd: { [journal] piece in
            journal.note("\(piece.name) ended")
            throw PlannedFailure(description: piece.name)
        }
    }

    private func make(_ names: String...) {
        for name in names { _ = injector.instance(for: Piece.self, id: name) }
    }

    private func descriptions(_ error: EndingError?) -> [String]? { error?.errors.map { "\($0)" } }

    @Test("A failing 'onEnd' does not stop the others, and all errors are thrown in their order")
    func collected() async throws {
        bindFailing("first")
        injector.bindAwaitedPiece("second", .scope(.request), id: "second", journal)
        bindFailing("third")
        let error = await #expect(throws: EndingError.self) {
            try await injector.withScope(.request) { make("first", "second", "third") }
        }
        #expect(journal.entries == ["third ended", "second ended", "first ended"])
        #expect(descriptions(error) == ["third", "first"])
        #expect(
            error?.description.withoutLocations == """
                2 errors while a lifetime ended:
                  - bound at WormerTests/EndingErrorTests.swift:LINE: third
                  - bound at WormerTests/EndingErrorTests.swift:LINE: first
                """
        )
    }

    @Test("'onEnd' also runs if the body throws, whose error is thrown")
    func bodyThrows() async throws {
        injector.bindPiece("sound", .scope(.request), id: "sound", journal)
        let body = await #expect(throws: PlannedFailure.self) {
            try await injector.withScope(.request) {
                make("sound")
                throw PlannedFailure(description: "body")
            }
        }
        #expect(body?.description == "body")
        #expect(journal.entries == ["sound ended"])
        bindFailing("end")
        await RunningTest.$expectation.withValue(
            RunningTest.Expectation { text, _, _, _ in
                text.withoutLocations == """
                    An 'onEnd' failed while the scope 'request' ended, whose closure threw another error.
                      error         end
                      bound at      WormerTests/EndingErrorTests.swift:LINE
                    """
            }
        ) {
            let error = await #expect(throws: PlannedFailure.self) {
                try await injector.withScope(.request) {
                    make("end")
                    throw PlannedFailure(description: "body")
                }
            }
            #expect(error?.description == "body")
        }
        #expect(journal.entries == ["sound ended", "end ended"])
    }

    @Test("A synchronous scope collects errors in the same way")
    func synchronous() throws {
        bindFailing("first")
        bindFailing("second")
        func open(failing: Bool) throws {
            try injector.withScope(.request) {
                make("first", "second")
                if failing { throw PlannedFailure(description: "body") }
            }
        }
        let sound = #expect(throws: EndingError.self) { try open(failing: false) }
        #expect(descriptions(sound) == ["second", "first"])
        RunningTest.$expectation.withValue(
            RunningTest.Expectation { text, _, _, _ in
                text.hasPrefix("An 'onEnd' failed while the scope 'request' ended")
            }
        ) {
            let failing = #expect(throws: PlannedFailure.self) { try open(failing: true) }
            #expect(failing?.description == "body")
        }
        #expect(journal.entries.count == 4)
    }

    @Test("end() collects errors in the same way and does not repeat a failed 'onEnd'")
    func endOfAll() async throws {
        bindFailing("first", .singleton)
        bindFailing("second", .scope(.session))
        make("first", "second")
        #expect(try await errorsOfEnds { try await injector.end() } == ["second", "first"])
        try await injector.end()
        #expect(journal.entries == ["second ended", "first ended"])
    }

    @Test("Further lines of an error are indented below its first one")
    func severalLines() async {
        injector.bind(
            Piece.self,
            lifetime: .singleton,
            to: .make { Piece() }.onEnd { [injector] _ in _ = try injector.throwingInstance(for: API.self) }
        )
        _ = injector.instance(for: Piece.self)
        let error = await #expect(throws: EndingError.self) { try await injector.end() }
        let place = "WormerTests/EndingErrorTests.swift:LINE"
        #expect(
            error?.description.withoutLocations == """
                1 error while a lifetime ended:
                  - bound at \(place): Cannot inject API: nothing is bound to it.
                      looked up at  \(place)
                      to do         Bind it before it is resolved:
                                    injector.bind(API.self, to: .make { <#API#> })
                """
        )
    }

    @Test("The description of a single error uses the singular")
    func singular() async {
        bindFailing("no")
        let error = await #expect(throws: EndingError.self) { try await injector.withScope(.request) { make("no") } }
        let line = "  - bound at WormerTests/EndingErrorTests.swift:LINE: no"
        #expect(error?.description.withoutLocations == "1 error while a lifetime ended:\n" + line)
    }
}
