import Foundation
import Testing
import Wormer

private final class Part: Sendable {}

/// Counts the existing instances of its type.
private final class Counted: Sendable {
    let living: Shared<Int>

    init(_ living: Shared<Int>) {
        self.living = living
        living.change { $0 += 1 }
    }

    deinit { living.change { $0 -= 1 } }
}

// Requests for transient instances do not retain the binding.
@Suite("A binding that is removed while its initializer runs is released afterwards")
struct TransientReleaseTests {
    @Test("A binding that another thread removes is released when its initializer ends")
    func otherThread() {
        let injector = Injector(parent: nil)
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        let isWaiting = Shared(false)
        weak var witness: Witness?
        do {
            let captured = Witness()
            witness = captured
            injector.bindMake(Part.self) {
                if isWaiting.value {
                    hasBegun.signal()
                    mayEnd.wait()
                }
                return withExtendedLifetime(captured) { Part() }
            }
        }
        _ = injector.instance(for: Part.self)
        isWaiting.change { $0 = true }
        let thread = Thread {
            _ = injector.instance(for: Part.self)
            hasEnded.signal()
        }
        thread.start()
        hasBegun.wait()
        injector.unbind(Part.self)
        #expect(witness != nil)
        // Another removal releases no binding in use.
        injector.bind(Int.self, to: .make { 1 })
        injector.unbindAll()
        #expect(witness != nil)
        mayEnd.signal()
        hasEnded.wait()
        #expect(isSoon { witness == nil })
    }
}

#if os(macOS) || os(Linux)
    extension TransientReleaseTests {
        @Test("Replacing the main injector while other threads use it leaves only the last one")
        func main() async {
            await #expect(processExitsWith: .success) {
                let living = Shared(0)
                @Sendable func replaceMain() {
                    let injector = Injector(parent: nil)
                    let captured = Counted(living)
                    injector.bind(Part.self, to: .make { withExtendedLifetime(captured) { Part() } })
                    _ = injector.instance(for: Part.self)
                    Main.current = Main(injector: injector, facade: nil)
                }
                replaceMain()
                onThreads(4) { thread in
                    for _ in 0..<(thread == 0 ? 2_000 : 20_000) {
                        if thread == 0 {
                            replaceMain()
                        } else {
                            _ = Injector.default.instance(for: Part.self)
                        }
                    }
                }
                precondition(living.value == 1, "\(living.value) of the replaced bindings live")
            }
        }
    }
#endif
