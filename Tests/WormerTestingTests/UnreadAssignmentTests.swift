import Fusion
import Testing
import Wormer
import WormerTesting

private let file = "WormerTestingTests/UnreadAssignmentTests.swift"

private let declared = #line + 2
extension Container {
    @Service fileprivate var drink = "water"
    @Service fileprivate var glass = "tall"
    @Service fileprivate var plate = "round"
    @Service fileprivate var spoon = "small"
}

/// Assigns dummies, as a base test case does.
private func assignDummies() {
    (Container.drink, Container.glass, Container.plate, Container.spoon) = ("dummy", "dummy", "dummy", "dummy")
}

private func unread(_ line: Int, at place: String = file, by assigner: String = "test") -> String {
    """
    drink: String was assigned \(assigner == "test" ? "by a test that didn't read it" : "for tests, but no test read it").
      assigned by  the \(assigner) at \(place):\(line)
      to do        Remove the assignment, or find out why the service isn't read.
      or           Let a detached task or thread use 'Injector.capture()': it doesn't see it otherwise.
      or           Write 'ignoring: [.unusedBinding]'.
    """
}

/// The issue of the test on a line, which Swift Testing shows there.
private func reported(_ line: Int) -> String {
    "\(file):\(declared): " + unread(line)
}

@Suite("An assignment to a service that no test reads is an issue of the test")
struct UnreadAssignmentTests {
    @Test("withIsolatedBindings reports it at the line of the call, and nothing that was read")
    func call() throws {
        for assign: () -> Void in [
            { Container.drink = "tea" }, { Container.main.drink = "tea" }, { Container.drink += " with milk" },
            { Container.main.drink.append("!") }, { Container.mock(\.drink, value: "tea") },
        ] {
            let issue = #expect(throws: IsolationIssue.self) {
                try withIsolatedBindings(
                    { _ in
                        assign()
                        Container.glass = "short"
                        #expect(Container.glass == "short")
                    },
                    fileID: elsewhere,
                    line: 7
                )
            }
            #expect(issue?.description == unread(7, at: "WormerTestingTests/Elsewhere.swift"))
            #expect(issue.map { "\($0.location)" } == "WormerTestingTests/Elsewhere.swift:7")
            #expect(issue?.kind == .unusedBinding && issue?.interface == "drink: String")
        }
        try withIsolatedBindings { _ in
            Container.drink = "tea"
            Container.unassign(\.drink)
        }
        try withIsolatedBindings(ignoring: [.unusedBinding]) { _ in Container.drink = "tea" }
    }

    private static let ofTest = #line + 1
    @Test("The trait reports an assignment in the test", .reporting(reported(ofTest)), .isolatedBindings)
    func assigned() {
        Container.drink = "tea"
    }

    private static let ofTrait = #line + 1
    @Test(
        "The trait of a test reports an assignment in its closure",
        .reporting(reported(ofTrait)),
        .isolatedBindings { _ in Container.drink = "tea" }
    )
    func configured() {}

    private static let ofCases = #line + 1
    @Test("All cases of a test report it once", .reporting(reported(ofCases)), .isolatedBindings, arguments: 0..<10)
    func cases(number: Int) {
        Container.drink = "tea"
    }

    @Test("It's no issue if one case reads it", .reporting(), .isolatedBindings, arguments: 0..<10)
    func oneCase(number: Int) {
        Container.drink = "tea"
        if number == 7 {
            #expect(Container.drink == "tea")
        }
    }
}

