import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph
import WormerTesting

private struct Guest: Sendable, Equatable { let name: String }

private struct Bill: Sendable { let text: String }

extension Wormer.Scope { fileprivate static let visit = Wormer.Scope("visit of a guest") }

extension Container {
    @Service(lifetime: .scope(.visit)) fileprivate var guest: Guest
    @Service(lifetime: .scope(.visit)) fileprivate var tip: Int?
    @Service(lifetime: .scope(.visit)) fileprivate var greeting = "Hello \(guest.name)"
    @Provides(lifetime: .scope(.visit)) fileprivate func bill(euros: Int) -> Bill {
        Bill(text: "\(guest.name): \(euros)")
    }
}

private let here = "FusionTests/ProvidedServiceTests.swift"

@Suite("A service without an initializer in a scope is a value that comes with the scope")
struct ProvidedServiceTests {
    private let ada = Guest(name: "Ada")
    private let bob = Guest(name: "Bob")
    private let container = Container()

    @Test("In the scope, the property has the value, and other services use it, however the scope is opened")
    func inside() async throws {
        func check(_ guest: Guest) {
            #expect(container.guest == guest)
            #expect(container.greeting == "Hello \(guest.name)")
            #expect(container.bill(euros: 5).text == "\(guest.name): 5")
        }
        func immediately() throws { try container.withScope(.visit, providing: ada) { check(ada) } }
        try immediately()
        try await container.withScope(.visit, providing: ada) {
            check(ada)
            try await container.withScope(.visit, providing: bob) { check(bob) }
            check(ada)
        }
        try container.begin(.visit, providing: bob)
        check(bob)
        let handle = try container.open(.visit, providing: ada, Int?.some(3))
        handle.run {
            check(ada)
            #expect(container.tip == 3)
        }
        check(bob)
        try await handle.end()
        try await container.end(.visit)
    }

    @Test("Tasks with scopes of their own have values of their own")
    func tasks() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { [container] in
                    try await container.withScope(.visit, providing: Guest(name: "\(number)")) {
                        await Task.yield()
                        #expect(container.greeting == "Hello \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("An isolated test needs no binding of its own, and an alias resolves the type to the value")
    func isolated() async throws {
        try await withIsolatedBindings(allowingLive: .none) { injector in
            Container.setAlias(\.guest, for: Guest.self)
            try await Container.withScope(.visit, providing: ada) {
                #expect(Container.guest == ada)
                #expect(injector.instance(for: Guest.self) == ada)
            }
        }
    }

    @Test("A mock replaces the value, in the scope and outside")
    func mocked() throws {
        try Container.mock {
            $0.guest = bob
        } then: {
            #expect(Container.guest == bob)
            try Container.withScope(.visit, providing: ada) { #expect(Container.greeting == "Hello Bob") }
        }
        try Container.withScope(.visit, providing: ada) { #expect(Container.greeting == "Hello Ada") }
    }

    @Test("The error for a value with another type names the service")
    func otherType() {
        let error = #expect(throws: ScopeError.self) {
            try container.withScope(.visit, providing: Optional(ada)) {}
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot provide a value of type Optional<Guest> to the scope 'visit of a guest': it is not declared.
                  opened at     \(here):LINE
                  to do         Unwrap it, and provide it 'as Guest', which is declared at \(here):LINE.
                """
        )
    }

    @Test("verify() has nothing to assign, and the graph marks the value")
    func graph() async throws {
        try await knowingFiles(["ProvidedServiceTests.swift"]) {
            #expect(try container.injector.verify(injectedProperties: .none).description == "4 bindings verified.")
            let explanation = container.injector.explain(\Container.greeting).withoutLocations
            let expected = """
                String (greeting) [scope visit of a guest] \(here):LINE
                  Guest (guest) [scope visit of a guest, provided] \(here):LINE (inferred)

                """
            #expect(explanation.hasPrefix(expected))
            let verification = try await container.withScope(.visit, providing: Int?.none) {
                try await container.injector.verifyInstances(injectedProperties: .none)
            }
            #expect(
                verification.description.withoutLocations == """
                    1 of 4 bindings verified.
                    Not created:
                      - guest: Guest (\(here):LINE): the scope 'visit of a guest' has no value for it
                      - bill(euros:): Bill (\(here):LINE): depends on what was not created
                      - greeting: String (\(here):LINE): depends on what was not created
                    """
            )
        }
    }
}

#if os(macOS) || os(Linux)
    extension ProvidedServiceTests {
        private static let call = """
            (.visit, providing: <#Guest#>, <#Optional<Int>#>)
            """

        private func message(_ reason: String, opening: String, beginning: String) -> String {
            """
            \(here):LINE: Fatal error: Cannot inject guest: Guest: the scope 'visit of a guest' \(reason)
              to do         \(opening)
                            try await Container.main.withScope\(Self.call) { <#lookups#> }
              or            \(beginning)
                            try Container.main.begin\(Self.call)
            """
        }

        @Test("A read outside the scope, or without the value, ends the process with the way to open the scope")
        func outside() async {
            let outside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.guest
            }
            let (opening, beginning) = (
                "Open the scope around the lookup. Child tasks inherit it:", "Begin it, for all lookups until it ends:"
            )
            #expect(
                outside?.fatalErrorText == message("is not open here.", opening: opening, beginning: beginning)
            )
            let without = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try Container.withScope(.visit) { _ = Container.guest }
            }
            let reason = "was opened without it.\n  opened at     \(here):LINE"
            #expect(
                without?.fatalErrorText
                    == message(reason, opening: "Open the scope with the value:", beginning: "Begin it with the value:")
            )
        }
    }
#endif
