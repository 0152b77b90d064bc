import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph

private protocol Smith: AnyObject, Sendable {}
private final class Anvil: Smith {}
private struct Broken: Error {}

extension Wormer.Scope { fileprivate static let forging = Wormer.Scope("forging") }

extension Container {
    @Provides(.singleton) fileprivate func anvil() -> Anvil { Anvil() }
    @Provides(.singleton) fileprivate func furnace() async throws -> Anvil { Anvil() }
    @Provides(lifetime: .scope(.forging)) fileprivate func mould() -> Anvil { Anvil() }
    @Provides fileprivate func brokenTool() throws -> Anvil { throw Broken() }
    @MainActor @Provides(.singleton) fileprivate func showcase() -> Anvil { Anvil() }
    @MainActor @Provides(.singleton) fileprivate func slowDisplay() async -> Anvil { Anvil() }
}

@Suite("An alias resolves a type to the instance of a function without parameters")
struct FunctionAliasTests {
    private let container = Container()

    private func lookup() throws -> any Smith { try container.injector.throwingInstance() }

    @Test("A synchronous lookup calls the function, or the one that was assigned")
    func synchronous() throws {
        container.setAlias(\.anvilProvider, for: (any Smith).self)
        #expect(try lookup() === container.anvil())
        let child = Container(parent: container)
        #expect(child.resolveAssert((any Smith).self) === container.anvil())
        let mine = Anvil()
        container.anvilProvider = { mine }
        #expect(try lookup() === mine)
        container.setAlias(\.brokenToolProvider, for: (any Smith).self)
        let error = #expect(throws: InjectionError.self) { try lookup() }
        #expect(error?.description.contains("threw Broken") == true)
    }

    @Test("The function of a scope that isn't open makes the lookup fail, and does not end the process")
    func scoped() throws {
        container.setAlias(\.mouldProvider, for: (any Smith).self)
        #expect(container.resolve((any Smith).self) == nil)
        try container.withScope(.forging) { try #expect(lookup() === container.mould()) }
    }

    @Test("The lookup of a function that awaits is awaited")
    func asynchronous() async throws {
        container.setAlias(\.furnaceProvider, for: (any Smith).self)
        let tool: any Smith = try await container.injector.asyncInstance()
        #expect(try await container.furnace() === tool)
        container.injector.reset()
        container.setAlias(\.furnaceProvider, for: (any Smith).self)
        #expect(throws: InjectionError.self) { try lookup() }
    }

    @Test("The lookup of a function on an actor succeeds on it, or is awaited")
    func actors() async throws {
        container.setAlias(\.showcaseProvider, for: (any Smith).self)
        #expect(throws: InjectionError.self) { try lookup() }
        let tool: any Smith = try await container.injector.asyncInstance()
        #expect(await container.showcase() === tool)
        container.setAlias(\.slowDisplayProvider, for: (any Smith).self)
        let other: any Smith = try await container.injector.asyncInstance()
        #expect(await container.slowDisplay() === other)
    }

    @Test("The graph shows the function behind the alias, and a type that the function isn't is a fault")
    func graph() {
        knowingFiles(["FunctionAliasTests.swift"]) {
            container.setAlias(\.anvilProvider, for: (any Smith).self)
            let place = "FusionTests/FunctionAliasTests.swift:LINE"
            #expect(
                container.injector.explain((any Smith).self).withoutLocations.hasPrefix(
                    "Smith: Anvil [transient] \(place)\n  Anvil (anvil()) [singleton] \(place)"
                )
            )
            container.setAlias(\.anvilProvider, for: Int.self)
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(error?.faults.count == 1)
        }
    }
}
