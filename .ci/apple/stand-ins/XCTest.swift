public import ObjectiveC

open class XCTest: NSObject {
    open var name: String { fatalError() }
    open var testCaseCount: Int { fatalError() }
    open func setUp() {}
    open func setUp() async throws {}
}

open class XCTestCase: XCTest {
    open class var defaultTestSuite: XCTestSuite { fatalError() }
    open func invokeTest() {}
}

open class XCTestSuite: XCTest { open var tests: [XCTest] { fatalError() } }

open class XCTestExpectation: NSObject, @unchecked Sendable {
    public init(description: String) {}
    open func fulfill() {}
}

open class XCTWaiter: NSObject {
    public enum Result: Int { case completed }
    open class func wait(for expectations: [XCTestExpectation], timeout seconds: Double) -> Result { fatalError() }
}

public protocol XCTestObservation: NSObjectProtocol {
    func testSuiteWillStart(_ testSuite: XCTestSuite)
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
}

open class XCTestObservationCenter: NSObject {
    open class var shared: XCTestObservationCenter { fatalError() }
    open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
