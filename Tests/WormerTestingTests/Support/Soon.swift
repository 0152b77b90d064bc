import Foundation

/// Whether a condition holds soon.
///
/// A thread of another test may be reading when something is removed, and then releases it when it has read.
func isSoon(_ condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition(), Date() < deadline {
        usleep(100)
    }
    return condition()
}
