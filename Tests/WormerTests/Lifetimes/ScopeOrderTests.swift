import CStress
import Testing

@testable import Wormer
import WormerGraph

@Suite("Scopes that are declared inside others keep the order")
struct ScopeOrderTests {
    typealias Drafts = Sessions.Drafts
    typealias Response = Sessions.Response
    private let injector = Sessions.injector()

    final class Archive: Sendable {
        let response: Response?

        init(response: Response?) { self.response = response }
    }

    @Test("An inner scope cannot be opened without the outer one, however it is opened")
    func outerScopeNotOpen() async throws {
        let attempts: [() throws -> Void] = [
            { try injector.withScope(Sessions.request) {} },
            { _ = try injector.open(Sessions.request) },
            { try injector.begin(Sessions.request) },
        ]
        for attempt in attempts {
            let error = #expect(throws: ScopeError.self) { try attempt() }
            #expect(
                error?.description.withoutLocations == """
                    Cannot open the scope 'request of tests': it is inside the scope 'session of tests', which is not \
                    open here.
                      opened at     WormerTests/ScopeOrderTests.swift:LINE
                      to do         Open that scope first:
                                    try injector.begin(Scope("session of tests"), providing: <#Sessions.User#>)
                    """
            )
        }
        // A scope that only a task opened is not enough for all tasks.
        try await injector.withScope(Sessions.session, providing: Sessions.ada) {
            try injector.withScope(Sessions.request) { #expect(injector.safeInstance(for: Drafts.self) != nil) }
            #expect(throws: ScopeError.self) { try injector.begin(Sessions.request) }
        }
    }

    @Test("The scopes inside one end latest first, also after one of them has ended, and so do those that have begun")
    func orderOfEnds() async throws {
        let journal = Journal()
        let outer = Scope("outer of tests")
        let inner = Scope("inner of tests", inside: outer)
        injector.bind(String.self, lifetime: .scope(inner), to: .provided)
        injector.bind(Piece.self, lifetime: .scope(inner), to: .using { Piece($0) }.onEnd { journal.note($0.name) })
        try injector.begin(outer)
        var handles = try (0..<12).map { try injector.open(inner, providing: "\($0)") }
        handles.forEach { handle in handle.run { _ = injector.instance(for: Piece.self) } }
        for number in [5, 0] { try await handles.remove(at: number).end() }
        try await injector.end(outer)
        #expect(journal.entries == ["5", "0", "11", "10", "9", "8", "7", "6", "4", "3", "2", "1"])

        for number in 0..<12 {
            let scope = Scope("\(number)")
            injector.bindPiece("\(number)", .scope(scope), id: number, journal)
            try injector.begin(scope)
            _ = injector.instance(for: Piece.self, id: number)
        }
        try await injector.end(Scope("3"))
        try await injector.end()
        let ended = (0..<12).reversed().filter { $0 != 3 }
        #expect(Array(journal.entries.dropFirst(12)) == ["3 ended"] + ended.map { "\($0) ended" })
    }

    @Test("While the scopes inside one end, nothing opens in it any more, and lookups still find its instances")
    func outerScopeEnding() async throws {
        let journal = Journal()
        let outer = Scope("outer of tests")
        let inner = Scope("inner of tests", inside: outer)
        injector.bindPiece("outer", .scope(outer), id: 0, journal)
        let handle = try injector.open(outer)
        injector.bind(
            Piece.self,
            lifetime: .scope(inner),
            to: .make { Piece("inner") }.onEnd { [injector] _ in
                #expect(throws: ScopeError.self) { try injector.open(inner) }
                journal.note(try injector.throwingInstance(for: Piece.self, id: 0).name)
            }
        )
        let child = try handle.run { try injector.open(inner) }
        child.run { _ = injector.instance(for: Piece.self) }
        try await handle.end()
        #expect(journal.entries == ["outer", "outer ended"])
        #expect(handle.run { injector.safeInstance(for: Piece.self, id: 0) } == nil)
    }

    // A scope with few instances searches them all.
    @Test("Of a hundred instances of a scope, each is found, dropped and ended once, also in an override")
    func hundred() async throws {
        let journal = Journal()
        for number in 0..<110 { injector.bindPiece("\(number)", .scope(.request), id: number, journal) }
        func pieces(_ range: Range<Int> = 0..<100) -> [Piece] {
            range.map { injector.instance(for: Piece.self, id: $0) }
        }
        try await injector.withScope(.request) {
            let first = pieces()
            #expect(zip(first, pieces()).allSatisfy { $0 === $1 })
            injector.reset(Piece.self, id: 7)
            #expect(journal.entries == ["7 ended"])
            let second = pieces()
            #expect((0..<100).filter { first[$0] !== second[$0] } == [7])
            let late = Override().run {
                for number in 110..<150 { injector.bindPiece("\(number)", .scope(.request), id: number, journal) }
                _ = pieces(110..<150)
                #expect(zip(second, pieces()).allSatisfy { $0 === $1 })
                // Like another task, which is in the scope and not in the override.
                return Context.new { $0.override = nil }.run { pieces(100..<110) }
            }
            #expect(zip(second + late, pieces(0..<110)).allSatisfy { $0 === $1 })
        }
        let others = (0..<100).reversed().filter { $0 != 7 }
        let ended = [7] + (110..<150).reversed() + (100..<110).reversed() + [7] + others
        #expect(journal.entries == ended.map { "\($0) ended" })
    }

