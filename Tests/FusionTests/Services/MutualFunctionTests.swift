import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph

private final class Doll: Sendable {}

extension Container {
    @Provides fileprivate func outerDoll(_ size: Int) throws -> Doll { try innerDoll(size) }
    @Provides(.singleton) fileprivate func innerDoll(_ size: Int) throws -> Doll { try outerDoll(size + 1) }
    @Provides fileprivate func nestedDoll(_ size: Int) throws -> Doll { size == 0 ? Doll() : try nestedDoll(size - 1) }
}

@Suite("Functions call each other")
struct MutualFunctionTests {
    @Test("verify() remarks on a cycle of functions with parameters, and not on a function that calls itself")
    func remark() throws {
        let container = Container()
        try knowingFiles(["MutualFunctionTests.swift"]) {
            let remarks = try container.injector.verify().remarks.filter { $0.kind == .conditional }
            #expect(
                remarks.map(\.description.withoutLocations) == [
                    "cycle: innerDoll(_:): Doll (FusionTests/MutualFunctionTests.swift:LINE) -> "
                        + "outerDoll(_:): Doll (FusionTests/MutualFunctionTests.swift:LINE) -> "
                        + "innerDoll(_:): Doll (FusionTests/MutualFunctionTests.swift:LINE): "
                        + "unless one of these functions returns without calling the next one"
                ]
            )
        }
    }
}
