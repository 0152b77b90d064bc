import Foundation
import Testing
import Wormer

// In processes of their own, so that a stack that overflows is a test that fails.
@Suite("Deep graphs, on a thread with a stack of 8 MB")
struct DepthTests {
    enum Spelling: String, CaseIterable, Codable, Sendable {
        case throwingInstance, instance, safeInstance

        /// An initializer that asks for the next in the chain, as a program would write it.
        fileprivate func initializer(asking injector: Injector, for next: Int) -> @Sendable () throws -> Int {
            switch self {
            case .throwingInstance:
                { [unowned injector] in try injector.throwingInstance(for: Int.self, id: next) + 1 }
            case .instance:
                { [unowned injector] in injector.instance(for: Int.self, id: next) + 1 }
            case .safeInstance:
                { [unowned injector] in injector.safeInstance(for: Int.self, id: next)! + 1 }
            }
        }
    }

    @Test(
        "A legitimate chain of 10,000 resolutions, 1,000 without optimization, is made",
        arguments: Spelling.allCases,
        [false, true]
    )
    func chain(spelling: Spelling, asSingletons: Bool) async {
        await #expect(processExitsWith: .success) { [spelling, asSingletons] in
            let injector = Injector(parent: nil)
            for number in 0..<depth {
                injector.bind(
                    Int.self,
                    id: number,
                    lifetime: asSingletons ? .singleton : .transient,
                    to: .make(spelling.initializer(asking: injector, for: number + 1))
                )
            }
            injector.bind(Int.self, id: depth, to: .make { 0 })
            onThreads(1) { _ in
                // The first request notes what each initializer asks for; the second does not.
                for _ in 0..<2 {
                    #expect(injector.safeInstance(for: Int.self, id: 0) == depth)
                }
            }
        }
    }

    @Test("The error at the end of a chain as long has the whole path", arguments: [false, true])
    func failingChain(asSingletons: Bool) async {
        await #expect(processExitsWith: .success) { [asSingletons] in
            let error = errorOfChain(asSingletons: asSingletons) { $0 + 1 }
            guard case .notBound? = error?.reason else {
                Issue.record("not the error of what is missing")
                return
            }
            #expect(error?.path.map(\.identifier) == (0...depth).map { AnyHashable($0) })
        }
    }

    @Test("A cycle as long is an error too, not an overflow of the stack", arguments: [false, true])
    func longCycle(asSingletons: Bool) async {
        await #expect(processExitsWith: .success) { [asSingletons] in
            let error = errorOfChain(asSingletons: asSingletons) { ($0 + 1) % depth }
            guard case .cycle? = error?.reason else {
                Issue.record("no cycle")
                return
            }
            #expect(error?.path.map(\.identifier) == (0...depth).map { AnyHashable($0 % depth) })
        }
    }
}

#if DEBUG
    private let depth = 1_000
#else
    private let depth = 10_000
#endif

/// The error that a request for the first of `depth` bindings ends with, each of which asks for the one after it.
private func errorOfChain(asSingletons: Bool, after next: @escaping @Sendable (Int) -> Int) -> InjectionError? {
    let injector = Injector(parent: nil)
    for number in 0..<depth {
        injector.bind(
            Int.self,
            id: number,
            lifetime: asSingletons ? .singleton : .transient,
            to: .make { [unowned injector] in try injector.throwingInstance(for: Int.self, id: next(number)) }
        )
    }
    let caught = Shared<InjectionError?>(nil)
    onThreads(1) { _ in
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self, id: 0) }
        caught.change { $0 = error }
    }
    return caught.value
}
