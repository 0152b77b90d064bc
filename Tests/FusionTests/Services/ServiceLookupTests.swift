import Fusion
import Testing
import Wormer
import WormerGraph

@Suite("verify() knows the types that initializers of services look up")
struct ServiceLookupTests {
    private let container = Container()

    private func verify() -> (faults: [String], remarks: [String]) {
        let place = /\(FusionTests.LookupServices.swift:\d+\)/
        func texts(_ findings: [Finding]) -> [String] { findings.map { $0.description.replacing(place, with: "(L)") } }
        return knowingFiles(["LookupServices.swift"]) {
            do throws(VerificationError) {
                return ([], texts(try container.injector.verify().remarks))
            } catch {
                return (texts(error.faults), texts(error.remarks))
            }
        }
    }

    @Test("A lookup of an unbound type is a fault if the initializer fails, and a remark if it may not run")
    func unbound() {
        let (faults, remarks) = verify()
        #expect(
            faults == [
                "Ledger is not bound; asserted: Invoice (L) needs it",
                "Ledger is not bound; called: Invoice (L) needs it",
                "Ledger is not bound; cast: Invoice (L) needs it",
                "Ledger is not bound; forced: Invoice (L) needs it",
                "Ledger (id: \"eu\") is not bound; identified: Invoice (L) needs it",
                "Ledger is not bound; plain: Invoice (L) needs it",
                "Ledger is not bound; thrown: Invoice (L) needs it",
                "Ledger is not bound; whole: Ledger (L) needs it",
            ]
        )
        #expect(
            remarks == [
                "Ledger is not bound; later: @Sendable () -> Invoice (L) may need it",
                "Array<Ledger>, which all: Array<Ledger> (L) resolves",
                "own: Int (L): its code hides what it looks up, so only a read runs it",
                "Ledger is not bound; branched: Optional<Invoice> (L) may need it",
            ]
        )
    }

    @Test("A bound type is a need, and the identifier counts")
    func bound() {
        container.injector.bind(Ledger.self, to: .value(PaperLedger()))
        let (faults, remarks) = verify()
        let near = "; near misses: Ledger without an identifier, bound at FusionTests/ServiceLookupTests.swift:LINE"
        #expect(
            faults.map(\.withoutLocations) == [
                "Ledger (id: \"eu\") is not bound; identified: Invoice (L) needs it" + near
            ]
        )
        let own = "own: Int (L): its code hides what it looks up, so only a read runs it"
        #expect(remarks == ["Array<Ledger>, which all: Array<Ledger> (L) resolves", own])
        container.injector.bind(Ledger.self, id: "eu", to: .value(PaperLedger()))
        #expect(verify().faults == [])
    }

    @Test("The graph shows a type that is not bound")
    func drawn() {
        knowingFiles(["LookupServices.swift"]) {
            let graph = container.injector.graph
            let missing = graph.nodes.filter { $0.kind == .missing }
            #expect(missing.map(\.interface) == ["Ledger", "Ledger"])
            #expect(missing.map(\.identifier) == [nil, "\"eu\""])
            #expect(graph.edges.filter { $0.to == missing.first?.id }.allSatisfy { $0.kind == .inferred })
            #expect(graph.description.contains("\n  Ledger - not bound (inferred)"))
        }
    }

    @Test("verifyInstances() creates the services whose lookups are all answered, unless there is a fault")
    func instances() async throws {
        try await withEmptyMain {
            Injector.default.bind(Ledger.self, to: .value(PaperLedger()))
            Injector.default.bind(Ledger.self, id: "eu", to: .value(PaperLedger()))
            let remarks = try await verifyInstances().remarks
            // The test is in an override, and the program has injected properties.
            #expect(Set(remarks.map(\.kind)) == [.unchecked, .notFollowed])
            // Other tests may read services meanwhile.
            #expect(remarks.filter { "\($0)".contains("LookupServices") }.map { "\($0)".prefix(8) } == ["own: Int"])
            Injector.default.bind(Ledger.self, to: .make { throw PlannedFailure(description: "no paper") })
            let error = await #expect(throws: VerificationError.self) { try await verifyInstances() }
            #expect(error?.faults.count == 1)
        }
    }

    private func verifyInstances() async throws -> Verification {
        try await knowingFiles(["LookupServices.swift"]) { try await Injector.default.verifyInstances() }
    }
}
