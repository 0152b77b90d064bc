import Foundation
import Testing
import Wormer
import XCTest

/// The main actor runs on the main thread, whatever its current dispatch queue is.
///
/// XCTest runs a synchronous test on the main thread. Swift Testing leaves it on Linux.
final class MainThreadTestCase: XCTestCase {
    /// The defect was: the check only recognized the main queue.
    func testAMainActorFactoryRunsInASerialQueueThatTheMainThreadWaitsFor() throws {
        let injector = Injector(parent: nil)
        let factory = Factory<String>.onMainActor {
            MainActor.assertIsolated()
            return "on the main actor"
        }
        injector.bind(String.self, to: factory)
        let text: String = try DispatchQueue(label: "serial").sync { try injector.throwingInstance() }
        XCTAssertEqual(text, "on the main actor")
    }
}