    enum Holder: CaseIterable, Sendable {
        case singleton, alwaysOpen, outer

        var lifetime: Lifetime {
            switch self {
            case .singleton: .singleton
            case .alwaysOpen: .scope(.alwaysOpen("archive of tests"))
            case .outer: .scope(Sessions.session)
            }
        }
    }

    @Test("An instance that lives longer than a scope never gets an instance of the scope", arguments: Holder.allCases)
    func captives(holder: Holder) async throws {
        injector.bind(Archive.self, lifetime: holder.lifetime, to: .using(Archive.init(response:)))
        injector.bindMake(Archive.self, id: "made", lifetime: holder.lifetime) { injector in
            Archive(response: try injector.throwingInstance())
        }
        try injector.begin(Sessions.session, providing: Sessions.ada)
        try injector.begin(Sessions.request)
        for id in ["made", nil] {
            let error = #expect(throws: InjectionError.self) {
                try injector.throwingInstance(for: Archive.self, id: id)
            }
            let isCaptive =
                if case .captiveDependency(.scope(Sessions.request))? = error?.reason { true } else { false }
            #expect(isCaptive)
            let type = id == nil ? "Sessions.Response?" : "Sessions.Response"
            let advice = "Take a parameter 'response: Provider<\(type)>' instead"
            #expect(error?.description.contains(advice) == true)
        }
        try await injector.end()
    }

    @Test("Between scopes without an order, an instance finds what was open where its own scope was opened")
    func withoutOrder() async throws {
        injector.bind(Piece.self, lifetime: .scope(Sessions.job), to: .make { Piece() })
        injector.bindMake(Piece?.self, id: "kept", lifetime: .scope(Scope("other of tests"))) { injector in
            injector.safeInstance(for: Piece.self)
        }
        let other = Scope("other of tests")
        try await injector.withScope(Sessions.job) {
            try await injector.withScope(other) { #expect(injector.instance(for: Piece?.self, id: "kept") != nil) }
        }
        try await injector.withScope(other) {
            try await injector.withScope(Sessions.job) {
                #expect(injector.instance(for: Piece?.self, id: "kept") == nil)
            }
        }
    }

    @Test("verify() reports an instance of an outer scope that keeps an inner one's, also through transients")
    func verification() throws {
        injector.bind(Archive.self, lifetime: .scope(Sessions.session), to: .using(Archive.init(response:)))
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.description.withoutLocations == """
                1 fault in the bindings:
                  - an instance of the scope 'session of tests' would hold a shorter-lived instance \
                (scope request of tests): ScopeOrderTests.Archive (WormerTests/ScopeOrderTests.swift:LINE) -> \
                Sessions.Response (WormerTests/Sessions.swift:LINE); take a parameter 'response: Provider<Sessions.Response?>' instead
                """
        )
        injector.bind(Archive.self, lifetime: .transient, to: .using(Archive.init(response:)))
        injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .using { (_: Archive) in Piece() })
        let indirect = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(indirect?.faults.count == 1)
        #expect(indirect?.description.contains("Piece") == true)
    }

    @Test("Diagrams show inner scopes inside outer ones")
    func diagrams() {
        #expect(
            injector.graph.mermaid.hasPrefix(
                """
                flowchart LR
                    subgraph m0["WormerTests"]
                        subgraph m0s0["scope session of tests"]
                            n0["Sessions.Drafts<br/>scope session of tests"]:::scope
                            n2["Sessions.User<br/>scope session of tests, provided"]:::scope
                            subgraph m0s0s0["scope request of tests"]
                                n1["Sessions.Response<br/>scope request of tests"]:::scope
                            end
                        end
                    end

                """
            )
        )
    }

    #if os(macOS) || os(Linux)
        @Test("Scopes whose names come from requests keep their order, and use no memory once they are gone")
        func namesOfRequests() async {
            await #expect(processExitsWith: .success) {
                let session = Scope("session")
                @Sendable func scope(_ number: Int) -> Scope {
                    Scope("upload of a request with the number \(number)", inside: session)
                }
                // Those of a program's usual number of names may stay.
                for number in 0..<2_000 { _ = scope(number) }
                let before = stress_heap()
                for number in 2_000..<100_000 { _ = scope(number) }
                #expect(stress_heap() < before + 1_000_000)

                let injector = Injector(parent: nil)
                #expect(scope(99_999) == scope(99_999))
                #expect(Set([scope(99_999), scope(99_999), scope(99_998)]).count == 2)
                #expect(throws: ScopeError.self) { try injector.begin(scope(99_999)) }
                injector.bindPiece("upload", .scope(scope(99_999)), Journal())
                try injector.begin(session)
                try injector.begin(scope(99_999))
                _ = injector.instance(for: Piece.self)
                try await injector.end(session)
                #expect(injector.safeInstance(for: Piece.self) == nil)
            }
        }
    #endif
}
