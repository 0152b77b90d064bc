import Wormer
import WormerTesting
import XCTest

/// `withIsolatedBindings` in an XCTestCase.
final class IsolatedTestCase: XCTestCase {
    private struct Planned: Error {}

    func testBindingsApplyInTheBodyOnly() throws {
        try withIsolatedBindings { injector in
            injector.bindText("of the test", line: 1)
            XCTAssertEqual(Injector.default.instance(for: String.self), "of the test")
        }
        XCTAssertFalse(Injector.default.isBound(String.self))
    }

    func testBindingsApplyInAnAsynchronousBodyOnly() async throws {
        try await withIsolatedBindings { injector in
            injector.bindText("of the test", line: 2)
            await Task.yield()
            let text = try await Injector.default.asyncInstance(for: String.self)
            XCTAssertEqual(text, "of the test")
        }
        XCTAssertFalse(Injector.default.isBound(String.self))
    }

    @MainActor
    func testABodyStaysOnTheMainActor() async throws {
        try await withIsolatedBindings { injector in
            injector.bind(
                String.self,
                to: .make {
                    MainActor.assertIsolated()
                    return "of the main actor"
                }
            )
            await Task.yield()
            XCTAssertEqual(injector.instance(for: String.self), "of the main actor")
        }
    }

    func testAnUnusedBindingFailsTheTest() async {
        XCTAssertThrowsError(try withIsolatedBindings { $0.bindText(line: 3) }) { error in
            XCTAssertEqual((error as? IsolationIssue)?.location.line, 3)
        }
        do {
            try await withIsolatedBindings { injector in
                injector.bindText(line: 4)
                await Task.yield()
            }
            XCTFail("no error was thrown")
        } catch {
            XCTAssertEqual((error as? IsolationIssue)?.location.line, 4)
        }
    }

    func testAnErrorOfTheBodyFailsTheTestInsteadOfUnusedBindings() {
        XCTAssertThrowsError(
            try withIsolatedBindings { injector in
                injector.bindText(line: 5)
                throw Planned()
            }
        ) { error in
            XCTAssert(error is Planned)
        }
    }

    func testIsolationsNest() throws {
        try withIsolatedBindings { injector in
            injector.bindText("outer", line: 6)
            try withIsolatedBindings { inner in
                inner.bindText("inner", line: 7)
                XCTAssertEqual(Injector.default.instance(for: String.self), "inner")
            }
            XCTAssertEqual(Injector.default.instance(for: String.self), "outer")
        }
    }
}
