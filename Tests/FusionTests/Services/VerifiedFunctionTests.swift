import Fusion
import TestSupport
import Testing
import WormerGraph

@testable import Wormer

private final class Dough: Sendable {}

/// The notes of the functions, in the order of their calls.
private let calls = Shared<Journal?>(nil)

extension Wormer.Scope { fileprivate static let kneading = Wormer.Scope("kneading") }

extension Container {
    @Provides(.singleton) fileprivate func freshDough() -> Dough {
        calls.value?.note("fresh")
        return Dough()
    }
    @Provides fileprivate func awaitedDough() async throws -> Dough {
        calls.value?.note("awaited")
        return freshDough()
    }
    @MainActor @Provides fileprivate func mainDough() -> Dough {
        calls.value?.note("main")
        return Dough()
    }
    @Provides(lifetime: .scope(.kneading)) fileprivate func scopedDough(_ number: Int) -> Dough { Dough() }
    @Provides(lifetime: .weak) fileprivate func weakDough(_ number: Int) -> Dough { Dough() }
    @Provides fileprivate func keptDough(of kind: String) -> Dough {
        calls.value?.note(kind)
        return Dough()
    }
}

@Suite("verifyInstances() calls functions without parameters", .serialized)
struct VerifiedFunctionTests {
    private func verified() async throws -> [String] {
        let (container, journal) = (Container(), Journal())
        calls.change { $0 = journal }
        _ = try await knowingFiles(["VerifiedFunctionTests.swift"]) { try await container.injector.verifyInstances() }
        return journal.entries
    }

    @Test("Those that await, throw or belong to an actor are called, and those with parameters are not")
    func called() async throws {
        #expect(try await verified() == ["awaited", "fresh", "main"])
    }

    @Test("An error of a function is a fault")
    func faults() async throws {
        let error = await #expect(throws: VerificationError.self) {
            try await knowingFiles(["StaleFunction.swift"]) { try await Container().injector.verifyInstances() }
        }
        #expect(
            error?.faults.map(\.description.withoutLocations) == [
                """
                Cannot inject staleDough(): Int: its factory threw Stale: Stale()
                      looked up at  FusionTests/StaleFunction.swift:LINE
                      to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
            ]
        )
    }

    @Test("The cells of calls whose instances are gone go when many others were added")
    func cells() {
        let container = Container()
        for number in 0..<1000 { _ = container.weakDough(number) }
        #expect(container.injector.registry.holders.count < 40)
        let kept = (0..<100).map { container.weakDough($0) }
        for number in 1000..<3000 { _ = container.weakDough(number) }
        #expect((100..<400).contains(container.injector.registry.holders.count))
        #expect(kept.enumerated().allSatisfy { container.weakDough($0) === $1 })
    }

    @Test("The cells of calls go when the scopes of their instances have ended")
    func cellsOfScopes() throws {
        let container = Container()
        for number in 0..<1000 {
            try container.withScope(.kneading) {
                #expect(container.scopedDough(number) === container.scopedDough(number))
            }
        }
        #expect(container.injector.registry.holders.count < 40)
        try container.withScope(.kneading) {
            let kept = (0..<200).map { container.scopedDough($0) }
            #expect(kept.enumerated().allSatisfy { container.scopedDough($0) === $1 })
        }
    }
}
