import Fusion
import Testing
import Wormer
import WormerGraph

private protocol Clock: Sendable {}
private final class LiveClock: Clock {}
private struct Wall: Sendable { let clock: any Clock }
private struct Shelf: Sendable { let clock: (any Clock)? }
private final class Tower: Sendable {
    let clock: any Clock
    init(clock: any Clock) { self.clock = clock }
}

extension Wormer.Scope { fileprivate static let aliasSession = Wormer.Scope("aliasSession") }

extension Container {
    @Service(lifetime: .scope(.aliasSession)) fileprivate var aliasedClock = LiveClock()
    @Service(lifetime: .scope(.aliasSession), onEnd: { (_: LiveClock) async in }) fileprivate var endingClock =
        LiveClock()
    @Service fileprivate var givenClock: any Clock
    @Service fileprivate var maybeClock: (any Clock)?
    @Service(.singleton) @MainActor fileprivate var mainClock = LiveClock()
}

@Suite("A lookup through an alias of a service that can't be read fails like any other")
struct AliasFailureTests {
    private let container = Container()
    private var injector: Injector { container.injector }

    /// Returns the first lines of the errors of all kinds of lookups.
    private func failures() async -> Set<String> {
        injector.bind(Wall.self, to: .using(Wall.init))
        injector.bind(Shelf.self, to: .using(Shelf.init))
        #expect(injector.safeInstance(for: (any Clock).self) == nil)
        #expect(injector.safeInstance(for: Wall.self) == nil)
        #expect(container.resolve((any Clock).self) == nil)
        var failures: Set<String> = []
        func note(_ error: any Error) {
            failures.insert("\(error)".split(separator: "\n").first.map(String.init) ?? "")
        }
        do { _ = try injector.throwingInstance(for: (any Clock).self) } catch { note(error) }
        do { _ = try injector.throwingInstance(for: Wall.self) } catch { note(error) }
        do { _ = try injector.throwingInstance(for: Shelf.self) } catch { note(error) }
        do { _ = try await injector.instance(for: Provider<any Clock>.self).get() } catch { note(error) }
        do { _ = try container.resolveThrowing((any Clock).self) } catch { note(error) }
        do { _ = try await injector.asyncInstance(for: (any Clock).self) } catch { note(error) }
        return failures
    }

    @Test("An alias of a service whose scope isn't open fails, and succeeds where it is", arguments: [false, true])
    func scope(isRead: Bool) async throws {
        container.setAlias(\.aliasedClock, for: (any Clock).self)
        if isRead {
            try await injector.withScope(.aliasSession) { #expect(container.aliasedClock === container.aliasedClock) }
        }
        #expect(
            await failures() == ["Cannot inject aliasedClock: LiveClock: the scope 'aliasSession' is not open here."]
        )
        try await injector.withScope(.aliasSession) {
            #expect(injector.instance(for: (any Clock).self) as? LiveClock === container.aliasedClock)
        }
        let handle = try injector.open(.aliasSession)
        try await handle.end()
        #expect(handle.run { injector.safeInstance(for: (any Clock).self) } == nil)
    }

    @Test("An alias of a service that a singleton would keep too long fails")
    func captive() throws {
        container.setAlias(\.aliasedClock, for: (any Clock).self)
        injector.bind(Tower.self, lifetime: .singleton, to: .using(Tower.init))
        try injector.withScope(.aliasSession) {
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Tower.self) }
            #expect(error?.description.contains("an instance that lives longer would keep it") == true)
            #expect(injector.safeInstance(for: Tower.self) == nil)
        }
    }

    @Test("An alias of a service with an asynchronous end fails in a scope that ends synchronously")
    func synchronousScope() throws {
        container.setAlias(\.endingClock, for: (any Clock).self)
        func open() throws {
            try injector.withScope(.aliasSession) {
                #expect(injector.safeInstance(for: (any Clock).self) == nil)
            }
        }
        try open()
    }

    @Test("An alias of a service that nobody assigned fails, and succeeds after an assignment")
    func unassigned() async throws {
        container.setAlias(\.givenClock, for: (any Clock).self)
        let message = "Cannot inject givenClock: Clock: it has no initializer, and nothing was assigned to it."
        #expect(await failures() == [message])
        let error = await #expect(throws: VerificationError.self) { try await container.injector.verifyInstances() }
        let faults = error?.faults.filter { $0.places.first?.interface.hasPrefix("givenClock: ") == true } ?? []
        #expect(faults.map { $0.reason.map { "\($0)" } } == ["notBound"])
        #expect(faults.allSatisfy { "\($0)".hasSuffix(") is declared without an initializer and was not assigned") })
        let child = Container(parent: container)
        #expect(child.injector.safeInstance(for: (any Clock).self) == nil)
        container.givenClock = LiveClock()
        #expect(container.injector.safeInstance(for: (any Clock).self) != nil)
        #expect(child.injector.safeInstance(for: (any Clock).self) != nil)
        container.setAlias(\.maybeClock, for: (any Clock)?.self)
        #expect(injector.instance(for: (any Clock)?.self) == nil)
    }

    @Test("An alias of a main-actor service that doesn't exist yet fails elsewhere, and is created with 'await'")
    func otherActor() async throws {
        await MainActor.run { container.setAlias(\.mainClock, for: (any Clock).self) }
        #expect(injector.safeInstance(for: (any Clock).self) == nil)
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any Clock).self) }
        #expect(
            error?.description.hasPrefix(
                "Cannot inject mainClock: LiveClock: it is created on MainActor, but the lookup came from elsewhere."
            ) == true,
            "\(error?.description ?? "")"
        )
        let clock = try await injector.asyncInstance(for: (any Clock).self)
        #expect(injector.instance(for: (any Clock).self) as AnyObject === clock as AnyObject)
    }
}
