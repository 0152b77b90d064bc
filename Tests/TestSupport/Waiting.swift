import Foundation
import Wormer

/// A gate that opens once. Tasks that arrive earlier wait until it opens.
package actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    package func pass() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }

    package func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}

/// Whether a condition becomes true within 20 seconds.
package func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline { usleep(100) }
    return condition()
}

/// Waits until a condition is true, without blocking the thread.
///
/// Returns false after a timeout.
package func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<2_000 where !condition() { try? await Task.sleep(nanoseconds: 10_000_000) }
    return condition()
}
