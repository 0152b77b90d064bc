import Fusion
import Testing
import Wormer
import WormerTesting
import XCTest

extension Container {
    @Service fileprivate var drink = "water"
    @Service fileprivate var glass = "tall"
    @Service fileprivate var plate = "round"
}

private final class Bottle: Sendable {}

private let journal = Journal()

/// Tests with a shared `setUp`, in which everything sees the copy of the test.
final class SharedSetUpTestCase: IsolatedTestCase {
    private var found: String?

    override func setUp() async throws {
        XCTAssertFalse(Injector.default.isBound(String.self, id: "test"))
        Injector.default.bindText(id: "setUp", line: 1)
        Injector.default.bind(
            Bottle.self,
            lifetime: .singleton,
            to: .make { Bottle() }.onEnd { _ async in
                await MainActor.run {}
                journal.note("ended")
            }
        )
    }

    override func setUp() {
        found = Injector.default.safeInstance(id: "setUp")
        journal.note("set up")
    }

    override func tearDown() {
        XCTAssertNotNil(Injector.default.safeInstance(for: String.self, id: "test"))
        journal.note("torn down")
    }

    private func use() {
        XCTAssertEqual(found, "text")
        Injector.default.bindText(id: "test", line: 2)
        _ = Injector.default.instance(for: Bottle.self)
    }

    func testSynchronous() { use() }

    func testAsynchronous() async throws {
        await Task.yield()
        use()
        let text = try await Task { try await Injector.default.asyncInstance(for: String.self, id: "test") }.value
        XCTAssertEqual(text, "text")
    }

    @MainActor func testOnTheMainActor() async {
        await Task.yield()
        MainActor.assertIsolated()
        use()
    }

    func testAnotherTest() { testSynchronous() }

    override class func tearDown() {
        // Each end was awaited before the next test.
        XCTAssertEqual(journal.entries, (0..<4).flatMap { _ in ["set up", "torn down", "ended"] })
        XCTAssertFalse(Injector.default.isBound(String.self, id: "setUp"))
    }
}

@MainActor
final class MainActorSetUpTestCase: IsolatedTestCase {
    private var text: String?

    override func setUp() async throws {
        Injector.default.bindText(line: 3)
        text = Injector.default.safeInstance()
    }

    func testText() async { XCTAssertEqual(text, Injector.default.safeInstance()) }
}

/// Fails in the other process of `IsolatedTestCaseTests`.
final class UnusedSetUpTestCase: IsolatedTestCase {
    private var isRun: Bool { OtherProcess.test == "isolated case" }

    override func setUp() {
        guard isRun else { return }
        let injector = Injector.default
        injector.bindText(id: "used by one", line: 11)
        injector.bindText(id: "used by none", line: 12)
        (Container.drink, Container.glass) = ("tea", "short")
    }

    func testFirst() {
        guard isRun else { return }
        XCTAssertEqual(Injector.default.safeInstance(id: "used by one"), "text")
        XCTAssertEqual(Container.drink, "tea")
        Injector.default.bindText(id: "own", line: 10)
        Container.plate = "square"
    }

    func testSecond() {
        guard isRun else { return }
        Injector.default.bind(Int.self, to: .make { throw PlannedFailure(description: "planned") })
        XCTAssertNil(Injector.default.safeInstance(for: Int.self))
        XCTAssertEqual(Container.plate, "round")
    }
}

final class LiveSetUpTestCase: IsolatedTestCase {
    override class var allowedLiveInstances: LiveInstances { .none }
    override class var ignoredIssues: Set<IsolationIssue.Kind> { [.unusedBinding] }

    func testLive() {
        Injector.default.bindText(id: "unused", line: 20)
        guard OtherProcess.test == "isolated case" else { return }
        Injector.default.bind(Int.self, to: .make { 1 }, fileID: "Program/Bindings.swift", line: 21)
        XCTAssertEqual(Injector.default.safeInstance(for: Int.self), 1)
    }
}

/// A `setUp` that several classes inherit, of which each uses a part.
class InheritedSetUpTestCase: IsolatedTestCase {
    var isRun: Bool { OtherProcess.test == "isolated case" }

    override func setUp() {
        guard isRun else { return }
        Injector.default.bindText(id: "used by a class", line: 31)
        Injector.default.bindText(id: "used by no class", line: 32)
        (Container.drink, Container.glass) = ("tea", "short")
    }
}

final class FirstHeirTestCase: InheritedSetUpTestCase {
    func testFirst() {
        guard isRun else { return }
        XCTAssertEqual(Injector.default.safeInstance(id: "used by a class"), "text")
    }

    func testSecond() {}
}

final class SecondHeirTestCase: InheritedSetUpTestCase {
    override func setUp() {
        super.setUp()
        if isRun { Container.plate = "square" }
    }

    func testFirst() {
        if isRun { XCTAssertEqual(Container.drink + Container.plate, "teasquare") }
    }

    func testSecond() {}
}

/// A superclass of all test cases of a program, of which some share a `setUp`.
class OutermostTestCase: IsolatedTestCase {
    var isRun: Bool { OtherProcess.test == "isolated case" }
}

