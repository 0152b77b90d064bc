import Orders
import Testing
import Wormer
import WormerTesting

@testable import Program

#if FUSION
    import Fusion
#endif

// The tests, the program and the library see the same bindings, and each test has its own.

@Suite(.isolatedBindings)
struct ProgramTests {
    @Test("The program and the library see what the test binds", arguments: ["example.com", "example.org"])
    func bindingsOfTest(of name: String) async throws {
        #expect(host == nil)
        Injector.default.bind(String.self, id: "host", to: .value(name))
        #expect(host == name)
        bindOrders()
        #expect(receivedLog() != nil && receivedLog() === ownLog)
        try Injector.default.verify()
    }

    #if FUSION
        @Test("The library sees what the test assigns", arguments: [5, 10])
        func assignmentsOfTest(of percent: Int) async {
            #expect(ownDiscount == 0)
            Container.discount = percent
            await Task.yield()
            #expect(ownDiscount == percent)
        }
    #endif
}
