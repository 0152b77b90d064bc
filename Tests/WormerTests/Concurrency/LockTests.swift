#if DEBUG && (os(macOS) || os(Linux))
    import Testing

    @testable import Wormer

    @Suite("No code of the user runs under a lock of the library")
    struct LockTests {
        @Test("In a debug build, a lookup under a lock ends the process")
        func lookup() async {
            await #expect(processExitsWith: .failure) {
                let injector = Injector()
                injector.bind(Int.self, to: .make { 1 })
                Guarded(()).withLock { _ in _ = injector.instance(for: Int.self) }
            }
        }
    }
#endif