class MiddleTestCase: OutermostTestCase {
    override func setUp() {
        if isRun { (Container.drink, Container.glass, Container.plate) = ("tea", "short", "square") }
    }
}

final class FirstSharingTestCase: MiddleTestCase {
    func testFirst() {
        if isRun { XCTAssertEqual(Container.drink, "tea") }
    }

    func testSecond() {}
}

final class SecondSharingTestCase: MiddleTestCase {
    func testFirst() {
        if isRun { XCTAssertEqual(Container.glass, "short") }
    }

    func testSecond() {}
}

final class LonelyTestCase: OutermostTestCase {
    func testFirst() {}
    func testSecond() {}
}

// On other systems the tests have no executable of their own.
#if os(Linux)
    @Suite("An IsolatedTestCase isolates each test, and judges the bindings of a class together")
    struct IsolatedTestCaseTests {
        private func failures(of tests: String...) throws -> [String] {
            try OtherProcess.run("isolated case", tests.map { "WormerTestingTests.\($0)" }).before
        }

        private let declared = "WormerTestingTests/IsolatedTestCaseTests.swift"

        @Test("What no test of the class uses fails the last test, and what only one binds, that one needs to use")
        func unused() throws {
            let output = try failures(of: "UnusedSetUpTestCase")
            let unused = [
                """
                WormerTestingTests/Elsewhere.swift:10: error: UnusedSetUpTestCase.testSecond : failed - \
                String (id: "own") was bound by a test that didn't resolve it.
                  bound at  WormerTestingTests/Elsewhere.swift:10
                  to do     Remove the binding, or find out why it isn't resolved.
                """,
                """
                WormerTestingTests/Elsewhere.swift:12: error: UnusedSetUpTestCase.testSecond : failed - \
                String (id: "used by none") was bound for tests, but no test resolved it.
                  bound at  WormerTestingTests/Elsewhere.swift:12
                  to do     Remove the binding, or find out why it isn't resolved.
                """,
                """
                \(declared):9: error: UnusedSetUpTestCase.testSecond : failed - \
                glass: String was assigned for tests, but no test read it.
                  assigned by  the tests of UnusedSetUpTestCase
                  to do        Remove the assignment, or find out why the service isn't read.
                  or           Let a detached task or thread use 'Injector.capture()': it doesn't see it otherwise.
                  or           Let 'ignoredIssues' be [.unusedBinding].
                """,
                """
                \(declared):10: error: UnusedSetUpTestCase.testSecond : failed - \
                plate: String was assigned by a test that didn't read it.
                  assigned by  the test UnusedSetUpTestCase.testFirst
                  to do        Remove the assignment, or find out why the service isn't read.
                """,
            ]
            for failure in unused {
                #expect(output.contains(lines: failure.plainLines), "\(output)")
            }
            #expect(output.count { $0.contains("error: ") } == 4, "\(output)")
        }

        @Test("Classes are judged together with a superclass of them, and its last test fails")
        func inherited() throws {
            let output = try failures(of: "FirstHeirTestCase,WormerTestingTests.SecondHeirTestCase")
            let unused = [
                """
                WormerTestingTests/Elsewhere.swift:32: error: SecondHeirTestCase.testSecond : failed - \
                String (id: "used by no class") was bound for tests, but no test resolved it.
                """,
                """
                \(declared):9: error: SecondHeirTestCase.testSecond : failed - \
                glass: String was assigned for tests, but no test read it.
                  assigned by  the tests of InheritedSetUpTestCase
                """,
            ]
            for failure in unused {
                #expect(output.contains(lines: failure.plainLines), "\(output)")
            }
            #expect(output.count { $0.contains("error: ") } == 2, "\(output)")
        }

        @Test("What all classes below a superclass assign is judged for them together, also if it has a superclass")
        func inheritedTwice() throws {
            let classes = ["FirstSharingTestCase", "SecondSharingTestCase", "LonelyTestCase"]
            let output = try failures(of: classes.joined(separator: ",WormerTestingTests."))
            let unused = """
                \(declared):10: error: SecondSharingTestCase.testSecond : failed - \
                plate: String was assigned for tests, but no test read it.
                  assigned by  the tests of MiddleTestCase
                """
            #expect(output.contains(lines: unused.plainLines), "\(output)")
            #expect(output.count { $0.contains("error: ") } == 1, "\(output)")
        }

        @Test("Nothing is reported if only one of the tests runs")
        func selected() throws {
            let output = try failures(of: "UnusedSetUpTestCase/testSecond")
            #expect(output.contains { $0.contains("Executed 1 test, with 0 failures") }, "\(output)")
        }

        @Test("A live instance is a failure if the class allows none, and ignored issues are none")
        func live() throws {
            let output = try failures(of: "LiveSetUpTestCase")
            let failure = "error: LiveSetUpTestCase.testLive : failed - Int is live: the test created it with a binding"
            #expect(output.count { $0.contains("error: ") } == 1, "\(output)")
            #expect(output.contains { $0.contains(failure) }, "\(output)")
        }
    }
#endif
