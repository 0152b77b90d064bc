import Testing
import Wormer

/// A namespace for recording failures of the core as issues of the running test.
///
/// `CWormerTesting` installs `record` in the core when the program is loaded. The test of a detached task, or of a
/// thread that a Swift test starts, cannot be determined.
enum RunningTest {
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
        guard !isRecording else {
            return false
        }
        return $isRecording.withValue(true) {
            if isInExitTest || Test.current != nil {
                // An exit test expects the process to end. An issue would make it fail.
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
@_cdecl("wormer_testing_record")
@usableFromInline
func recordInRunningTest(_ text: UnsafePointer<CChar>, _ location: UnsafeRawPointer, _ endsProcess: Bool) -> Bool {
    // The core in the same copy of the library passes the address of a `CodeLocation`.
    let location = location.load(as: CodeLocation.self)
    return RunningTest.record(String(cString: text), at: location, endsProcess: endsProcess)
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
