import Foundation

/// The text that a process has written so far.
///
/// The pipe is read continuously, because a process waits while its pipe is full.
final class Output: Sendable {
    let pipe = Pipe()
    private let read = Read()

    /// The state, which its condition guards.
    private final class Read: @unchecked Sendable {
        let condition = NSCondition()
        var data = Data()
        var hasEnded = false

        /// Adds data, which is empty at the end of the output.
        func append(_ more: Data) {
            condition.withLock {
                data += more
                hasEnded = more.isEmpty
                condition.broadcast()
            }
        }
    }

    /// Starts a thread that reads until the process closes its end.
    ///
    /// A `readabilityHandler` sometimes misses that end on Linux.
    init() {
        let file = pipe.fileHandleForReading
        Thread.detachNewThread { [read] in
            repeat {
                read.append(file.availableData)
            } while !read.hasEnded
        }
    }

    var text: String {
        read.condition.withLock { String(decoding: read.data, as: UTF8.self) }
    }

    /// Waits until the process has ended, and returns everything that it wrote.
    func textAtEnd() -> String {
        wait(for: /(?!)/)
        return text
    }

    /// Waits for a text.
    ///
    /// - Returns: The match, or nil if the process ended without it.
    @discardableResult
    func wait<Match>(for text: Regex<Match>) -> Regex<Match>.Match? {
        read.condition.withLock {
            while true {
                if let match = String(decoding: read.data, as: UTF8.self).firstMatch(of: text) {
                    return match
                }
                if read.hasEnded {
                    return nil
                }
                read.condition.wait()
            }
        }
    }
}
