import Fusion
import Testing
import Wormer

/// A store, in which drafts are saved when they end.
private final class Store: Sendable {}

private final class Drafts: Sendable {
    private let store: Store

    init(store: Store) { self.store = store }
}

extension Wormer.Scope { fileprivate static let session = Wormer.Scope("session of overrides") }

@Suite("What an override created ends before its dependencies, whoever ends it")
struct OverrideEndOrderTests {
    private let container = Container()
    private let journal = Journal()

    private var injector: Injector { container.injector }

    init() {
        let factory = Factory<Store>.make { Store() }.onEnd { [journal] _ in journal.note("store closed") }
        injector.bind(Store.self, lifetime: .singleton, to: factory)
    }

    @Test("An override waits for a session that ends at the same time, and then ends what the session used")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func sessionEndsAtTheSameTime() async throws {
        let (isSaving, maySave, mayReturn) = (Gate(), Gate(), Gate())
        let factory = Factory<Drafts>.using(Drafts.init(store:)).onEnd { _ in
            await isSaving.open()
            await maySave.pass()
            journal.note("drafts saved")
        }
        injector.bind(Drafts.self, lifetime: .scope(.session), to: factory)
        try injector.begin(.session)
        let slow = SlowExecutor()
        let override = Task(executorPreference: slow) {
            await container.mock({ _ in }) {
                _ = injector.instance(for: Drafts.self)
                await mayReturn.pass()
            }
            journal.note("override ended")
        }
        // The task has run until it waits for another one.
        slow.runWaiting()
        let logout = Task { try await injector.end(.session) }
        await isSaving.pass()
        await mayReturn.open()
        slow.runWaiting()
        #expect(journal.entries == [])
        await maySave.open()
        slow.runAll()
        await override.value
        try await logout.value
        #expect(journal.entries == ["drafts saved", "store closed", "override ended"])
    }

    /// Creates the drafts of a handle in a synchronous override.
    private func createDrafts(of account: OpenScope) {
        container.mock({ _ in }, then: { account.run { _ = injector.instance(for: Drafts.self) } })
    }

    @Test(
        "What an override creates inside a handle ends with the override, dependencies last",
        arguments: [false, true]
    )
    func createdInsideHandle(isAsync: Bool) async throws {
        let factory = Factory<Drafts>.using(Drafts.init(store:))
        let asyncEnd = { @Sendable [journal] (_: Drafts) async in
            await Task.yield()
            journal.note("drafts saved")
        }
        let ending = isAsync ? factory.onEnd(asyncEnd) : factory.onEnd { [journal] _ in journal.note("drafts saved") }
        injector.bind(Drafts.self, lifetime: .scope(.session), to: ending)
        let account = try injector.open(.session)
        if isAsync {
            await container.mock({ _ in }) {
                await account.run {
                    _ = injector.instance(for: Drafts.self)
                    await Task.yield()
                }
            }
        } else {
            createDrafts(of: account)
        }
        #expect(journal.entries == ["drafts saved", "store closed"])
        try await account.end()
        #expect(journal.entries == ["drafts saved", "store closed"])
    }
}
