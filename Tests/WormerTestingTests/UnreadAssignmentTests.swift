import Fusion
import Testing
import Wormer
import WormerTesting

private let file = "WormerTestingTests/UnreadAssignmentTests.swift"

private let declared = #line + 2
extension Container {
    @Service fileprivate var drink = "water"
    @Service fileprivate var glass = "tall"
}

private func unread(line: Int, at place: String = file) -> String {
    """
    drink: String was assigned for tests, but no test read it.
      assigned by  the test at \(place):\(line)
      to do        Remove the assignment, or find out why no test reads the service.
    """
}

/// The issue of the test on a line, which Swift Testing shows there.
private func reported(_ line: Int, as warning: String = "") -> String {
    "\(warning)\(file):\(declared): " + unread(line: line)
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
            #expect(issue?.description == unread(line: 7, at: "WormerTestingTests/Elsewhere.swift"))
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
        .reporting(reported(ofSuite, as: "warning at ")),
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
