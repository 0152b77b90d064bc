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

    /// Calls `end()`, or a function that ends the drafts alone, while they are being saved, and expects it to wait for
    /// them before it closes the store.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func expectEndToWait(_ endDrafts: (@Sendable () async throws -> Void)? = nil) async throws {
        await isSaving.pass()
        let slow = SlowExecutor()
        let end = Task(executorPreference: slow) {
            try await endDrafts?()
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

    @Test(
        "A second end(_:) of a scope that ends returns after it has ended, and a third throws",
        arguments: [false, true]
    )
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func secondEndOfScope(isInOverride: Bool) async throws {
        try await underWatchdog { () async throws in
            func body() async throws {
                app.bindDrafts(.scope(Self.session), in: injector)
                try injector.begin(Self.session)
                _ = injector.instance(for: Drafts.self)
                let end = { @Sendable [injector] in try await injector.end(Self.session) }
                let first = Task { try await end() }
                try await app.expectEndToWait(end)
                try await first.value
                let error = await #expect(throws: ScopeError.self) { try await end() }
                #expect(error.map { "\($0.reason)" } == "notBegun")
            }
            try await isInOverride ? Override().run(onErrors: Override.report, body) : body()
        }
    }

    @Test("A scope that begins again while the first one ends, ends alone, and end(_:) then joins the first end")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func begunAgain() async throws {
        try await underWatchdog { () async throws in
            app.bindDrafts(.scope(Self.session), in: injector)
            try injector.begin(Self.session)
            _ = injector.instance(for: Drafts.self)
            let first = Task { [injector] in try await injector.end(Self.session) }
            await app.isSaving.pass()
            try injector.begin(Self.session)
            #expect(throws: ScopeError.self) { try injector.begin(Self.session) }
            try await injector.end(Self.session)
            try await app.expectEndToWait { [injector] in try await injector.end(Self.session) }
            try await first.value
            await #expect(throws: ScopeError.self) { try await injector.end(Self.session) }
        }
    }

    @Test("Calls of end(_:) on many threads each return after the 'onEnd', and only later ones throw")
    func concurrentEnds() async throws {
        let (injector, ended) = (Injector(parent: nil), Tally())
        let factory = Factory<Store>.make { Store() }.onEnd { _ in
            await Task.yield()
            ended.increment()
        }
        injector.bind(Store.self, lifetime: .scope(Self.session), to: factory)
        for round in 1...300 {
            try injector.begin(Self.session)
            _ = injector.instance(for: Store.self)
            let successes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        do {
                            try await injector.end(Self.session)
                            return ended.count == round
                        } catch let error as ScopeError {
                            return "\(error.reason)" == "notBegun" && ended.count == round
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(successes == 4)
        }
    }
}
