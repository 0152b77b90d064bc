// Tests of a client with XCTest.

import Wormer
import WormerTesting
import XCTest

final class PaymentTestCase: IsolatedTestCase {
    override class var allowedLiveInstances: LiveInstances { .none }

    override func setUp() { Injector.default.bind(Int.self, to: .make { 7 }) }

    func testPayment() async throws {
        try await withIsolatedBindings { $0.bind(String.self, to: .make { "" }) }
        let number: Int = Injector.default.instance()
        assert(number == 7)
    }
}

@MainActor
final class MainActorTestCase: IsolatedTestCase {
    private var number = 0

    override func setUp() async throws { number = 7 }

    func testNumber() { assert(number == 7) }
}
