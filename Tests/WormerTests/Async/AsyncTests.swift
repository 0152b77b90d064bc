import Testing
import Wormer

private protocol Database: AnyObject, Sendable {}
private final class Connection: Database {}

private struct Repository: Sendable { let database: any Database }

@Suite("An asynchronous factory creates instances for awaited lookups")
struct AsyncTests {
    private let injector = Injector(parent: nil)
    private let hasBegun = Gate()
    private let gate = Gate()

    /// Binds a database whose creation begins and waits until the gate opens.
    private func bindDatabase() {
        let factory = Factory<any Database>.async { [hasBegun, gate] in
            await hasBegun.open()
            await gate.pass()
            try Task.checkCancellation()
            return Connection()
        }
        injector.bind((any Database).self, lifetime: .singleton, to: factory)
    }

    @Test("A thousand tasks create one singleton, which synchronous lookups then return")
    func once() async throws {
        let creations = Shared(0)
        injector.bindAsync((any Database).self, lifetime: .singleton) {
            creations.increment()
            await Task.yield()
            return Connection()
        }
        let made = try await withThrowingTaskGroup(of: (any Database).self) { group in
            for _ in 0..<1_000 { group.addTask { try await injector.asyncInstance() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(made.count == 1_000 && made.allSatisfy { $0 === made[0] })
        #expect(creations.value == 1)
        #expect(try injector.throwingInstance(for: (any Database).self) === made[0])
    }

    @Test("A synchronous lookup during the creation throws an error and does not wait")
    func meanwhile() async throws {
        bindDatabase()
        async let made: any Database = injector.asyncInstance()
        await hasBegun.pass()
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any Database).self) }
        #expect(error?.reason.name == "needsAwaiting")
        await gate.open()
        #expect(try await made === injector.instance(for: (any Database).self))
    }

    @Test("A cancelled task stops waiting, and the construction continues for other tasks")
    func cancellation() async throws {
        bindDatabase()
        let first = Task { try await injector.asyncInstance(for: (any Database).self) }
        await hasBegun.pass()
        let waiter = Task { try await injector.asyncInstance(for: (any Database).self) }
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        await gate.open()
        #expect(try await waiter.value === injector.instance(for: (any Database).self))
    }

    @Test("An awaited lookup resolves the asynchronous parameters of a synchronous initializer")
    func parameters() async throws {
        injector.bind((any Database).self, lifetime: .singleton, to: .async { Connection() })
        injector.contribute(to: Int.self, .using { (_: any Database) in 1 })
        let factory = Factory<String>.using {
            (repository: Repository, database: (any Database)?, missing: UInt8?, numbers: [Int]) in
            "\(repository.database === database) \(missing == nil) \(numbers)"
        }
        injector.bind(String.self, lifetime: .singleton, to: factory)
        injector.bind(Repository.self, to: .using(Repository.init(database:)))
        #expect(try await injector.asyncInstance(for: String.self) == "true true [1]")
        #expect(injector.instance(for: String.self) == "true true [1]")
    }
}
