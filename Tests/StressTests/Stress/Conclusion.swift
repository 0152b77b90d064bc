import Foundation

/// Lets one of the later answers come from the binding that the first came from.
func lie(in history: inout History) {
    guard let first = history.events.first(where: { $0.kind == .read && $0.serial != nil }),
        let last = history.events.lastIndex(where: { $0.kind == .read && $0.slot == first.slot })
    else { return }
    history.events[last].generation = first.generation
    history.events[last].serial = first.serial
}

/// Ends the process if something takes unreasonably long.
final class Watch: Sendable {
    private let isDone = DispatchSemaphore(value: 0)

    init(seconds: Int, name: String) {
        Thread.detachNewThread { [isDone] in
            if isDone.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
                FileHandle.standardError.write(Data("HANGS, ended after \(seconds) s: \(name)\n".utf8))
                exit(70)
            }
        }
    }

    func end() {
        isDone.signal()
    }
}
