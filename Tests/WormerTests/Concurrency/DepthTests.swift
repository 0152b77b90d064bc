import Foundation
import StressModel
import Testing
import Wormer
import WormerGraph

#if os(macOS) || os(Linux)
    // These tests run in separate processes, so that a stack overflow fails the test.
    @Suite("A stack of 8 MB has room for deep dependency graphs")
    struct DepthTests {
        // An exit test captures nothing before Swift 6.3, so each test has its cases in one process.
        @Test("A chain of 10,000 dependencies resolves (1,000 in a debug build)")
        func chain() async {
            await #expect(processExitsWith: .success) {
                for link in ChainLink.allCases {
                    for lifetime in lifetimes {
                        let injector = Injector(parent: nil)
                        for number in 0..<depth {
                            link.bind(number, next: number + 1, lifetime: lifetime, in: injector)
                        }
                        injector.bind(Int.self, id: depth, to: .make { 0 })
                        onThreads(1) { _ in
                            // The first request records the requests of each initializer. The second one does not.
                            for _ in 0..<2 {
                                let sum = injector.safeInstance(for: Int.self, id: 0)
                                #expect(sum == depth, "\(link), \(lifetime)")
                            }
                        }
                    }
                }
            }
        }

        @Test("A chain of 20,000 auto-wired bindings can be awaited without stack overflow (4,000 in a debug build)")
        func asynchronousChain() async {
            await #expect(processExitsWith: .success) {
                let length = isRelease ? 20_000 : 4_000
                let injector = boundChain(length, .singleton)
                let sum = try await injector.asyncInstance(for: Int.self, id: link(0))
                #expect(sum == length)
            }
        }

        @Test("An asynchronous lookup searches each binding of a chain a few times, and so does verifyInstances()")
        func asynchronousSearch() async {
            await #expect(processExitsWith: .success) {
                for lifetime in lifetimes {
                    let injector = boundChain(1_000, lifetime)
                    comparisons.change { $0 = 0 }
                    _ = try await injector.asyncInstance(for: Int.self, id: link(0))
                    #expect(comparisons.value < 40_000, "\(lifetime)")
                }
                let injector = boundChain(1_000, .singleton)
                comparisons.change { $0 = 0 }
                try await injector.verifyInstances()
                #expect(comparisons.value < 120_000)
            }
        }

        @Test("A cycle of 10,000 bindings throws an error and does not overflow the stack (1,000 in a debug build)")
        func longCycle() async {
            await #expect(processExitsWith: .success) {
                for lifetime in lifetimes {
                    let error = errorOfChain(lifetime) { ($0 + 1) % depth }
                    #expect(error?.reason.name == "cycle")
                    #expect(error?.path.map(\.identifier) == (0...depth).map { AnyHashable($0 % depth) }, "\(lifetime)")
                }
            }
        }
    }

    private let depth = isRelease ? 10_000 : 1_000

    private let lifetimes: [Lifetime] = [.transient, .singleton]

    private let comparisons = Shared(0)

    /// An identifier that counts how often it is compared, for each side.
    private func link(_ number: Int) -> CallingID {
        CallingID(number, hash: number) { if $0 == .equality { comparisons.increment() } }
    }

    /// Binds numbers, each of which needs the next one, and the last of which is asynchronous.
    private func boundChain(_ count: Int, _ lifetime: Lifetime) -> Injector {
        let injector = Injector(parent: nil)
        for number in 0..<count {
            let next: Argument<Int> = .id(link(number + 1))
            injector.bind(Int.self, id: link(number), lifetime: lifetime, to: .using({ $0 + 1 }, next))
        }
        injector.bind(Int.self, id: link(count), lifetime: .singleton, to: .async { 0 })
        return injector
    }

    /// The error of a lookup for the first of `depth` bindings, each of which looks up another one.
    private func errorOfChain(_ lifetime: Lifetime, after next: (Int) -> Int) -> InjectionError? {
        let injector = Injector(parent: nil)
        for number in 0..<depth {
            ChainLink.throwingInstance.bind(number, next: next(number), lifetime: lifetime, in: injector)
        }
        let caught = Shared<InjectionError?>(nil)
        onThreads(1) { _ in
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self, id: 0) }
            caught.change { $0 = error }
        }
        return caught.value
    }
#endif
