#if canImport(XCTest)
    import Wormer
    internal import XCTest

    #if canImport(ObjectiveC)
        import ObjectiveC
    #endif

    /// Whether an `XCTestCase` is running: outside of one there is nothing that could fail.
    enum RunningTestCase {
        // Begun when the program is loaded, and kept by the center that it observes.
        private static let observer = Observer()

        /// Records an issue in the test case that is running.
        ///
        /// - Returns: Whether there is one.
        static func record(_ text: String, at location: CodeLocation) -> Bool {
            guard observer.isTestRunning else {
                return false
            }
            XCTFail(text, file: location.file, line: location.line)
            return true
        }

        /// Begins to observe test cases.
        fileprivate static func observe() {
            XCTestObservationCenter.shared.addTestObserver(observer)
        }

        #if canImport(ObjectiveC)
            private class Object: NSObject {}
        #else
            private class Object {}
        #endif

        private final class Observer: Object, XCTestObservation, @unchecked Sendable {
            // The count is guarded by the lock.
            private let lock = Lock()
            private var running = 0

            var isTestRunning: Bool {
                lock.withLock { running > 0 }
            }

            func testCaseWillStart(_ testCase: XCTestCase) {
                lock.withLock { running += 1 }
            }

            func testCaseDidFinish(_ testCase: XCTestCase) {
                lock.withLock { running -= 1 }
            }
        }
    }
#endif

@_cdecl("wormer_testing_observe")
func observeTestCases() {
    #if canImport(XCTest)
        RunningTestCase.observe()
    #endif
}
