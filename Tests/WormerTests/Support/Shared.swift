import Foundation
@_exported import TestSupport
import Wormer

/// Blocks the arriving threads until all have arrived.
final class Barrier: @unchecked Sendable {
    // `missing` is guarded by `condition`.
    private let condition = NSCondition()
    private var missing: Int

    init(_ parties: Int) { missing = parties }

    func arrive() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        condition.broadcast()
        while missing > 0 { condition.wait() }
    }
}
