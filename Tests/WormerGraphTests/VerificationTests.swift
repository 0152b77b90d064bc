import Testing
@testable import Wormer
import WormerGraph

@Suite("verify() checks the bindings without creating instances")
struct VerificationTests {
    let injector = Injector(parent: nil)

    @Test("verify() accepts sound bindings and lists the closures that it cannot check")
    func sound() async throws {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        injector.bind(
            interface: NotificationGateway.self,
            toImplementation: PushGateway.self,
            initializer: PushGateway.init(eventBus:)
        )
        let text = try injector.verify().description.withoutLocations
        #expect(
            text == """
                1 of 2 bindings verified.
                Not verified: these closures have created nothing yet. 'verifyInstances()' runs them:
                  - EventBus (WormerGraphTests/VerificationTests.swift:LINE)
                """
        )
        #expect(try await injector.verifyInstances().remarks.filter { $0.kind == .unchecked }.isEmpty)
        #expect(!injector.graph.nodes.contains { $0.hasInstance })
    }

    @Test("verify() lists all faults and creates nothing")
    func faults() {
        injector.bind(interface: Double.self, toImplementation: Double.self) { (value: Float) -> Double in
            Issue.record("an instance was created")
            return Double(value)
        }
        injector.bind(interface: Int8.self, toImplementation: Int8.self) { (value: Int16) in Int8(value) }
        injector.bind(interface: Int16.self, toImplementation: Int16.self) { (value: Int8) in Int16(value) }
        injector.bindUnchecked(EventBus.self) { Unrelated() }
        injector.bind(UInt8.self, lifetime: .scope(Scope("session")), to: .make { 1 })
        injector.bind(interface: UInt16.self, toImplementation: UInt16.self) { (value: UInt8) in UInt16(value) }
        injector.bind(interface: UInt32.self, toImplementation: UInt32.self, asSingleton: true) { (value: UInt16) in
            UInt32(value)
        }
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.description.withoutLocations == """
                4 faults in the bindings:
                  - Float is not bound; Double (WormerGraphTests/VerificationTests.swift:LINE) needs it; '.using' \
                resolves every parameter, also one with a default argument; pass a value: \
                .using(Double.init, .value(<#Float#>))
                  - Unrelated is bound to EventBus at WormerGraphTests/VerificationTests.swift:LINE but does not conform \
                to it
                  - cycle: Int16 (WormerGraphTests/VerificationTests.swift:LINE) -> Int8 \
                (WormerGraphTests/VerificationTests.swift:LINE) -> Int16 (WormerGraphTests/VerificationTests.swift:LINE)
                  - a singleton would hold a shorter-lived instance (scope session): UInt32 \
                (WormerGraphTests/VerificationTests.swift:LINE) -> UInt16 (WormerGraphTests/VerificationTests.swift:LINE) -> \
                UInt8 (WormerGraphTests/VerificationTests.swift:LINE); take a parameter 'uInt16: Provider<UInt16>' instead
                Not verified: these closures have created nothing yet. 'verifyInstances()' runs them:
                  - UInt8 (WormerGraphTests/VerificationTests.swift:LINE)
                  - EventBus (WormerGraphTests/VerificationTests.swift:LINE)
                """
        )
    }

    @Test("verifyInstances() creates the instances in a temporary copy and reports their errors")
    func making() async {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            throw PlannedFailure(description: "no network")
        }
        injector.bind(interface: NotificationGateway.self, toImplementation: PushGateway.self, asSingleton: true) {
            [unowned injector] in PushGateway(eventBus: try injector.throwingInstance())
        }
        injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { 1 }
        let error = await #expect(throws: VerificationError.self) { try await injector.verifyInstances() }
        #expect(error?.faults.count == 1)
        #expect(error?.remarks.filter { $0.kind == .unchecked }.isEmpty == true)
        #expect(injector.graph.nodes.allSatisfy { !$0.hasInstance })
    }

    @Test("A closure that threw an error is not verified, because it may have more to look up")
    func thrown() async throws {
        injector.bind(Int.self, to: .value(1))
        injector.bind(String.self, to: .make { () throws -> String in throw PlannedFailure(description: "at once") })
        let halfWay = { @Sendable (injector: Injector) async throws -> Double in
            _ = try await injector.asyncInstance(for: Int.self)
            throw PlannedFailure(description: "half way")
        }
        injector.bind(Double.self, to: .async(halfWay))
        #expect(injector.safeInstance(for: String.self) == nil)
        await #expect(throws: InjectionError.self) { try await injector.asyncInstance(for: Double.self) }
        #expect(
            try injector.verify().description.withoutLocations == """
                1 of 3 bindings verified.
                Not verified: these closures have created nothing yet. 'verifyInstances()' runs them:
                  - Double (WormerGraphTests/VerificationTests.swift:LINE): it threw an error, and may have more to look up
                  - String (WormerGraphTests/VerificationTests.swift:LINE): it threw an error, and may have more to look up
                """
        )
        #expect(injector.graph.edges.map(\.kind) == [.observed])
    }

    @Test("verify() reports two cycles through one interface as two faults")
    func twoCircles() {
        injector.bind(interface: Int.self, toImplementation: Int.self) { (a: Int8, b: Int16) in Int(a) + Int(b) }
        injector.bind(interface: Int8.self, toImplementation: Int8.self) { (value: Int) in Int8(value) }
        injector.bind(interface: Int16.self, toImplementation: Int16.self) { (value: Int) in Int16(value) }
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(error?.faults.count == 2)
    }
}
