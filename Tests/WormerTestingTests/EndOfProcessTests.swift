import Fusion
import Testing
import Wormer
import WormerTesting
import XCTest

private protocol Missing {}

extension Container {
    @Service fileprivate var neverAssigned: Int
}

/// Looks something up with the location of a line in another file.
private func lookUpMissing(line: UInt) {
    _ = Injector.default.instance(for: Missing.self, fileID: elsewhere, line: line)
}

private func number(line: UInt) -> Int {
    lookUpMissing(line: line)
    return 0
}

@Suite(
    "A suite can have an unused binding",
    .inOtherProcess("unused"),
    .isolatedBindings { $0.bindText(id: 1, line: 12) }
)
struct UnusedBindingTests {
    @Test("A test can have an unused binding")
    func unused() {
        Injector.default.bindText(line: 13)
    }
}

/// The tests that end their process.
///
/// `EndOfProcessTests` runs each in a separate process.
@Suite("A test can end its process")
struct ProcessEndingTests {
    @Test("A lookup for an unbound interface ends the process", .inOtherProcess("lookup"))
    func lookup() {
        lookUpMissing(line: 1)
    }

    @Test("A lookup in an isolated test ends the process", .inOtherProcess("isolated"), .isolatedBindings)
    func isolated() {
        lookUpMissing(line: 2)
    }

    @Test("Reading an unassigned service ends the process", .inOtherProcess("service"))
    func service() {
        _ = Container.neverAssigned
    }

    @Test(
        "A forced lookup for an unimplemented binding inside verifyInstances() ends the process",
        .inOtherProcess("verified")
    )
    func verified() async throws {
        let injector = Injector.default
        injector.bind(Missing.self, to: .unimplemented, fileID: elsewhere, line: 4)
        injector.bind(Int.self, to: .make { number(line: 5) }, fileID: elsewhere, line: 11)
        try await injector.verifyInstances(fileID: elsewhere, line: 12)
    }

    @Test("A failing lookup in a detached task ends the process", .inOtherProcess("detached"))
    func detached() async {
        await Task.detached { lookUpMissing(line: 6) }.value
    }

    @Test("An unimplemented binding answers a detached task with its placeholder", .inOtherProcess("detached stand-in"))
    func detachedUnimplemented() async {
        Injector.default.bind(Int.self, to: .unimplemented(placeholder: 3), fileID: elsewhere, line: 4)
        await Task.detached { #expect(Injector.default.instance(for: Int.self, fileID: elsewhere, line: 5) == 3) }.value
    }

    @Test("A failing lookup in an issue matcher ends the process", .inOtherProcess("matching"))
    func matching() {
        withKnownIssue {
            lookUpMissing(line: 7)
        } matching: { _ in
            lookUpMissing(line: 8)
            return true
        }
    }
}

final class ProcessEndingTestCase: XCTestCase {
    func testLookup() {
        if OtherProcess.test == "case" {
            lookUpMissing(line: 9)
        }
    }

    func testDetachedTask() async {
        if OtherProcess.test == "detached case" {
            await Task.detached { lookUpMissing(line: 10) }.value
        }
    }
}

// On other systems the tests have no executable of their own.
#if os(Linux)
    @Suite("A failure that ends the test process is recorded first")
    struct EndOfProcessTests {
        private func swiftTest(_ test: String) throws -> (before: [String], after: [String]) {
            try OtherProcess.run(test, ["--testing-library", "swift-testing", "--filter", "ProcessEndingTests"])
        }

        @Test("A fatal failure in a Swift test is first recorded as an issue with its location and full text")
        func swiftTests() throws {
            let verifying = "A forced lookup for an unimplemented binding inside verifyInstances() ends the process"
            for (test, title, place, text) in [
                ("lookup", "A lookup for an unbound interface ends the process", "Elsewhere.swift:1", notBound(at: 1)),
                ("isolated", "A lookup in an isolated test ends the process", "Elsewhere.swift:2", notBound(at: 2)),
                (
                    "service", "Reading an unassigned service ends the process", "EndOfProcessTests.swift:10",
                    notAssigned
                ),
                ("verified", verifying, "Elsewhere.swift:5", verified),
            ] {
                let output = try swiftTest(test)
                let issue = "Test \"\(title)\" recorded an issue at \(place):1: Issue recorded"
                #expect(output.before.contains(lines: [issue] + text.plainLines), "\(output)")
                #expect(output.after.first?.hasSuffix("Fatal error: \(text.plainLines[0])") == true, "\(output)")
                #expect(output.before.count { $0 == text.plainLines[0] } == 1, "\(output)")
            }
        }

