// Tests of a client, which Testing's macros of the toolchain expand.

import Testing
import Wormer
import WormerTesting

@Suite(.isolatedBindings)
struct CheckoutTests {
    @Test(.isolatedBindings { $0.bind(Int.self, to: .make { 7 }) })
    func pays() async throws {
        let number: Int = Injector.default.instance()
        #expect(number == 7)
        try await withIsolatedBindings { $0.bind(String.self, to: .make { "" }) }
    }
}
