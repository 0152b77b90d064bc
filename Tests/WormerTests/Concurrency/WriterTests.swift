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

    /// Makes a lookup that runs `body`.
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
