import Foundation
import Testing
import Wormer

@Suite("A thread binds without waiting for threads that resolve", .serialized)
struct WriterTests {
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
            injector.bindMake(Witness.self, lifetime: self == .singleton ? .singleton : .transient) {
                body()
                return Witness()
            }
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
