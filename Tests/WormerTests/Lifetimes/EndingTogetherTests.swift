import Testing
import Wormer

/// A store, in which drafts are saved when they end.
private final class Store: Sendable {}

private final class Drafts: Sendable {
    private let store: Store

    init(store: Store) { self.store = store }
}

/// An injector whose store closes at its end, after the drafts were saved.
private struct App: Sendable {
    let injector = Injector(parent: nil)
    let journal = Journal()
    let isSaving = Gate()
    let maySave = Gate()

    init() {
        let factory = Factory<Store>.make { Store() }.onEnd { [journal] _ in journal.note("store closed") }
        injector.bind(Store.self, lifetime: .singleton, to: factory)
    }

    /// Binds drafts whose `onEnd` doesn't finish before `maySave` opens.
    func bindDrafts(_ lifetime: Lifetime, in injector: Injector) {
        let factory = Factory<Drafts>.using(Drafts.init(store:)).onEnd { [journal, isSaving, maySave] _ in
            await isSaving.open()
            await maySave.pass()
            journal.note("drafts saved")
        }
        injector.bind(Drafts.self, lifetime: lifetime, to: factory)
    }

    /// Calls `end()` while the drafts are being saved, and expects it to wait for them before it closes the store.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func expectEndToWait() async throws {
        await isSaving.pass()
        let slow = SlowExecutor()
        let end = Task(executorPreference: slow) {
            try await injector.end()
            journal.note("end() returned")
        }
        // The task has run until it waits for another one.
        slow.runWaiting()
        #expect(journal.entries == [])
        await maySave.open()
        slow.runAll()
        try await end.value
        #expect(journal.entries == ["drafts saved", "store closed", "end() returned"])
    }
}

@Suite("Ends of dependent instances wait for each other")
struct EndingTogetherTests {
    private static let session = Scope("session of endings")
    private let app = App()

    private var injector: Injector { app.injector }

    /// A scope with drafts that ends in another task.
    enum Ending: CaseIterable { case logout, handle, closure, droppedHandle, droppedChild }

    /// Creates drafts in a scope, and returns the task that ends the scope, unless nobody holds it any more.
    private func begin(_ ending: Ending) throws -> Task<Void, any Error>? {
        let (app, child) = (app, Injector(parent: injector))
        let owner = ending == .droppedChild ? child : injector
        app.bindDrafts(.scope(Self.session), in: owner)
        switch ending {
        case .logout, .droppedChild:
            try owner.begin(Self.session)
            _ = owner.instance(for: Drafts.self)
            return ending == .logout ? Task { try await app.injector.end(Self.session) } : nil
        case .handle, .droppedHandle:
            let account = try injector.open(Self.session)
            account.run { _ = app.injector.instance(for: Drafts.self) }
            return ending == .handle ? Task { try await account.end() } : nil
        case .closure:
            return Task {
                try await app.injector.withScope(Self.session) { _ = app.injector.instance(for: Drafts.self) }
            }
        }
    }

    // Defect: the store closed, and the logout then saved the drafts into it.
    @Test(
        "end() of an injector waits for a scope that ends, and then ends what its instances use",
        arguments: Ending.allCases
    )
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func scopeThatEnds(ending: Ending) async throws {
        try await underWatchdog { () async throws in
            let task = try begin(ending)
            try await app.expectEndToWait()
            try await task?.value
        }
    }

    // Defect: the second call returned while the first one was still saving. If the drafts were those of a session, it
    // even closed their store.
    @Test(
        "A second end() of an injector returns after everything has ended, not while the first still runs",
        arguments: [.singleton, .scope(.alwaysOpen("drafts of endings")), .scope(session)] as [Lifetime]
    )
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func secondEnd(lifetime: Lifetime) async throws {
        try await underWatchdog { () async throws in
            app.bindDrafts(lifetime, in: injector)
            try injector.begin(Self.session)
            _ = injector.instance(for: Drafts.self)
            let first = Task { try await app.injector.end() }
            try await app.expectEndToWait()
            try await first.value
        }
    }
}
