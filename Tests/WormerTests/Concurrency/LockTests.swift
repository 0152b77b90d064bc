#if os(macOS) || os(Linux)
    import CWormer
    import Testing

    @testable import Wormer

    @Suite("No code of the user runs under a lock of the library")
    struct LockTests {
        /// Whether the library was built for debugging, which the tests of an optimized one are, too.
        private static let countsLocks = Guarded(()).withLock { _ in wormer_this_thread().pointee.locks > 0 }

        @Test("In a debug build, a lookup under a lock ends the process", .enabled(if: countsLocks))
        func lookup() async {
            await #expect(processExitsWith: .failure) {
                let injector = Injector()
                injector.bind(Int.self, to: .make { 1 })
                Guarded(()).withLock { _ in _ = injector.instance(for: Int.self) }
            }
        }
    }
#endif
