import Testing
@testable import Wormer

@MainActor
private final class Lamp {}

private final class Lantern: Sendable {}

private struct Spark {}

@Suite("verifyInstances() creates every instance and ends it")
struct VerifyInstancesTests {
    let injector = Injector(parent: nil)

    // Defect: off the main actor, a correct main-actor binding was a fault.
    @Test("A main-actor binding, and a closure that looks one up, are no fault outside the main actor")
    func mainActor() async throws {
        injector.bind(Lamp.self, to: .onMainActor { Lamp() })
        injector.bindMake(Bool.self) {
            _ = try $0.throwingInstance(for: Lamp.self); return true
        }
        let verification = try await injector.verifyInstances()
        #expect(verification.checkedCount == 2)
        #expect(verification.remarks.map(\.kind) == [.conditional])
    }

    @Test("A synchronous closure finds an async singleton; each onEnd runs once, the latest instance first")
    func order() async throws {
        let journal = Journal()
        injector.bind(
            Int.self,
            lifetime: .singleton,
            to: .make { Int(try $0.throwingInstance(for: Int8.self)) }.onEnd { _ in journal.note("closure ended") }
        )
        injector.bind(
            Int8.self,
            lifetime: .singleton,
            to: .async {
                await Task.yield()
                return 1
            }.onEnd { _ in
                await Task.yield()
                journal.note("awaited ended")
            }
        )
        try await injector.verifyInstances()
        #expect(journal.entries == ["closure ended", "awaited ended"])
        #expect(injector.graph.nodes.allSatisfy { !$0.hasInstance })
    }

    @Test("An error of an onEnd is a fault with the location of its binding")
    func ends() async {
        injector.bind(
            Lantern.self,
            lifetime: .scope(.request),
            to: .make { Lantern() }.onEnd { _ in throw PlannedFailure(description: "no oil") }
        )
        let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
        #expect(
            error?.description.withoutLocations == """
                1 fault in the bindings:
                  - the 'onEnd' of the binding at WormerTests/VerifyInstancesTests.swift:LINE threw PlannedFailure: no oil
                """
        )
    }

    @Test("An error of an asynchronous factory is a fault with its path")
    func asynchronousError() async {
        injector.bind(Int.self, to: .async { throw PlannedFailure(description: "no network") })
        let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
        #expect(error?.faults.count == 1)
        #expect(error?.description.contains("its factory threw PlannedFailure: no network") == true)
    }

    @Test("The worst faults come first, and each kind of remark has at most five lines")
    func text() {
        for number in 1...7 {
            injector.bind(Int.self, id: number, to: .make { number })
        }
        injector.bind(Lantern.self, lifetime: .scope(.request), to: .value(Lantern()))
        injector.bind(Float.self, lifetime: .singleton, to: .using { (_: Lantern) in 1 })
        injector.bind(Double.self, to: .using { (_: Spark) in 1 })
        injector.bindUnchecked(EventBus.self) { Unrelated() }
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.description.withoutLocations == """
                3 faults in the bindings:
                  - Unrelated is bound to EventBus at WormerTests/VerifyInstancesTests.swift:LINE but does not conform to it
                  - Spark is not bound; Double (WormerTests/VerifyInstancesTests.swift:LINE) needs it
                  - a singleton would hold a shorter-lived instance (scope request): Float \
                (WormerTests/VerifyInstancesTests.swift:LINE) -> Lantern (WormerTests/VerifyInstancesTests.swift:LINE); \
                take a parameter 'lantern: Provider<Lantern>' instead
                Not verified: these closures have not run. 'verifyInstances()' runs them:
                  - Int (id: 1) (WormerTests/VerifyInstancesTests.swift:LINE)
                  - Int (id: 2) (WormerTests/VerifyInstancesTests.swift:LINE)
                  - Int (id: 3) (WormerTests/VerifyInstancesTests.swift:LINE)
                  - Int (id: 4) (WormerTests/VerifyInstancesTests.swift:LINE)
                  - Int (id: 5) (WormerTests/VerifyInstancesTests.swift:LINE)
                  - and 3 more
                """
        )
    }
}
