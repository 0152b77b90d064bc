import Foundation
import Wormer

/// Whether a condition becomes true within 20 seconds.
///
/// A thread of another test that reads during a removal delays the release until it has finished.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline {
        usleep(100)
        // The library's own task for this may have to wait until other tests give up their threads.
        DeferredRelease.sweep()
    }
    return condition()
}

/// Waits until a condition is true, without blocking the thread.
///
/// Returns false after a timeout.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<2_000 where !condition() {
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
}
