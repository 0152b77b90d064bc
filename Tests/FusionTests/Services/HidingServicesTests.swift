import Fusion
import Testing
import Wormer
import WormerGraph

extension Container {
    @Service(.singleton) fileprivate var keeper = Keeper(injector: injector)
    @Service fileprivate var shelf = [keeper]
}

private struct Keeper: Sendable {
    init(injector: Injector) { Issue.record("created") }
}

@Suite("verifyInstances() says which services it does not run")
struct HidingServicesTests {
    @Test("A service whose code hides what it looks up is listed, and so is one that needs it")
    func listed() async throws {
        let container = Container()
        try await knowingFiles(["HidingServicesTests.swift"]) {
            let verification = try await container.injector.verifyInstances(injectedProperties: .none)
            #expect(
                verification.description.withoutLocations == """
                    0 of 2 bindings verified.
                    Not verified: these closures have created nothing yet.
                      - keeper: Keeper (FusionTests/HidingServicesTests.swift:LINE): its code hides what it looks up, so \
                    only a read runs it
                    Not created:
                      - shelf: Array<Keeper> (FusionTests/HidingServicesTests.swift:LINE): depends on what was not created
                    """
            )
        }
    }
}
