import Foundation
import Testing
import Wormer

@MainActor
private final class Screen {}

/// A connection that only a task can open.
private final class Pool: Sendable {}

private final class Settings: Sendable {}

private final class Server: Sendable { init(pool: Pool, settings: Settings) {} }

@Suite("A synchronous lookup creates what a task only prepares")
struct SynchronousLookupTests {
    private let injector = Injector(parent: nil)

    @MainActor
    @Test("The main actor creates a main-actor singleton that a background task has already asked for")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func mainActor() async throws {
        let (injector, created) = (injector, Tally())
        let factory = Factory<Screen>.onMainActor {
            created.increment()
            return Screen()
        }
        injector.bind(Screen.self, lifetime: .singleton, to: factory)
        let slow = SlowExecutor()
        let background = Task.detached(executorPreference: slow) {
            ObjectIdentifier(try await injector.asyncInstance(for: Screen.self))
        }
        // The task runs until it waits for the main actor, which this test occupies.
        try offTheMainThread { slow.runWaiting() }
        let screen = Result { try injector.throwingInstance(for: Screen.self) }
        slow.runAll()
        #expect(try await ObjectIdentifier(screen.get()) == background.value)
        #expect(created.count == 1)
    }

    /// Binds a server that needs a pool, which only a task can create, and settings.
    private func bindServer(
        _ created: Tally,
        needing settings: Factory<Settings>,
        whileCreating: @escaping @Sendable () -> Void = {}
    ) {
        injector.bind(Pool.self, lifetime: .singleton, to: .async { Pool() })
        injector.bind(Settings.self, to: settings)
        let factory = Factory<Server>.using { (pool: Pool, settings: Settings) in
            created.increment()
            whileCreating()
            return Server(pool: pool, settings: settings)
        }
        injector.bind(Server.self, lifetime: .singleton, to: factory)
    }

    @Test("A thread creates a singleton whose asynchronous dependency exists, although a task prepares it")
    func prepared() async throws {
        let (injector, created, settings) = (injector, Tally(), Tally())
        let server = Shared<Result<Server, any Error>?>(nil)
        let lookUp = { @Sendable [unowned injector] in
            try offTheMainThread { server.change { $0 = Result { try injector.throwingInstance(for: Server.self) } } }
        }
        let factory = Factory<Settings>.make {
            // The task has the pool. The thread needs other settings than the task.
            if settings.increment() == 1 { try lookUp() }
            return Settings()
        }
        bindServer(created, needing: factory)
        try await underWatchdog { () async throws in
            let expected = try await injector.asyncInstance(for: Server.self)
            #expect(try server.value?.get() === expected)
            #expect(settings.count == 2)
            #expect(created.count == 1)
        }
    }

    @Test("A thread waits for a singleton that a task creates synchronously, as for one that a thread creates")
    func underConstruction() async throws {
        try await underWatchdog { () async throws in
            for _ in 0..<200 {
                let test = SynchronousLookupTests()
                let (injector, created, hasBegun) = (test.injector, Tally(), Shared(0))
                test.bindServer(created, needing: .make { Settings() }) {
                    hasBegun.increment()
                    // In most rounds, the thread looks the server up meanwhile.
                    for _ in 0..<100 { sched_yield() }
                }
                let server = Shared<Result<Server, any Error>?>(nil)
                let isDone = Gate()
                Thread.detachNewThread {
                    hasBegun.spin(until: 1)
                    server.change { $0 = Result { try injector.throwingInstance(for: Server.self) } }
                    Task { await isDone.open() }
                }
                let expected = try await injector.asyncInstance(for: Server.self)
                await isDone.pass()
                #expect(try server.value?.get() === expected)
                #expect(created.count == 1)
            }
        }
    }
}
