import Fusion
import Testing
import Wormer
import WormerGraph

private final class Faucet: Sendable {
    let closings = Tally()
    func close() { closings.increment() }
    func closeLater() async throws {
        await Task.yield()
        closings.increment()
    }
    func fail() throws { throw PlannedFailure(description: "leaks") }
}

private func close(_ faucet: Faucet) { faucet.close() }

/// The macro reports a lifetime that is written in the attribute.
private let neverEnding = Lifetime.transient

extension Container {
    @Service(.singleton, onEnd: close(_:)) fileprivate var faucet = Faucet()
    @Service(.singleton, onEnd: { (faucet: Faucet) in try await faucet.closeLater() }) fileprivate var late = Faucet()
    @Service(.singleton, onEnd: { (faucet: Faucet) in faucet.close() }) fileprivate var closed: Faucet = Faucet()
    @Service(.singleton, onEnd: { (faucet: Faucet?) in faucet?.close() }) fileprivate var spare: Faucet? = Faucet()
    @Service(.singleton, onEnd: { (faucet: Faucet) in try faucet.fail() }) fileprivate var leak = Faucet()
    @Service(lifetime: .scope(.bath), onEnd: close(_:)) fileprivate var bathFaucet = Faucet()
    @Service(lifetime: .scope(.bath), onEnd: { (faucet: Faucet) in try await faucet.closeLater() })
    fileprivate var slowBathFaucet = Faucet()
    @Service(lifetime: neverEnding, onEnd: close(_:)) fileprivate var endless = Faucet()
    @MainActor @Service(.singleton, onEnd: { (tap: Tap) in await tap.turnOff() }) fileprivate var tap = Tap()
}

@MainActor private final class Tap {
    var isOn = true
    func turnOff() {
        MainActor.assertIsolated()
        isOn = false
    }
}

extension Wormer.Scope { fileprivate static let bath = Wormer.Scope("bath") }

@Suite("'onEnd' ends a declared service")
struct ServiceEndTests {
    private let container = Container()

    @Test("end() runs the 'onEnd' of each declared singleton once, asynchronous or not")
    func singletons() async throws {
        let faucets = try [container.faucet, #require(container.spare), container.closed, container.late]
        #expect(container.faucet === faucets[0])
        try await container.injector.end()
        #expect(faucets.map(\.closings.count) == [1, 1, 1, 1])
        try await container.injector.end()
        #expect(faucets.map(\.closings.count) == [1, 1, 1, 1])
        #expect(container.faucet !== faucets[0])
    }

    @Test("A scope runs the 'onEnd' of its services, and end() throws the errors of 'onEnd'")
    func scopes() async throws {
        let (first, second) = try await container.injector.withScope(.bath) { () async in
            (container.bathFaucet, container.slowBathFaucet)
        }
        #expect([first, second].map(\.closings.count) == [1, 1])
        _ = container.leak
        let error = await #expect(throws: EndingError.self) { try await container.injector.end() }
        #expect(error?.errors.count == 1)
    }

    @Test("'onEnd' does not run for an assigned instance")
    func assigned() async throws {
        let faucet = Faucet()
        container.faucet = faucet
        #expect(container.faucet === faucet)
        try await container.injector.end()
        #expect(faucet.closings.count == 0)
    }

    @Test("The 'onEnd' of a main-actor service runs on the main actor")
    @MainActor func mainActor() async throws {
        let tap = container.tap
        let injector = container.injector
        try await Task.detached { try await injector.end() }.value
        #expect(!tap.isOn)
    }

    @Test("verify() reports 'onEnd' on a service whose lifetime does not end")
    func endless() {
        knowingFiles(["ServiceEndTests.swift"]) {
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(
                error?.faults.map(\.description.withoutLocations) == [
                    "endless: Faucet (FusionTests/ServiceEndTests.swift:LINE) has an 'onEnd', but nothing ends the lifetime transient"
                ]
            )
        }
    }
}

#if os(macOS) || os(Linux)
    extension ServiceEndTests {
        @Test("Reading a transient service with 'onEnd', or one with an async end in a synchronous scope, is fatal")
        func mistakes() async {
            let transient = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().endless
            }
            #expect(
                transient?.fatalErrorText == """
                    FusionTests/ServiceEndTests.swift:LINE: Fatal error: Cannot bind Faucet with an 'onEnd': nothing \
                    ends the lifetime transient.
                      to do         Remove 'onEnd', or bind it as a singleton or in a scope.
                    """
            )
            let synchronous = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                try container.injector.withScope(.bath) { _ = container.slowBathFaucet }
            }
            #expect(synchronous?.fatalErrorText.contains("slowBathFaucet: Faucet") == true)
        }
    }
#endif
