import Foundation

/// Ends the process if something takes unreasonably long.
final class Watch: Sendable {
    private let isDone = DispatchSemaphore(value: 0)

    init(seconds: Int, name: String) {
        Thread.detachNewThread { [isDone] in
            if isDone.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
                FileHandle.standardError.write(Data("HANGS, ended after \(seconds) s: \(name)\n".utf8))
                exit(70)
            }
        }
    }

    func end() {
        isDone.signal()
    }
}

/// Waits for what tasks of the library's still hold when a round has ended.
///
/// - Parameter count: How many instances are left.
/// - Returns: How many stay.
func waitForReleases(_ count: Int) -> Int {
    for released in 0..<max(count, 0) where Product.releasedElsewhere.wait(timeout: .now() + .seconds(10)) == .timedOut
    {
        return count - released
    }
    return 0
}
