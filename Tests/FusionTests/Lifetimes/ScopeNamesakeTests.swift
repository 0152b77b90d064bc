import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph
import WormerTesting

extension Container {
    @Service(.id("verified namesake")) fileprivate var verifiedCart = 1
}

@Suite("Two scopes with the same name are told apart")
struct ScopeNamesakeTests {
    @Test("verify() remarks two scopes with the same name, of which one is always open")
    func remark() {
        let (container, namesake) = (Container(), Wormer.Scope("verified namesake"))
        container.injector.bind(Int.self, lifetime: .scope(namesake), to: .make { 1 })
        container.injector.bind(String.self, lifetime: .scope(namesake), to: .make { "" })
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
}