#if compiler(>=6.3)
    private let ofSuite = #line + 1
    @Suite(
        "The trait of a suite warns of an assignment that none of its tests reads",
        .serialized,
        .reporting("warning at \(file):\(declared): " + unread(ofSuite, by: "suite")),
        .isolatedBindings { _ in Container.drink = "tea" }
    )
    struct UnreadAssignmentOfSuiteTests {
        @Test("A test") func first() {}
        @Test("Another test") func second() {}
    }

    @Suite("A suite in which one test reads it doesn't warn", .isolatedBindings { _ in Container.drink = "tea" })
    struct ReadAssignmentOfSuiteTests {
        @Test("A test that doesn't read it") func first() {}
        @Test("A test that reads it") func second() { #expect(Container.drink == "tea") }
    }
#endif

private let again = #line
@Suite(
    "What a test assigns over its suite's trait is judged for that test",
    .serialized,
    .reporting([10, 12, 14, 16, 20, 23].map { reported(again + $0) }),
    .isolatedBindings { _ in Container.drink = "tea" }
)
struct AssignedAgainTests {
    @Test("A test that reads the suite's value") func suites() { #expect(Container.drink == "tea") }

    @Test("A test that assigns") func assigns() { Container.drink = "water" }

    @Test("A test that changes a part") func changes() { Container.drink.append("!") }

    @Test("A test that calls mock") func mocks() { Container.mock(\.drink, value: "milk") }

    @Test("Cases that assign", arguments: 0..<3) func cases(number: Int) { Container.drink = "\(number)" }

    @Suite("A nested suite")
    struct Nested {
        @Test("Its test assigns") func assigns() { Container.drink = "water" }
    }

    @Test("A test that reads the suite's value first")
    func readsBefore() {
        #expect(Container.drink == "tea")
        Container.drink = "water"
    }

    @Test("A test that reads what it assigned")
    func reads() {
        Container.drink = "water"
        #expect(Container.drink == "water")
    }
}

@Suite(
    "What the trait of a suite assigns and binds is used if one test reads it before it replaces or removes it",
    .reporting(),
    .isolatedBindings { injector in
        (Container.drink, Container.glass) = ("tea", "short")
        injector.bindText(line: 80)
        injector.bindText(id: 1, line: 81)
    }
)
struct ReplacedAfterUseTests {
    @Test("A test that replaces and removes what it has read")
    func replaces() {
        #expect(Container.drink + Container.glass == "teashort")
        Container.drink = "water"
        Container.unassign(\.glass)
        #expect(Container.drink + Container.glass == "watertall")

        let injector = Injector.default
        #expect(injector.instance(for: String.self) + injector.instance(for: String.self, id: 1) == "texttext")
        injector.bindText("other", line: 82)
        injector.unbind(String.self, id: 1)
        #expect(injector.instance(for: String.self) == "other")
    }

    @Test("A test that uses nothing") func nothing() {}
}

@Suite("Suites and tests that share a trait are judged apart, even if they run at the same time")
struct SharedTraitAtOnceTests {
    private static let here = #line + 1
    @Test("One reads what the trait assigns, the other one doesn't", .reporting(reported(here)))
    func atOnce() async throws {
        let trait = IsolatedBindingsTrait.isolatedBindings { _ in Container.drink = "tea" }
        let (test, testCase) = (try #require(Test.current), Test.Case.current)
        let expectation = RunningTest.expectation
        try await trait.provideScope(for: test, testCase: nil) {
            try await trait.provideScope(for: test, testCase: testCase) { #expect(Container.drink == "tea") }
            // The task of another test.
            try await Task.detached {
                try await RunningTest.$expectation.withValue(expectation) {
                    try await trait.provideScope(for: test, testCase: nil) {
                        try await trait.provideScope(for: test, testCase: testCase) {}
                    }
                }
            }.value
        }
    }
}

@Suite("What many tests assign in vain is an issue of each test")
struct DummyTests {
    private static func unread(_ line: Int) -> String {
        """
        \(file):\(declared): 4 services were assigned by a test that didn't read them.
          services     drink: String
                       glass: String
                       plate: String
                       spoon: String
          assigned by  the test at \(file):\(line)
          to do        Delete the assignments: 'allowingLive: .none' names the services that a test has to replace.
          or           Write 'ignoring: [.unusedBinding]'.
        """
    }

    private static let ofDummies = #line + 1
    @Test("Many services that a test assigns in vain are one issue", .reporting(unread(ofDummies)), .isolatedBindings)
    func dummies() {
        assignDummies()
    }

    private static let ofRead = #line + 1
    @Test("Few of them are an issue each", .reporting(reported(ofRead)), .isolatedBindings)
    func read() {
        assignDummies()
        #expect(Container.glass + Container.plate + Container.spoon == "dummydummydummy")
    }

    private static let here = #line + 1
    @Test("In a suite with the trait, the issue is recorded while its test is running")
    func inTime() async throws {
        let trait = IsolatedBindingsTrait.isolatedBindings
        let (test, testCase) = (try #require(Test.current), Test.Case.current)
        let found = try await issues {
            // The outer call stands for the suite.
            try await trait.provideScope(for: test, testCase: nil) {
                let found = try await issues {
                    try await trait.provideScope(for: test, testCase: nil) {
                        try await trait.provideScope(for: test, testCase: testCase) { Container.drink = "tea" }
                        try await trait.provideScope(for: test, testCase: testCase) { Container.drink = "milk" }
                    }
                }
                #expect(found == [reported(DummyTests.here)])
            }
        }
        #expect(found == [])
    }
}
