import CWormer
import Foundation
import Testing
import Wormer

@Suite("A thread binds without waiting for threads that resolve", .serialized)
struct WriterTests {
    private final class Version: Sendable {
        let number: Int
        private let alive: Shared<Int>

        init(_ number: Int, _ alive: Shared<Int>) {
            self.number = number
            self.alive = alive
            alive.increment()
        }

        deinit {
            alive.change { $0 -= 1 }
        }
    }

    // Defect: a writer held the lock and waited for every reader, including readers that were not running. With eight busy
    // readers on two processors, the median of a write was 48 ms.
    @Test("Eight busy readers never see an old binding after a new one, and all replaced instances are released")
    func hotReaders() async {
        let alive = Shared(0)
        underWatchdog {
            let injector = Injector(parent: nil)
            let rounds = 2_000
            let last = Shared(0)
            let barrier = Barrier(9)
            @Sendable func bind(_ number: Int) {
                injector.bind(Version.self, lifetime: .singleton, to: .make { Version(number, alive) })
                injector.bind(Version.self, id: "id", lifetime: .singleton, to: .make { Version(number, alive) })
            }
            bind(0)
            onThreads(9) { thread in
                barrier.arrive()
                if thread == 0 {
                    for number in 1...rounds {
                        bind(number)
                        last.change { $0 = number }
                        #expect(injector.instance(for: Version.self).number == number)
                    }
                    return
                }
                var seen = 0
                while seen < rounds {
                    let bound = last.value
                    let version: Version = injector.instance()
                    #expect(version.number >= max(seen, bound))
                    #expect(injector.instance(for: Version.self, id: "id").number >= bound)
                    seen = version.number
                }
            }
        }
        #expect(await eventually { alive.value == 0 })
    }

    // Defect: as above, with the reader inside user code.
    @Test("A thread binds while another thread runs an initializer, a hash function, a comparison or a deinit")
    func slowUserCode() {
        underWatchdog {
            for place in SlowPlace.allCases {
                for _ in 0..<50 {
                    let injector = Injector(parent: nil)
                    let hasBegun = Shared(0)
                    let mayEnd = Shared(0)
                    onThreads(2) { thread in
                        if thread == 0 {
                            place.enter(injector) {
                                hasBegun.increment()
                                mayEnd.spin(until: 1)
                            }
                        } else {
                            hasBegun.spin(until: 1)
                            for number in 0..<10 {
                                injector.bind(Int.self, to: .make { number })
                                #expect(injector.instance(for: Int.self) == number)
                                injector.bind(Witness.self, to: .make { Witness() })
                                injector.unbind(Witness.self, id: number)
                                injector.unbind(Witness.self)
                            }
                            injector.reset()
                            mayEnd.increment()
                        }
                    }
                }
            }
        }
    }
}

/// User code that runs during a request.
private enum SlowPlace: CaseIterable {
    case transient, singleton, hash, equality, deinitialization

    private struct Slow: Hashable, Sendable {
        var hash: (@Sendable () -> Void)?
        var equality: (@Sendable () -> Void)?

        static func == (lhs: Slow, rhs: Slow) -> Bool {
            lhs.equality?()
            rhs.equality?()
            return true
        }

        func hash(into hasher: inout Hasher) {
            hash?()
        }
    }

    /// Makes a request that runs `body`.
    func enter(_ injector: Injector, _ body: @escaping @Sendable () -> Void) {
        switch self {
        case .transient, .singleton:
            injector.bind(
                Witness.self,
                lifetime: self == .singleton ? .singleton : .transient,
                to: .make {
                    body()
                    return Witness()
                }
            )
            _ = injector.instance(for: Witness.self)
        case .hash, .equality:
            injector.bind(Witness.self, id: Slow(), to: .make { Witness() })
            _ = injector.safeInstance(for: Witness.self, id: self == .hash ? Slow(hash: body) : Slow(equality: body))
        case .deinitialization:
            injector.bind(Product.self, lifetime: .weak, to: .make { Product(body) })
            _ = injector.instance(for: Product.self)
        }
    }
}

/// Stops a thread at any point with a signal.
private enum Stopping {
    // Two words that only atomic operations access: the number of stops and the number of resumptions.
    nonisolated(unsafe) private static let words = UnsafeMutablePointer<UInt>.allocate(capacity: 2)

