import Testing
import Wormer

/// The test that is running, in which the core's texts are recorded as issues.
///
/// `CWormerTesting` hands `record` to the core when the program is loaded. A thread or a detached task that a Swift test
/// starts is in no test, as far as can be known.
enum RunningTest {
    /// Whether an issue is being recorded: it may run code of the user's, such as that which matches known issues.
    @TaskLocal private static var isRecording = false

    /// Records an issue.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - location: The place of the issue.
    ///   - endsProcess: Whether the process ends next.
    /// - Returns: Whether there is a test to record the issue in.
    fileprivate static func record(_ text: String, at location: CodeLocation, endsProcess: Bool) -> Bool {
        guard !isRecording else {
            return false
        }
        return $isRecording.withValue(true) {
            if isInExitTest || Test.current != nil {
                // The end of the process is what an exit test expects; an issue would fail it.
                guard !(endsProcess && isInExitTest) else {
                    return false
                }
                Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location))
                return true
            }
            #if canImport(XCTest)
                return RunningTestCase.record(text, at: location)
            #else
                return false
            #endif
        }
    }

    /// Whether this process runs the body of an exit test.
    private static var isInExitTest: Bool {
        #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
            ExitTest.current != nil
        #else
            false
        #endif
    }
}

@_cdecl("wormer_testing_record")
func recordInRunningTest(_ text: UnsafePointer<CChar>, _ location: UnsafeRawPointer, _ endsProcess: Bool) -> Bool {
    // The core of the same copy of the library gives the address of one.
    let location = location.load(as: CodeLocation.self)
    return RunningTest.record(String(cString: text), at: location, endsProcess: endsProcess)
}

extension SourceLocation {
    /// Creates a location in which the file's path, which is not known, is as short as its identity.
    init(_ location: CodeLocation) {
        // A location that the user made need not name a module.
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
