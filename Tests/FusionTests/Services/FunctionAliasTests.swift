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
    @Provides fileprivate func mallet(of wood: String, _ size: Int) throws -> Anvil { Anvil() }
    @MainActor @Provides(.singleton) fileprivate func tongs(length: Int) -> Anvil { Anvil() }
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
        container.injector.unbindAll()
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

    @Test("The type of a function with parameters resolves to the function")
    func function() throws {
        container.setAlias(\.malletProvider, for: (@Sendable (String, Int) throws -> Anvil).self)
        let make = try container.injector.throwingInstance(for: (@Sendable (String, Int) throws -> Anvil).self)
        let mine = Anvil()
        container.malletProvider = { _, _ in mine }
        #expect(try make("ash", 1) === mine)
    }
}

#if os(macOS) || os(Linux)
    extension FunctionAliasTests {
        @Test("An alias of a function with parameters ends the process, and shows the binding to write instead")
        func parameters() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Container.setAlias(\.malletProvider, for: (any Smith).self)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await MainActor.run { Container().setAlias(\.tongsProvider, for: Anvil.self) }
                },
            ]
            let place = "FusionTests/FunctionAliasTests.swift:LINE"
            let messages = [
                """
                \(place): Fatal error: Cannot set an alias for Smith: a lookup passes no arguments to mallet(of:_:): Anvil.
                  declared at   \(place)
                  to do         Bind the type to a call:
                                Container.main.bind(Smith.self, to: .make { try Container.main.mallet(of: <#String#>, <#Int#>) })
                """,
                """
                \(place): Fatal error: Cannot set an alias for Anvil: a lookup passes no arguments to tongs(length:): Anvil.
                  declared at   \(place)
                  to do         Bind the type to a call:
                                container.bind(Anvil.self, to: .async { await container.tongs(length: <#Int#>) })
                """,
            ]
            #expect(results.map { $0?.fatalErrorText } == messages)
        }
    }
#endif
