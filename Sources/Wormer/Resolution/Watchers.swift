import CWormer

/// The reasons to inspect the current task before a request is answered, counted for the whole process.
package enum Watchers {
    /// A kind of reason: the place of its counter.
    ///
    /// The kinds are overrides, recorders of the requests that a task's factory makes, traces, and constructions in
    /// tasks.
    typealias Kind = Int
    static let layer: Kind = 0
    static let recorder: Kind = 1
    static let trace: Kind = 2
    static let taskFrame: Kind = 3

    /// Whether there is any reason.
    ///
    /// This is a relaxed load.
    package static var areThere: Bool {
        wormer_has_watchers()
    }

    /// Returns whether there is a reason of one kind.
    ///
    /// This is a relaxed load.
    static func areThere(_ kind: Kind) -> Bool {
        wormer_has_watchers_of(kind)
    }

    static func begin(_ kind: Kind) {
        wormer_add_watchers(kind, 1)
    }

    static func end(_ kind: Kind) {
        wormer_add_watchers(kind, -1)
    }

    /// Runs `body` on this thread, without the fast path.
    package static func watchingThread<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_recordings(thread, 1)
        defer { wormer_add_recordings(thread, -1) }
        return try body()
    }
}
