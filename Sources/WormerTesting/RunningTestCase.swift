#if canImport(XCTest)
    import Wormer
    internal import XCTest

    #if canImport(ObjectiveC)
        import ObjectiveC
    #endif

    /// A namespace for recording issues in the running `XCTestCase`.
    enum RunningTestCase {
        // Created when the program is loaded, and retained by the center that it observes.
        private static let observer = Observer()

        /// Whether a test case is running.
        static var isRunning: Bool { !observer.running.isZero }

        /// Records an issue in the running test case.
        ///
        /// - Returns: Whether a test case is running.
        static func record(_ text: String, at location: CodeLocation) -> Bool {
            guard isRunning else { return false }
            XCTFail(text, file: location.file, line: location.line)
            return true
        }

        /// Starts to observe test cases.
        static func observe() {
            XCTestObservationCenter.shared.addTestObserver(observer)
        }

        #if canImport(ObjectiveC)
            private class Object: NSObject {}
        #else
            private class Object {}
        #endif

        private final class Observer: Object, XCTestObservation, @unchecked Sendable {
            // Unchecked because of the superclass, which has no state.
            fileprivate let running = AtomicCounter()

            func testSuiteWillStart(_ testSuite: XCTestSuite) {
                IsolatedTestCaseGroup.begin(testSuite)
            }

            func testCaseWillStart(_ testCase: XCTestCase) {
                running.increment()
            }

            func testCaseDidFinish(_ testCase: XCTestCase) {
                running.add(-1)
            }
        }
    }
#else
    import Wormer

    enum RunningTestCase {
        static var isRunning: Bool { false }
        static func record(_ text: String, at location: CodeLocation) -> Bool { false }
        static func observe() {}
    }
#endif
