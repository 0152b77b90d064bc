import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph
import WormerTesting

extension Wormer.Scope {
    fileprivate static let verifiedNamesake = Wormer.Scope("verified namesake")
    fileprivate static let namesake = Wormer.Scope("namesake")
    fileprivate static let otherNamesake = Wormer.Scope("other namesake")
    fileprivate static let boundNamesake = Wormer.Scope("bound namesake")
    fileprivate static let outerNamesake = Wormer.Scope("outer namesake")
    fileprivate static let innerNamesake = Wormer.Scope("inner namesake", inside: .outerNamesake)
}

extension Container.Scope { fileprivate static let namesake = id("namesake") }

extension Container {
    @Service(.id("verified namesake")) fileprivate var verifiedCart = 1
    @Service(.namesake) fileprivate var namesakeCart = 1
    @Service(.id("other namesake")) fileprivate var otherCart = 1
    @Service(.id("bound namesake")) fileprivate var boundCart = 1
    @Service(.id("outer namesake")) fileprivate var outerCart = 1
}

@Suite("Two scopes with the same name are told apart")
struct ScopeNamesakeTests {
    @Test("verify() remarks two scopes with the same name, of which one is always open")
    func remark() {
        let container = Container()
        container.injector.bind(Int.self, lifetime: .scope(.verifiedNamesake), to: .make { 1 })
        container.injector.bind(String.self, lifetime: .scope(.verifiedNamesake), to: .make { "" })
        var remarks: [Finding] {
            do { return try container.injector.verify().remarks } catch { return error.remarks }
        }
        // Scopes of other test targets have the same name.
        let namesakes = remarks.filter { $0.kind == .sameName && $0.description.hasPrefix("two scopes") }
        #expect(
            namesakes.map(\.description.withoutLocations) == [
                "two scopes are named 'verified namesake': that of verifiedCart: Int (FusionTests/ScopeNamesakeTests.swift:LINE) is "
                    + "always open, that of Int (FusionTests/ScopeNamesakeTests.swift:LINE) isn't"
            ]
        )
        #expect(namesakes.first?.places.count == 2)
    }

    @Test("Opening a scope without bindings says so once if a service is in a scope of the same name")
    func opened() async throws {
        let container = Container()
        let warnings = Shared<[String]>([])
        let expectation = RunningTest.Expectation { text, location, _, isWarning in
            guard isWarning, text.hasPrefix("Nothing is bound in the scope") else { return false }
            warnings.change { $0.append("\(location): \(text)".withoutLocations) }
            return true
        }
        try await RunningTest.$expectation.withValue(expectation) {
            try container.begin(.namesake)
            try await container.end(.namesake)
            try container.begin(.namesake)
            try await container.withScope(.otherNamesake) {}
            try await container.withScope(.otherNamesake) {}
            // Something is in these scopes, or in one inside them, or nothing has their name.
            container.injector.bind(Int.self, lifetime: .scope(.boundNamesake), to: .make { 1 })
            try container.begin(.boundNamesake)
            container.injector.bind(Int8.self, lifetime: .scope(.innerNamesake), to: .make { 1 })
            try await container.withScope(.outerNamesake) {}
            try await container.withScope(Wormer.Scope("nobody's namesake")) {}
        }
        #expect(
            warnings.value
                == ["namesake", "other namesake"].map { name in
                    """
                    FusionTests/ScopeNamesakeTests.swift:LINE: Nothing is bound in the scope '\(name)', which was opened: \
                    \(name == "namesake" ? "namesakeCart" : "otherCart"): Int is in another scope of that name, which is \
                    always open.
                      opened at     FusionTests/ScopeNamesakeTests.swift:LINE
                      declared at   FusionTests/ScopeNamesakeTests.swift:LINE
                      to do         Write 'lifetime: .scope(.init("\(name)"))' there to open and end the scope.
                      or            Drop its instances with 'Container.reset(.id("\(name)"))'.
                    """
                }
        )
    }
}
