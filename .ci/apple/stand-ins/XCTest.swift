public import ObjectiveC

open class XCTestCase: NSObject {}

public protocol XCTestObservation: NSObjectProtocol {
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
}

open class XCTestObservationCenter: NSObject {
    open class var shared: XCTestObservationCenter { fatalError() }
    open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
