import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph

private struct Flour: Sendable {}
private struct Yeast: Sendable {}

extension Container {
    @Provides fileprivate func risingDough() throws -> Int {
        _ = try self.injector.throwingInstance(for: Flour.self)
        _ = try self.injector.throwingInstance(for: Yeast.self)
        return 1
    }
}

@Suite("verify() knows what a body looks up that has thrown an error")
struct ThrowingBodyTests {
    @Test("What the body would have looked up after the error is still a need")
    func needs() {
        let container = Container()
        for _ in 0..<2 {
            let error = knowingFiles(["ThrowingBodyTests.swift"]) {
                #expect(throws: VerificationError.self) { try container.injector.verify() }
            }
            let place = "risingDough(): Int (FusionTests/ThrowingBodyTests.swift:LINE)"
            #expect(
                error?.faults.map(\.description.withoutLocations) == [
                    "Flour is not bound; \(place) needs it", "Yeast is not bound; \(place) needs it",
                ]
            )
            #expect(throws: InjectionError.self) { try container.risingDough() }
        }
    }
}
