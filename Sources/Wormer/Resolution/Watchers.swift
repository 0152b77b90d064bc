import CWormer

/// The reasons, anywhere in the process, to look at the task before a request is answered.
package enum Watchers {
    /// An override, the recording of what the factory of a task requests, or a trace.
    package enum Kind: Int {
        // Each is counted in some bits of one word.
        case layer = 0
        case recorder = 24
        case trace = 48
    }

    /// Whether there is any; a relaxed load.
    @inline(__always)
    package static var areThere: Bool {
        wormer_watchers_now() != 0
    }

    /// Whether there is one of a kind; a relaxed load.
    @inline(__always)
    static func areThere(_ kind: Kind) -> Bool {
        wormer_watchers_now() >> kind.rawValue & 0xffff != 0
    }

    static func begin(_ kind: Kind) {
        wormer_add_watchers(1 << kind.rawValue)
    }

    static func end(_ kind: Kind) {
        wormer_add_watchers(-(1 << kind.rawValue))
    }

    /// Runs `body` on this thread, none of whose requests takes the fast path meanwhile.
    package static func watchingThread<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_recordings(thread, 1)
        defer { wormer_add_recordings(thread, -1) }
        return try body()
    }
}
