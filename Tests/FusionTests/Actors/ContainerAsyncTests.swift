import Fusion
import Testing
import Wormer

private final class Store: Sendable {}
private struct Archive: Sendable { let store: Store }

@Suite("A container resolves asynchronous bindings")
struct ContainerAsyncTests {
    private let container = Container()

    private func bindStore(_ lifetime: Lifetime, onEnd: (@Sendable (Store) async throws -> Void)? = nil) {
        let factory: Factory<Store> = .async { injector in
            _ = try await injector.asyncInstance(for: Int.self)
            return Store()
        }
        container.bind(Store.self, lifetime: lifetime, to: onEnd.map { factory.onEnd($0) } ?? factory)
        container.bind(Int.self, value: 1)
    }

    @Test("Tasks share one asynchronous singleton in the container that holds the binding")
    func singleton() async throws {
        bindStore(.singleton)
        let child = Container(parent: container)
        let stores = try await withThrowingTaskGroup(of: Store.self) { group in
            for _ in 0..<100 {
                group.addTask { try await child.injector.asyncInstance() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(stores.allSatisfy { $0 === stores[0] })
        #expect(container.resolve(Store.self) === stores[0])
    }

    @Test("A synchronous request returns nil or throws an error that advises to await")
    func tooEarly() {
        bindStore(.singleton)
        #expect(container.resolve(Store.self) == nil)
        let error = #expect(throws: InjectionError.self) { try container.injector.throwingInstance(for: Store.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Store: it is created asynchronously, and the lookup cannot wait for it.
                  looked up at  FusionTests/ContainerAsyncTests.swift:LINE
                  bound at      FusionTests/ContainerAsyncTests.swift:LINE
                  to do         Wait for it, unless a shared instance already exists:
                                try await injector.asyncInstance(for: Store.self)
                """
        )
    }

    @Test("An awaited request creates an instance with an asynchronous parameter")
    func needed() async throws {
        bindStore(.singleton)
        container.bind(Archive.self, to: .using(Archive.init(store:)))
        let archive = try await container.injector.asyncInstance(for: Archive.self)
        #expect(container.resolve(Archive.self)?.store === archive.store)
    }

    @Test("Tasks share an asynchronous instance of a scope, which awaits its end")
    func scope() async throws {
        let ended = Tally()
        bindStore(.scope(Scope("container async tests")), onEnd: { _ in ended.increment() })
        try await container.injector.withScope(Scope("container async tests")) { () async throws in
            let store = try await container.injector.asyncInstance(for: Store.self)
            #expect(try await container.injector.asyncInstance(for: Store.self) === store)
            #expect(ended.count == 0)
        }
        #expect(ended.count == 1)
    }

    @Test("An asynchronous binding in Container.mock has its own instance")
    func mock() async throws {
        try await withEmptyMain { () async throws in
            Container.bind(Int.self, lifetime: .singleton, to: .async { 1 })
            try await Container.mock {
                $0.bind(Int.self, lifetime: .singleton, to: .async { 2 })
            } then: { () async throws in
                #expect(try await Injector.default.asyncInstance(for: Int.self) == 2)
                #expect(Container.resolve(Int.self) == 2)
            }
            #expect(Container.resolve(Int.self) == nil)
            #expect(try await Injector.default.asyncInstance() == 1)
        }
    }

    @Test("An asynchronous binding can have an identifier")
    func identifiers() async throws {
        container.bind(Int.self, id: "a", to: .async { 1 })
        #expect(try await container.injector.asyncInstance(id: "a") == 1)
        await #expect(throws: InjectionError.self) { try await container.injector.asyncInstance(for: Int.self) }
    }
}
