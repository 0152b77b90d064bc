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
    }

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [read] file in
            let more = file.availableData
            read.condition.withLock {
                read.data += more
                read.hasEnded = more.isEmpty
                read.condition.broadcast()
            }
            if more.isEmpty {
                file.readabilityHandler = nil
            }
        }
    }

    var text: String {
        read.condition.withLock { String(decoding: read.data, as: UTF8.self) }
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
