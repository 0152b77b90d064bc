import Fusion
import TestSupport
import Testing
import Wormer
import WormerTesting

private final class Store: Sendable {
    let text: String
    init(_ text: String = "") { self.text = text }
}

private struct Refused: Error, Equatable { let number: Int }

extension Container {
    @Service(.singleton) fileprivate var providedJournal = Journal()
    @Service(.singleton) fileprivate var providedGate = Gate()
    @Provides(.singleton) fileprivate func slowStore(_ number: Int) async throws -> Store {
        providedJournal.note("begin \(number)")
        await providedGate.pass()
        if number < 0 { throw Refused(number: number) }
        return Store("\(number)")
    }
    @Provides(.singleton) fileprivate func sureStore() async -> Store {
        providedJournal.note("begin")
        await providedGate.pass()
        return Store(Task.isCancelled ? "cancelled" : "sure")
    }
    @Provides fileprivate func newStore(_ body: @escaping () async -> String) async -> Store { Store(await body()) }
    @Provides(
        .singleton,
        onEnd: { (store: Store) in
            await Task.yield(); noteEnd(store.text)
        }
    )
    fileprivate func endingStore(_ name: String) async -> Store { Store(name) }
    @Provides(.singleton, onEnd: { (store: Store) in noteEnd(store.text) })
    fileprivate func plainEndingStore(_ name: String) -> Store { Store(name) }
    @MainActor @Provides(.singleton) fileprivate func storeOnMain(_ number: Int) async -> Store {
        MainActor.assertIsolated()
        await Task.yield()
        return Store("main \(number)")
    }

    // Cycles.
    @Provides(.singleton) fileprivate func outerStore() throws -> Store { try innerStore(7) }
    @Provides(.singleton) fileprivate func innerStore(_ number: Int) throws -> Store { try outerStore() }
    @Provides(.singleton) fileprivate func countingStore(_ number: Int) -> Store {
        number == 0 ? Store("0") : Store("\(number), " + countingStore(number - 1).text)
    }
    @Provides fileprivate func newCountingStore(_ number: Int) -> Store {
        number == 0 ? Store("0") : Store("\(number), " + newCountingStore(number - 1).text)
    }
    @Provides(.singleton) fileprivate func oneStore() async throws -> Store {
        async let other = otherStore(1)
        return try await other
    }
    @Provides(.singleton) fileprivate func otherStore(_ number: Int) async throws -> Store { try await oneStore() }
    @Provides(.singleton) fileprivate func endlessStore() -> Store { endlessStore() }
}

@TaskLocal private var ends: Journal?
private func noteEnd(_ text: String) { ends?.note(text) }

