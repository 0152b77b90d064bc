import Foundation

/// Whether a condition becomes true within 20 seconds.
///
/// A thread of another test that reads during a removal delays the release until it has finished.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline {
        usleep(100)
    }
    return condition()
}
