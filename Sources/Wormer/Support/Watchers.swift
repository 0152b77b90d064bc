import CWormer

/// The reasons to take more than the fast path, counted for the whole process.
package enum Watchers {
    /// A kind of reason: the bits of its counter.
    typealias Kind = UInt64

    /// Overrides; asynchronous functions whose lookups are recorded; traces; a main injector that is not the first one.
    static let override: Kind = 0x0000_0000_00ff_ffff
    static let recorder: Kind = 0x0000_ffff_ff00_0000
    static let trace: Kind = 0x00ff_0000_0000_0000
    static let main: Kind = 0xff00_0000_0000_0000

    /// Returns whether there is a reason, of one kind or of any.
    ///
    /// This is a relaxed load.
    static func areThere(_ kind: Kind = .max) -> Bool {
        wormer_has_watchers(kind)
    }

    static func begin(_ kind: Kind) {
        wormer_begin_watching(kind)
    }

    static func end(_ kind: Kind) {
        wormer_end_watching(kind)
    }
}
