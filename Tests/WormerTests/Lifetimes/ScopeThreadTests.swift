import Foundation
import Testing
import Wormer

@Suite("Lifetimes and many threads")
struct ScopeThreadTests {
    @Test("A weak instance is never there twice, while eight threads take it and let it go")
    func weak() {
        let injector = Injector(parent: nil)
        let alive = AtomicCounter()
        let doubles = AtomicCounter()
        final class Counted {
            let alive: AtomicCounter
            init(_ alive: AtomicCounter, _ doubles: AtomicCounter) {
                self.alive = alive
                if alive.increment() != 0 { doubles.increment() }
            }
            func leave() { alive.decrement() }
        }
        injector.bind(Counted.self, lifetime: .weak, to: .make { Counted(alive, doubles) })
        for _ in 0..<200 {
            let held = Held<Counted>()
            // All ask at once, and all hold what they got until everybody has asked.
            DispatchQueue.concurrentPerform(iterations: 8) { _ in held.insert(injector.instance()) }
            #expect(held.count == 1)
            held.removeAll { $0.leave() }
        }
        #expect(doubles.isZero)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 {
                let piece: Counted = injector.instance()
                #expect(piece === injector.instance(for: Counted.self))
            }
        }
    }

    @Test("An instance of a scope is made once by many child tasks, and ended once")
    func scope() async throws {
        let injector = Injector(parent: nil)
        let made = AtomicCounter()
        let ended = AtomicCounter()
        injector.bind(
            Piece.self,
            lifetime: .scope(.request),
            to: .make {
                made.increment()
                return Piece()
            }.onEnd { _ in ended.increment() }
        )
        for round in 1...200 {
            let pieces = try await injector.withScope(.request) {
                await withTaskGroup(of: ObjectIdentifier.self) { group in
                    for _ in 0..<16 {
                        group.addTask { ObjectIdentifier(injector.instance(for: Piece.self)) }
                    }
                    return await group.reduce(into: Set()) { $0.insert($1) }
                }
            }
            #expect(pieces.count == 1)
            #expect(made.increment() == 2 * round - 1)
            #expect(ended.increment() == 2 * round - 1)
        }
    }

    @Test("Each singleton is ended once, while some ask and others end")
    func endWhileOthersResolve() async throws {
        let injector = Injector(parent: nil)
        let made = AtomicCounter()
        let ended = AtomicCounter()
        injector.bind(
            Piece.self,
            lifetime: .singleton,
            to: .make {
                made.increment()
                return Piece()
            }.onEnd { _ in ended.increment() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<5_000 { _ = injector.instance(for: Piece.self) } }
                group.addTask { for _ in 0..<500 { try await injector.end() } }
            }
            try await group.waitForAll()
        }
        try await injector.end()
        let count = made.increment()
        // Those that were being made while `end()` came by end on their own.
        #expect(await eventually { ended.value == count })
        try await Task.sleep(nanoseconds: 20_000_000)
        #expect(ended.value == count)
    }

    // Defect: the scope ended at once, and nobody waited for the end of what came late.
    @Test("A scope that ends while an instance is constructed waits for it, gives it to those who asked, and ends it")
    func finishedLate() async throws {
        let injector = Injector(parent: nil)
        let journal = Journal()
        let begun = DispatchSemaphore(value: 0)
        let released = DispatchSemaphore(value: 0)
        injector.bind(
            Piece.self,
            lifetime: .scope(.request),
            to: .make {
                begun.signal()
                released.wait()
                return Piece("late")
            }.onEnd { journal.note("\($0.name) ended") }
        )
        let asking = try await underWatchdog {
            try await injector.withScope(.request) {
                let asking = Task { injector.instance(for: Piece.self).name }
                await Task.detached { begun.waitBlocking() }.value
                #expect(journal.entries == [])
                // A thread of its own: the pool may have none to spare.
                Thread.detachNewThread { released.signal() }
                return asking
            }
        }
        #expect(journal.entries == ["late ended"])
        #expect(await asking.value == "late")
    }

    @Test("Contributions may be taken back while others ask for all of them")
    func contributions() {
        let injector = Injector(parent: nil)
        let finished = AtomicCounter()
        Thread.detachNewThread {
            for _ in 0..<20_000 {
                injector.contribute(to: Plugin.self, id: "now and then", .make { NamedPlugin(name: "there") })
                injector.unbind(interface: Plugin.self, id: "now and then")
            }
            finished.increment()
        }
        while finished.isZero {
            let plugins = injector.plugins
            if plugins.count > 1 {
                Issue.record("\(plugins)")
            }
        }
        #expect(injector.plugins.isEmpty)
    }
}

/// What many threads got.
private final class Held<Object: AnyObject>: @unchecked Sendable {
    // Guarded by `lock`.
    private var objects: [ObjectIdentifier: Object] = [:]
    private let lock = Lock()

    func insert(_ object: Object) {
        lock.withLock { objects[ObjectIdentifier(object)] = object }
    }

    func removeAll(_ body: (Object) -> Void) {
        lock.withLock {
            objects.values.forEach(body)
            objects = [:]
        }
    }

    var count: Int {
        lock.withLock { objects.count }
    }
}

extension AtomicCounter {
    fileprivate var value: Int {
        defer { decrement() }
        return increment()
    }
}

extension DispatchSemaphore {
    fileprivate func waitBlocking() {
        wait()
    }
}
