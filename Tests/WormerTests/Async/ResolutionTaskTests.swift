import Testing
import Wormer

@Suite("A resolution that a task constructs shares instances with no other outermost lookup")
struct ResolutionTaskTests {
    private final class Connection: Sendable {}

    private final class Transaction: Sendable {
        let connection: Connection

        init(connection: Connection) { self.connection = connection }
    }

    private struct Transfer: Sendable {
        let debit: Transaction
        let credit: Transaction
    }

    private let injector = Injector(parent: nil)

    /// Binds a transaction for each resolution.
    private func bind(_ connection: Factory<Connection>, _ lifetime: Lifetime = .singleton) {
        injector.bind(Connection.self, lifetime: lifetime, to: connection)
        injector.bind(Transaction.self, lifetime: .resolution, to: .using(Transaction.init(connection:)))
        injector.bind(Transfer.self, to: .using(Transfer.init(debit:credit:)))
    }

    /// Returns the identities of the transactions that a hundred tasks request.
    private func transactionsOfTasks() async throws -> Set<ObjectIdentifier> {
        let transactions = try await withThrowingTaskGroup(of: Transaction.self) { [injector] group in
            for _ in 0..<100 { group.addTask { try await injector.asyncInstance() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return Set(transactions.map { ObjectIdentifier($0) })
    }

    @Test("A hundred tasks get a hundred instances over an asynchronous singleton or transient, or of the main actor")
    func hundred() async throws {
        // Of two rounds, the second one has recorded what the factories look up.
        for lifetime in [Lifetime.singleton, .transient, .transient] {
            bind(.async { Connection() }, lifetime)
            #expect(try await transactionsOfTasks().count == 100)
        }
        let factory = Factory<Transaction>.onMainActor { Transaction(connection: Connection()) }
        injector.bind(Transaction.self, lifetime: .resolution, to: factory)
        #expect(try await transactionsOfTasks().count == 100)
    }

    @Test("A synchronous lookup after an awaited one on the same thread gets its own instance")
    @MainActor
    func synchronousRequestLater() async throws {
        bind(.async { Connection() })
        let awaited: Transaction = try await injector.asyncInstance()
        let (first, second): (Transaction, Transaction) = (injector.instance(), injector.instance())
        #expect(awaited !== first)
        #expect(first !== second)
        #expect(awaited.connection === first.connection)
    }

    @Test("The parameters of an awaited lookup share an instance")
    func sharing() async throws {
        bind(.async { Connection() }, .transient)
        for _ in 0..<3 {
            let transfer: Transfer = try await injector.asyncInstance()
            #expect(transfer.debit === transfer.credit)
        }
    }

    @Test("An asynchronous factory shares an instance among its lookups, awaited or not")
    func factory() async throws {
        injector.bind(Connection.self, lifetime: .resolution, to: .make { Connection() })
        injector.bindAsync([Connection].self) { injector in
            let first: Connection = try injector.throwingInstance()
            await Task.yield()
            return try await [first, injector.asyncInstance(), injector.throwingInstance()]
        }
        for _ in 0..<3 {
            let connections: [Connection] = try await injector.asyncInstance()
            #expect(Set(connections.map { ObjectIdentifier($0) }).count == 1)
        }
    }
}
