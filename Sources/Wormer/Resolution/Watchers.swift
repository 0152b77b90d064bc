import CWormer

/// The reasons to inspect the current task before a request is answered, counted for the whole process.
package enum Watchers {
    /// The first bit of the counter of a kind of reason in a word of 64 bits.
    ///
    /// The kinds are overrides, recorders of the requests that a task's factory makes, and traces.
    typealias Kind = Int64
    static let layer: Kind = 0
    static let recorder: Kind = 24
    static let trace: Kind = 48

    /// Whether there is any reason.
    ///
    /// This is a relaxed load.
    @inline(__always)
    package static var areThere: Bool {
        wormer_watchers_now() != 0
    }

    /// Returns whether there is a reason of one kind.
    ///
    /// This is a relaxed load.
    @inline(__always)
    static func areThere(_ kind: Kind) -> Bool {
        wormer_watchers_now() >> kind & 0xffff != 0
    }

    static func begin(_ kind: Kind) {
        wormer_add_watchers(1 << kind)
    }

    static func end(_ kind: Kind) {
        wormer_add_watchers(-(1 << kind))
    }

    /// Runs `body` on this thread, without the fast path.
    package static func watchingThread<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_recordings(thread, 1)
        defer { wormer_add_recordings(thread, -1) }
        return try body()
    }
}
