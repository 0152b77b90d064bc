import Foundation
import Testing
import Wormer

@Suite("Deep graphs, on a thread with a stack of 8 MB")
struct DepthTests {
    #if DEBUG
        private static let depth = 1_000
    #else
        private static let depth = 10_000
    #endif

    enum Spelling: CaseIterable, Sendable {
        case throwingInstance, instance, safeInstance
    }

    @Test(
        "A legitimate chain of 10,000 resolutions, 1,000 without optimization, is made",
        arguments: Spelling.allCases,
        [false, true]
    )
    func chain(spelling: Spelling, asSingletons: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            let addresses = Shared((top: UInt(0), bottom: UInt(0)))
            for number in 0..<Self.depth {
                injector.bind(interface: Int.self, id: number, toImplementation: Int.self, asSingleton: asSingletons) {
                    [unowned injector] in
                    if number == 0 {
                        let address = addressOnTheStack()
                        addresses.change { $0.top = address }
                    }
                    return switch spelling {
                    case .throwingInstance: try injector.throwingInstance(for: Int.self, id: number + 1) + 1
                    case .instance: injector.instance(for: Int.self, id: number + 1) + 1
                    case .safeInstance: injector.safeInstance(for: Int.self, id: number + 1)! + 1
                    }
                }
            }
            injector.bind(interface: Int.self, id: Self.depth, toImplementation: Int.self) {
                let address = addressOnTheStack()
                addresses.change { $0.bottom = address }
                return 0
            }
            onThreads(1) { _ in
                #expect(injector.safeInstance(for: Int.self, id: 0) == Self.depth)
            }
            let (top, bottom) = addresses.value
            if ProcessInfo.processInfo.environment["SHOW_STACK_USE"] != nil {
                print("\(spelling), singletons \(asSingletons): \((top - bottom) / UInt(Self.depth)) bytes a level")
            }
        }
    }

    @Test("The error at the end of a chain as long has the whole path", arguments: [false, true])
    func failingChain(asSingletons: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            for number in 0..<Self.depth {
                injector.bind(interface: Int.self, id: number, toImplementation: Int.self, asSingleton: asSingletons) {
                    [unowned injector] in try injector.throwingInstance(for: Int.self, id: number + 1)
                }
            }
            onThreads(1) { _ in
                let error = #expect(throws: InjectionError.self) {
                    try injector.throwingInstance(for: Int.self, id: 0)
                }
                guard case .notBound? = error?.reason else {
                    Issue.record("not the error of what is missing")
                    return
                }
                #expect(error?.path.map(\.identifier) == (0...Self.depth).map { AnyHashable($0) })
            }
        }
    }

    @Test("A cycle as long is an error too, not an overflow of the stack", arguments: [false, true])
    func longCycle(asSingletons: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            for number in 0..<Self.depth {
                injector.bind(interface: Int.self, id: number, toImplementation: Int.self, asSingleton: asSingletons) {
                    [unowned injector] in
                    try injector.throwingInstance(for: Int.self, id: (number + 1) % Self.depth)
                }
            }
            onThreads(1) { _ in
                let error = #expect(throws: InjectionError.self) {
                    try injector.throwingInstance(for: Int.self, id: 0)
                }
                guard case .cycle? = error?.reason else {
                    Issue.record("no cycle")
                    return
                }
                #expect(error?.path.count == Self.depth + 1)
                #expect(error?.path.last?.identifier == AnyHashable(0))
            }
        }
    }
}

/// Where the stack is now.
@inline(never)
private func addressOnTheStack() -> UInt {
    var word = 0
    return withUnsafePointer(to: &word) { UInt(bitPattern: $0) }
}