    static func prepare() {
        words.initialize(repeating: 0, count: 2)
        signal(SIGUSR2) { _ in
            let number = wormer_load(Stopping.words) + 1
            wormer_store(Stopping.words, number)
            while wormer_load(Stopping.words + 1) < number {}
        }
    }

    /// Allows the current thread to be stopped.
    ///
    /// It may have inherited a mask that blocks the signal.
    static func allow() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    static func stop(_ thread: pthread_t) {
        let number = wormer_load(words) + 1
        pthread_kill(thread, SIGUSR2)
        while wormer_load(words) < number { sched_yield() }
    }

    static func resume() {
        wormer_store(words + 1, wormer_load(words + 1) + 1)
    }
}

/// A thread whose `join` also waits for the destructors of its thread-local values.
private struct JoinableThread {
    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) {
            self.body = body
        }

        static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
            return nil
        }
    }

    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            precondition(pthread_create(&thread, nil, { Work.run($0) }, work) == 0)
            self.thread = thread!
        #else
            var thread = pthread_t()
            precondition(pthread_create(&thread, nil, { Work.run($0) }, work) == 0)
            self.thread = thread
        #endif
    }

    func join() {
        pthread_join(thread, nil)
    }
}

#if os(macOS) || os(Linux)
    extension WriterTests {
        // Defect: a writer held the lock and waited for every reader, including readers that were not running.
        @Test("A thread binds while a reader is stopped at any point of a request")
        func stoppedReader() async {
            await #expect(processExitsWith: .success) {
                underWatchdog(seconds: 60) {
                    Stopping.prepare()
                    let injector = Injector(parent: nil)
                    let isOver = AtomicCounter()
                    let reads = AtomicCounter()
                    let reader = Shared<pthread_t?>(nil)
                    let hasEnded = DispatchSemaphore(value: 0)
                    weak var replaced: Witness?
                    func bind() {
                        let witness = Witness()
                        injector.bind(Witness.self, lifetime: .singleton, to: .make { witness })
                        _ = injector.instance(for: Witness.self)
                        replaced = witness
                    }
                    bind()
                    Thread.detachNewThread {
                        Stopping.allow()
                        reader.change { $0 = pthread_self() }
                        while isOver.isZero {
                            for _ in 0..<100 { _ = injector.instance(for: Witness.self) }
                            reads.increment()
                        }
                        hasEnded.signal()
                    }
                    while reader.value == nil { sched_yield() }
                    for _ in 0..<200 {
                        // The reader has released the instance before this one, and from now on it only reads.
                        let before = reads.value
                        while reads.value < before + 2 { sched_yield() }
                        weak var old: Witness?
                        old = replaced
                        Stopping.stop(reader.value!)
                        bind()
                        injector.bind(Int.self, to: .make { 1 })
                        injector.unbind(Int.self)
                        _ = injector.instance(for: Witness.self)
                        Stopping.resume()
                        while old != nil { sched_yield() }
                    }
                    isOver.increment()
                    hasEnded.wait()
                }
            }
        }

        // Defect: every writer checked the records of all threads that had ever made a request.
        @Test("A new thread reuses the record of an ended thread, so that writers check living threads only")
        func endedThreads() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                injector.bind(Witness.self, lifetime: .singleton, to: .make { Witness() })
                // No other thread uses an injector during this call.
                func living() -> Int {
                    var first = wormer_this_thread()
                    while let previous = first.pointee.previous { first = previous }
                    return sequence(first: first) { $0.pointee.next }.reduce(0) { count, _ in count + 1 }
                }
                _ = injector.instance(for: Witness.self)
                let before = living()
                let records = Shared<Set<UInt>>([])
                for _ in 0..<10 {
                    let barrier = Barrier(200)
                    let threads = (0..<200).map { _ in
                        JoinableThread {
                            _ = injector.instance(for: Witness.self)
                            _ = records.change { $0.insert(UInt(bitPattern: wormer_this_thread())) }
                            barrier.arrive()
                        }
                    }
                    for thread in threads { thread.join() }
                }
                precondition(living() == before)
                precondition(records.value.count == 200)
            }
        }
    }
#endif
