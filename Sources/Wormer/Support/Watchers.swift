import CWormer

/// The reasons to take more than the fast path, counted for the whole process.
package enum Watchers {
    /// A kind of reason: the place of its counter.
    typealias Kind = Int

    /// Overrides; asynchronous functions whose lookups are recorded; traces; a main injector that is not the first one.
    static let override: Kind = 0
    static let recorder: Kind = 1
    static let trace: Kind = 2
    static let main: Kind = 3

    /// Whether there is any reason.
    ///
    /// This is a relaxed load.
    static var areThere: Bool {
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
}
