import Fusion
import Testing
import Wormer

private final class Store: Sendable {}
private struct Archive: Sendable { let store: Store }

@Suite("A container's services that are made asynchronously")
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

    @Test("A singleton is made once, in the container it was bound in, and is there for everybody afterwards")
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

    @Test("Asked for by a request that cannot wait, it is nil, or an error that says what to do")
    func tooEarly() {
        bindStore(.singleton)
        #expect(container.resolve(Store.self) == nil)
        let error = #expect(throws: InjectionError.self) { try container.injector.throwingInstance(for: Store.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Store: it is made asynchronously, and the request cannot wait for it.
                  requested at  FusionTests/ContainerAsyncTests.swift:LINE
                  bound at      FusionTests/ContainerAsyncTests.swift:LINE
                  to do         Wait for it; a shared instance that exists needs no waiting:
                                try await injector.asyncInstance(for: Store.self)
                """
        )
    }

    @Test("A factory and an initializer that need it are made by a request that waits")
    func needed() async throws {
        bindStore(.singleton)
        container.bind(Archive.self, to: .using(Archive.init(store:)))
        let archive = try await container.injector.asyncInstance(for: Archive.self)
        #expect(container.resolve(Archive.self)?.store === archive.store)
    }

    @Test("In a scope it is shared, and its end is awaited")
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

    @Test("Inside Container.mock another one is bound, made and forgotten")
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

    @Test("With an identifier, and missing")
    func identifiers() async throws {
        container.bind(Int.self, id: "a", to: .async { 1 })
        #expect(try await container.injector.asyncInstance(id: "a") == 1)
        await #expect(throws: InjectionError.self) { try await container.injector.asyncInstance(for: Int.self) }
    }
}
