import Testing
import Wormer
import WormerTesting
import XCTest

/// `withIsolatedBindings` in an XCTestCase.
final class WithIsolatedBindingsTestCase: XCTestCase {
    /// Fails in the other process of `TestCaseIssueTests`.
    func testAnUnusedBindingFailsTheTest() async throws {
        guard OtherProcess.test == "unused in a case" else { return }
        try await withIsolatedBindings { injector in
            injector.bindText(id: 1, line: 4)
            injector.bindText(line: 3)
        }
        try await withIsolatedBindings { injector in
            injector.bindText(line: 5)
            await Task.yield()
        }
    }
}

// On other systems the tests have no executable of their own.
#if os(Linux)
    @Suite("The issues of withIsolatedBindings are failures of a test of XCTest")
    struct TestCaseIssueTests {
        @Test("Each unused binding is a failure with its location and full text, and the test goes on")
        func unused() throws {
            let test = "WithIsolatedBindingsTestCase.testAnUnusedBindingFailsTheTest"
            let arguments = ["WormerTestingTests.\(test.replacing(".", with: "/"))"]
            let output = try OtherProcess.run("unused in a case", arguments)
            for (line, interface) in [(3, "String"), (4, "String (id: 1)"), (5, "String")] {
                let failure = """
                    WormerTestingTests/Elsewhere.swift:\(line): error: \(test) : failed - \
                    \(interface) was bound by a test that didn't resolve it.
                      bound at  WormerTestingTests/Elsewhere.swift:\(line)
                      to do     Remove the binding, or find out why it isn't resolved.
                    """
                #expect(output.before.contains(lines: failure.plainLines), "\(output)")
            }
            #expect(output.before.count { $0.contains("error: ") } == 3, "\(output)")
        }
    }
#endif