@Suite("Functions that await provide services")
struct AsyncProvidesTests {
    @Test("All who wait get the instance that one task creates", .isolatedBindings)
    func waiting() async throws {
        let journal = Container.main.providedJournal
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await Container.main.slowStore(1) } }
            await Container.main.providedGate.open()
            return try await group.reduce(into: [ObjectIdentifier]()) { $0.append(ObjectIdentifier($1)) }
        }
        #expect(Set(stores).count == 1 && stores.count == 20)
        #expect(journal.entries == ["begin 1"])
        #expect(try await Container.main.slowStore(2).text == "2")
    }

    @Test("All who wait get the error that the body throws, and the next call tries again", .isolatedBindings)
    func throwing() async throws {
        let journal = Container.main.providedJournal
        let errors = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { () -> Refused? in
                    do {
                        _ = try await Container.main.slowStore(-1)
                        return nil
                    } catch { return error as? Refused }
                }
            }
            #expect(await eventually { journal.entries == ["begin -1"] })
            await Container.main.providedGate.open()
            return await group.reduce(into: [Refused?]()) { $0.append($1) }
        }
        #expect(errors == Array(repeating: Refused(number: -1), count: 20))
        await #expect(throws: Refused(number: -1)) { try await Container.main.slowStore(-1) }
    }

    @Test("A caller that is cancelled leaves the creation alone", .isolatedBindings)
    func cancelling() async throws {
        let journal = Container.main.providedJournal
        let caller = Task { try await Container.main.slowStore(1) }
        #expect(await eventually { journal.entries == ["begin 1"] })
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await Container.main.providedGate.open()
        #expect(try await Container.main.slowStore(1).text == "1")
        #expect(journal.entries == ["begin 1"])
    }

    @Test("A function that cannot throw returns its instance to a caller that is cancelled", .isolatedBindings)
    func cancellingSureCaller() async {
        let journal = Container.main.providedJournal
        let caller = Task { await Container.main.sureStore() }
        #expect(await eventually { journal.entries == ["begin"] })
        caller.cancel()
        await Container.main.providedGate.open()
        #expect(await caller.value.text == "sure")
        #expect(await caller.value === Container.main.sureStore())
    }

    @Test("Without a lifetime, a function takes any arguments and runs in the task of its caller", .isolatedBindings)
    func unshared() async {
        var count = 0
        let store = await Container.main.newStore {
            count += 1
            return "\(count)"
        }
        #expect(store.text == "1" && count == 1)
    }

    @Test("A function of the main actor runs there, from everywhere", .isolatedBindings)
    func onMainActor() async {
        let store = await Container.main.storeOnMain(1)
        #expect(await Container.main.storeOnMainProvider(1) === store && store.text == "main 1")
    }

    @Test("Each instance ends, the latest first", .isolatedBindings)
    func ending() async throws {
        let journal = Journal()
        try await $ends.withValue(journal) {
            for name in ["a", "b"] { _ = await Container.main.endingStore(name) }
            _ = Container.main.plainEndingStore("c")
            _ = await Container.main.endingStore("a")
            try await Container.end()
            #expect(journal.entries == ["c", "b", "a"])
            _ = await Container.main.endingStore("a")
            try await Container.end()
            #expect(journal.entries == ["c", "b", "a", "a"])
            _ = Container.main.plainEndingStore("d")
            Container.main.reset(\.plainEndingStoreProvider)
            #expect(journal.entries == ["c", "b", "a", "a", "d"])
        }
    }

    @Test("An override ends the instances that are created inside", .isolatedBindings)
    func endingInside() async {
        let journal = Journal()
        await $ends.withValue(journal) {
            _ = await Container.main.endingStore("outside")
            await Container.mock {
                $0.providedJournal = Journal()
            } then: {
                _ = await Container.main.endingStore("outside")
                _ = await Container.main.endingStore("inside")
            }
            #expect(journal.entries == ["inside"])
        }
    }

    // MARK: - Cycles

    @Test("The same arguments inside are a cycle, with its path", .isolatedBindings)
    func cycle() throws {
        let error = #expect(throws: InjectionError.self) { try Container.main.outerStore() }
        #expect(
            error?.path.map { "\($0)".prefix { $0 != "," } }
                == ["outerStore(): Store", "innerStore(7): Store", "outerStore(): Store"].map { $0[...] }
        )
        #expect(error?.description.contains("Call one of them in a method, not in the other's body.") == true)
    }

    @Test("Tasks of one call close a cycle, too", .isolatedBindings)
    func cycleOfTasks() async throws {
        let error = await #expect(throws: InjectionError.self) { try await Container.main.oneStore() }
        #expect(
            error?.path.map { "\($0)".prefix { $0 != "," } }
                == ["oneStore(): Store", "otherStore(1): Store", "oneStore(): Store"].map { $0[...] }
        )
        let tasks = [Task { try await Container.main.oneStore() }, Task { try await Container.main.otherStore(1) }]
        for task in tasks { await #expect(throws: InjectionError.self) { try await task.value } }
    }

    @Test("With other arguments, a function may call itself", .isolatedBindings)
    func recursion() {
        #expect(Container.main.countingStore(3).text == "3, 2, 1, 0")
        #expect(Container.main.newCountingStore(3).text == "3, 2, 1, 0")
        #expect(Container.main.newCountingStore(3).text == "3, 2, 1, 0")
        Container.main.newCountingStoreProvider = { number in
            number == 0 ? Store("zero") : Store("\(number) " + Container.main.newCountingStore(number - 1).text)
        }
        #expect(Container.main.newCountingStore(2).text == "2 1 zero")
    }

    #if os(macOS) || os(Linux)
        @Test("An error that the function cannot throw ends the process")
        func exit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.endlessStore()
            }
            #expect(
                result?.fatalErrorText.contains("Cannot inject endlessStore(): Store: it depends on itself.") == true
            )
        }
    #endif
}