        // Other tests receive such issues before they are recorded.
        @Test("Unused bindings of a test and a suite are recorded as an issue and, if possible, as a warning")
        func unused() throws {
            let arguments = ["--testing-library", "swift-testing", "--filter", "UnusedBindingTests"]
            let output = try OtherProcess.run("unused", arguments).before
            let suite = "Suite \"A suite can have an unused binding\" recorded"
            #expect(
                output.contains(lines: [
                    "\(suite) an issue at Elsewhere.swift:13:1: Caught error: "
                        + "String was bound by a test that didn't resolve it.",
                    "bound at  WormerTestingTests/Elsewhere.swift:13",
                    "to do     Remove the binding, or find out why it isn't resolved.",
                ]),
                "\(output)"
            )
            #if compiler(>=6.3)
                #expect(
                    output.contains(lines: [
                        "\(suite) a warning at Elsewhere.swift:12:1: Issue recorded",
                        "String (id: 1) was bound for tests, but no test resolved it.",
                    ]),
                    "\(output)"
                )
                #expect(output.count { $0.contains("recorded a") } == 2, "\(output)")
            #else
                #expect(output.count { $0.contains("recorded a") } == 1, "\(output)")
            #endif
        }

        @Test("A fatal failure in an XCTestCase is first recorded as its failure, on any thread")
        func testCases() throws {
            for (test, method, line) in [("case", "testLookup", 9), ("detached case", "testDetachedTask", 10)] {
                let output = try OtherProcess.run(test, ["WormerTestingTests.ProcessEndingTestCase/\(method)"])
                let text = notBound(at: line)
                let issue =
                    "WormerTestingTests/Elsewhere.swift:\(line): error: ProcessEndingTestCase.\(method) : failed - "
                #expect(output.before.contains(lines: (issue + text).plainLines), "\(output)")
                #expect(output.after.first?.hasSuffix("Fatal error: \(text.plainLines[0])") == true, "\(output)")
            }
        }

        @Test("A fatal failure in a detached task, outside any Swift test, only prints its text")
        func detached() throws {
            let output = try swiftTest("detached")
            #expect(!output.before.contains { $0.contains("recorded an issue") }, "\(output)")
            #expect(output.after.contains(lines: notBound(at: 6).plainLines.suffix(2)), "\(output)")
        }

        @Test("The use of a placeholder in a detached task prints its text")
        func detachedUnimplemented() throws {
            let output = try swiftTest("detached stand-in")
            let text = """
                WormerTestingTests/Elsewhere.swift:5: Int was looked up, but is unimplemented.
                  looked up at  WormerTestingTests/Elsewhere.swift:5
                """
            #expect(output.before.contains(lines: text.plainLines), "\(output)")
            #expect(output.after.isEmpty, "\(output)")
        }

        @Test("A fatal failure during the recording of an issue is not recorded again")
        func matching() throws {
            let output = try swiftTest("matching")
            let text = notBound(at: 8).plainLines[0]
            #expect(output.after.first == "WormerTestingTests/Elsewhere.swift:8: Fatal error: \(text)", "\(output)")
        }

        private func notBound(at line: Int) -> String {
            """
            Cannot inject Missing: nothing is bound to it.
              looked up at  WormerTestingTests/Elsewhere.swift:\(line)
              to do         Bind it before it is resolved:
                            Injector.default.bind(Missing.self, to: .make { <#Missing#> })
            """
        }

        private var notAssigned: String {
            """
            Cannot inject neverAssigned: Int: it has no initializer, and nothing was assigned to it.
              declared at   WormerTestingTests/EndOfProcessTests.swift:10
              to do         Assign 'neverAssigned' before it is read, or give it an initializer:
                            Container.main.neverAssigned = <#Int#>
            """
        }

        private var verified: String {
            """
            Missing was looked up, but is unimplemented.
              path          Int, looked up at WormerTestingTests/Elsewhere.swift:12, bound at \
            WormerTestingTests/Elsewhere.swift:11
                            Missing, looked up at WormerTestingTests/Elsewhere.swift:5, bound at \
            WormerTestingTests/Elsewhere.swift:4
              to do         Bind an implementation, or find out why it is used:
                            Injector.default.bind(Missing.self, to: .make { <#Missing#> })
              or            Use 'throwingInstance' in the factory bound at WormerTestingTests/Elsewhere.swift:11.
                            'verifyInstances()' then reports a fault.
            """
        }
    }
#endif
