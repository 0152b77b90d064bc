@_exported import TestSupport
import Testing
import Wormer
import WormerTesting

/// A file of no test, for the locations in issues.
let elsewhere: StaticString = "WormerTestingTests/Elsewhere.swift"

/// Expects a test or a suite to report exactly these issues about its bindings, each with its location.
///
/// The trait precedes `.isolatedBindings`, so that it encloses that trait.
struct Reporting: TestTrait, SuiteTrait, TestScoping {
    let expected: [String]

    /// Runs after the test and before the issues are compared.
    let afterwards: @Sendable () async -> Void

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Reporting? { testCase == nil ? self : nil }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let reported = Shared<[String]>([])
        try await RunningTest.$expectation.withValue(
            RunningTest.Expectation { text, location, kind, isWarning in
                guard kind != nil else { return false }
                reported.change { $0.append("\(isWarning ? "warning at " : "")\(location): \(text)") }
                return true
            }
        ) {
            try await function()
            await afterwards()
        }
        #expect(reported.value == expected)
    }
}

extension Trait where Self == Reporting {
    static func reporting(_ expected: String..., afterwards: @escaping @Sendable () async -> Void = {}) -> Reporting {
        Reporting(expected: expected, afterwards: afterwards)
    }

    static func reporting(_ expected: [String]) -> Reporting { Reporting(expected: expected, afterwards: {}) }
}

/// A task that outlives its test and then looks something up.
actor LateTask {
    private var task: Task<Void, Never>?
    private var mayLookUp: CheckedContinuation<Void, Never>?

    /// Starts the task in a test.
    func start(_ lookup: @escaping @Sendable () async -> Void) async {
        await withCheckedContinuation { hasStarted in
            task = Task {
                await withCheckedContinuation {
                    mayLookUp = $0
                    hasStarted.resume()
                }
                await lookup()
            }
        }
    }

    /// Lets the task look it up, and waits for its end.
    func finish() async {
        mayLookUp?.resume()
        await task?.value
    }
}

extension Injector {
    /// Binds a text as if the call stood on a line of another file.
    func bindText(_ text: String = "text", id: AnyHashable? = nil, line: UInt) {
        bind(String.self, id: id, to: .make { @Sendable in text }, fileID: elsewhere, line: line)
    }
}
