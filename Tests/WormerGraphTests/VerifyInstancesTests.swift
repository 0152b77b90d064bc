import Testing
@testable import Wormer
import WormerGraph

@MainActor
private final class Lamp {}

private final class Lantern: Sendable {}

private final class Zeta: Sendable {}

@globalActor private actor Printing { static let shared = Printing() }

@Suite("verifyInstances() creates every instance and ends it")
struct VerifyInstancesTests {
    let injector = Injector(parent: nil)

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
        let factory = Factory<Int8>.async {
            await Task.yield()
            return 1
        }.onEnd { _ in
            await Task.yield()
            journal.note("awaited ended")
        }
        injector.bind(Int8.self, lifetime: .singleton, to: factory)
        try await injector.verifyInstances()
        #expect(journal.entries == ["closure ended", "awaited ended"])
        #expect(injector.graph.nodes.allSatisfy { !$0.hasInstance })
    }

    @Test("The instances are created in the order of prepare()", arguments: [true, false])
    func orderOfPreparation(isIsolated: Bool) async throws {
        if isIsolated {
            injector.bind(interface: Zeta.self, toImplementation: Zeta.self, asSingleton: true) { @Printing in Zeta() }
        } else {
            injector.bind(Int.self, to: .async { 1 })
            injector.bind(Zeta.self, lifetime: .singleton, to: .using { (_: Int) in Zeta() })
        }
        for id in 1...2 {
            injector.bindMake(Lantern.self, id: id, lifetime: .singleton) { injector in
                _ = try injector.throwingInstance(for: Zeta.self)
                return Lantern()
            }
        }
        try await injector.verifyInstances()
        try await injector.prepare()
        #expect(injector.safeInstance(for: Lantern.self, id: 2) != nil)
    }

    @Test("Instances that are not shared are created after the singletons, those of parents before those of children")
    func orderOfLevels() async throws {
        let child = Injector(parent: injector)
        let journal = Journal()
        for (injector, name) in [(child, "child"), (injector, "parent")] {
            injector.bindMake(Int.self, id: name) {
                journal.note("\(name) transient"); return 1
            }
            injector.bindMake(Bool.self, id: name, lifetime: .singleton) {
                journal.note("\(name) singleton")
                return true
            }
            injector.bindAsync(Int8.self, id: name) {
                journal.note("\(name) async transient"); return 1
            }
        }
        try await child.verifyInstances()
        #expect(
            journal.entries == [
                "parent singleton", "child singleton", "parent async transient", "parent transient",
                "child async transient", "child transient",
            ]
        )
    }

    @Test("An error of an onEnd is a fault with the location of its binding")
    func ends() async {
        let factory = Factory<Lantern>.make { Lantern() }.onEnd { _ in throw PlannedFailure(description: "no oil") }
        injector.bind(Lantern.self, lifetime: .scope(.request), to: factory)
        let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
        #expect(
            error?.description.withoutLocations == """
                1 fault in the bindings:
                  - the 'onEnd' of the binding at WormerGraphTests/VerifyInstancesTests.swift:LINE threw PlannedFailure: no oil
                """
        )
    }

    @Test("A fault is reported once, and not again for each binding that needs the one that has it")
    func faultsOnce() async {
        injector.bindMake(Lantern.self) { _ in throw PlannedFailure(description: "no oil") }
        injector.bind(Zeta.self, to: .using { (_: Lantern) in Zeta() })
        injector.bind(Lamp.self, to: .onMainActor { (_: Zeta, _: Lantern) in Lamp() })
        injector.bind(Mixer.self, to: .using(Mixer.init(flour:)))
        injector.bind(Piece.self, to: .using { (_: Mixer) in Piece() })
        injector.bindMake(Int.self) { try $0.throwingInstance(for: Bool.self) ? 1 : 0 }
        injector.bindMake(Int8.self) { Int8(try $0.throwingInstance(for: Int.self)) }
        injector.bind(Int16.self, to: .using { (number: Int32) in Int16(number) })
        injector.bind(Int32.self, to: .using { (number: Int16) in Int32(number) })
        injector.bind(Int64.self, to: .using { (number: Int32) in Int64(number) })
        let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
        let file = "WormerGraphTests/VerifyInstancesTests.swift:LINE"
        #expect(
            error?.faults.map(\.description.withoutLocations) == [
                """
                Cannot inject Bool: nothing is bound to it.
                      path          Int, looked up at \(file), bound at \(file)
                                    Bool, looked up at \(file)
                      to do         Bind it before it is resolved:
                                    injector.bind(Bool.self, to: .make { <#Bool#> })
                """,
                """
                Cannot inject Lantern: its factory threw PlannedFailure: no oil
                      looked up at  \(file)
                      bound at      \(file)
                      to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """,
                "Flour is not bound; Mixer (\(file)) needs it",
                "cycle: Int16 (\(file)) -> Int32 (\(file)) -> Int16 (\(file))",
            ]
        )
    }

    @Test("Each kind of remark has at most five lines")
    func fiveLines() throws {
        for number in 1...7 { injector.bind(Int.self, id: number, to: .make { number }) }
        let file = "WormerGraphTests/VerifyInstancesTests.swift:LINE"
        let lines = (1...5).map { "  - Int (id: \($0)) (\(file))\n" }.joined()
        #expect(try injector.verify().description.withoutLocations.hasSuffix(":\n\(lines)  - and 2 more"))
    }
}
