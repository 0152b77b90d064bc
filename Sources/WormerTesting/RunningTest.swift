import CWormer
import Testing
import Wormer

/// A namespace for recording failures of the core as issues of the running test.
///
/// `install` passes it to the core when the program is loaded. The test of a detached task, or of a
/// thread that a Swift test starts, cannot be determined.
package enum RunningTest {
    /// The issues that a test of this package expects.
    ///
    /// Known issues would do the same, but a run would count each of them.
    package final class Expectation: Sendable {
        /// Receives each issue, and returns whether the test expects it.
        ///
        /// The kind is nil for a failure of the core.
        let isExpected: @Sendable (_ issue: String, CodeLocation, IsolationIssue.Kind?, _ isWarning: Bool) -> Bool

        package init(
            _ isExpected: @escaping @Sendable (String, CodeLocation, IsolationIssue.Kind?, Bool) -> Bool
        ) {
            self.isExpected = isExpected
        }
    }

    // An object, because a release build with Swift 6.3 crashes in a task-local of this function type.
    @TaskLocal package static var expectation: Expectation?

    /// Whether an issue is being recorded, which may run user code, such as the matcher of a known issue.
    @TaskLocal private static var isRecording = false

    /// Records an issue.
    ///
    /// - Parameters:
    ///   - text: The text of the issue.
    ///   - location: The location of the issue.
    ///   - endsProcess: Whether the process ends after the issue.
    /// - Returns: Whether a test recorded the issue.
    fileprivate static func record(_ text: String, at location: CodeLocation, endsProcess: Bool) -> Bool {
        guard !isRecording else { return false }
        return $isRecording.withValue(true) {
            if isInExitTest || Test.current != nil {
                // An exit test expects the process to end. An issue would make it fail.
                guard !(endsProcess && isInExitTest) else { return false }
                if expectation?.isExpected(text, location, nil, false) != true {
                    Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location))
                }
                return true
            }
            return RunningTestCase.record(text, at: location)
        }
    }

    /// The advice of the warnings.
    private static let warnings = Guarded<Set<String>>([])

    /// Warns the running test, unless this process has warned a test with the same advice before.
    ///
    /// - Parameters:
    ///   - text: The text of the warning.
    ///   - location: The location of what it is about.
    /// - Returns: Whether nobody has to print the warning.
    fileprivate static func warn(_ text: String, at location: CodeLocation) -> Bool {
        // The process of an exit test ends with it.
        guard !isInExitTest, expectation?.isExpected(text, location, nil, true) != true else { return true }
        guard isFirst(text) else { return true }
        // Swift Testing before 6.3, and XCTest, have no warnings.
        #if compiler(>=6.3)
            if let test = Test.current {
                Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: test.sourceLocation)
                return true
            }
        #endif
        return false
    }

    /// Returns whether this process has not warned a test with the same advice before.
    package static func isFirst(_ warning: String) -> Bool {
        let advice = warning.split(separator: "\n").drop { !$0.hasPrefix("  to do") }.joined()
        return warnings.withLock { $0.insert(advice).inserted }
    }

    private static let notesOfCopies = AtomicCounter()

    /// Whether this is the first call in a process that tests run in.
    static func isFirstWithCopies() -> Bool {
        !isInExitTest && notesOfCopies.increment() == 0
    }

    /// Records an issue of a test with a trait.
    @Sendable
    static func record(_ issue: IsolationIssue, isWarning: Bool) {
        // Swift Testing before 6.3 has no warnings.
        #if !compiler(>=6.3)
            if isWarning { return }
        #endif
        guard expectation?.isExpected("\(issue)", issue.location, issue.kind, isWarning) != true else { return }
        let location = issue.test ?? SourceLocation(issue.location)
        #if compiler(>=6.3)
            if isWarning {
                Issue.record("\(issue)", severity: .warning, sourceLocation: location)
                return
            }
        #endif
        Issue.record(issue, sourceLocation: location)
    }

    /// Records an issue in the running test.
    ///
    /// - Returns: Whether a test is running.
    static func record(_ issue: IsolationIssue) -> Bool {
        record("\(issue)", at: issue.location, endsProcess: false)
    }

    /// Records an issue in the running `XCTestCase`.
    ///
    /// - Returns: Whether such a test, and no test of Swift Testing, is running.
    static func recordInTestCase(_ issue: IsolationIssue) -> Bool {
        Test.current == nil && !isInExitTest && RunningTestCase.record("\(issue)", at: issue.location)
    }

    /// Whether a test is running in this task, or an `XCTestCase` in this process.
    fileprivate static var isRunning: Bool { isInExitTest || Test.current != nil || RunningTestCase.isRunning }

    /// Whether the process runs the body of an exit test.
    private static var isInExitTest: Bool {
        #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
            ExitTest.current != nil
        #else
            false
        #endif
    }
}

// Visible outside the image, because `CWormerTesting` finds it by its name on Apple's systems.
@_cdecl("wormer_testing_install")
@usableFromInline
func install() {
    wormer_set_failure_handler { text, location, endsProcess, isWarning in
        // The core in the same copy of the library passes the address of a `CodeLocation`.
        guard let text, let location = location?.load(as: CodeLocation.self) else { return RunningTest.isRunning }
        let message = String(cString: text)
        return isWarning
            ? RunningTest.warn(message, at: location)
            : RunningTest.record(message, at: location, endsProcess: endsProcess)
    }
    RunningTestCase.observe()
}

extension SourceLocation {
    /// Creates a location that uses the file's identifier as its path, which is not known.
    init(_ location: CodeLocation) {
        // A location that user code created may not name a module.
        let fileID = location.fileID
        let isComplete = fileID.first != "/" && fileID.dropLast().contains("/")
        self.init(
            fileID: isComplete ? fileID : "Unknown/\(fileID.last == "/" || fileID.isEmpty ? "Unknown" : fileID)",
            filePath: fileID.isEmpty ? "Unknown" : fileID,
            line: max(1, Int(location.line)),
            column: 1
        )
    }
}
