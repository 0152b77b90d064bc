import CWormer

/// What a factory looked up when it first ran.
package final class RecordedNeeds: Sendable {
    /// Each key once, and the scopes that the factory had opened around every lookup of it.
    package let needs: [(key: Key, opened: [Scope])]

    /// Whether the factory looked up a type under more identifiers than are recorded.
    package let areMore: Bool

    static let nothing = RecordedNeeds([], false)

    fileprivate init(_ needs: [(key: Key, opened: [Scope])], _ areMore: Bool) {
        (self.needs, self.areMore) = (needs, areMore)
    }
}

/// A recorder of what a factory looks up.
final class Recorder: @unchecked Sendable {
    // The lock guards the state, because an asynchronous factory may look things up in several tasks at once.

    private let state = Guarded((needs: [(key: Key, opened: [Scope])](), areMore: false))

    /// The most identifiers of one type that are recorded: those that a server looks up come from outside.
    private static let mostIdentifiers = 16

    deinit {
        state.free()
    }

    /// The recorded needs, in a copy that shares nothing with the state.
    var needs: RecordedNeeds {
        state.withLock { RecordedNeeds($0.needs.map { $0 }, $0.areMore) }
    }

    /// Records a lookup.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - start: The innermost open scope when the factory began, if there was one.
    private func note(_ key: Key, since start: OpenedScope?) {
        let opened = OpenedScope.opened(since: start)
        while true {
            let known = state.withLock { $0.needs.map { $0.key } }
            // Keys are compared outside the lock, because that runs the user's `==`.
            if let place = known.firstIndex(of: key) {
                return state.withLock { $0.needs[place].opened.removeAll { !opened.contains($0) } }
            }
            let same = known.lazy.filter { $0.isChosenAtRunTime && $0.interface == key.interface }
            let isTooMany = key.isChosenAtRunTime && same.count >= Recorder.mostIdentifiers
            let isUnchanged = state.withLock { state in
                guard state.needs.count == known.count else { return false }
                state.areMore = state.areMore || isTooMany
                if !isTooMany {
                    state.needs.append((key, opened))
                }
                return true
            }
            if isUnchanged {
                return
            }
        }
    }

    /// Records a lookup of the innermost construction, if its lookups are recorded.
    static func record(_ key: Key, below frame: Frame?) {
        let key = key.declared
        if let frame {
            return Trace.isInHandler ? () : record(key, in: frame)
        }
        guard let innermost = ThreadFrame.innermost else {
            if Watchers.areThere(Watchers.recorder), !Trace.isInHandler {
                Context.liveFrame.map { record(key, in: $0) }
            }
            return
        }
        guard wormer_this_thread().pointee.watchers != 0, !Trace.isInHandler else { return }
        if innermost.binding == nil {
            innermost.task.map { record(key, in: $0) }
        } else if let details = innermost.details, details.pointee.isRecording {
            let (recorder, start) = details.pointee.recording()
            recorder.note(key, since: start)
        }
    }

    private static func record(_ key: Key, in frame: Frame) {
        frame.recorder?.note(key, since: frame.start)
    }
}

extension Key {
    /// Whether the qualifier is a value of the user, of which there may be any number.
    fileprivate var isChosenAtRunTime: Bool {
        switch qualifier {
        case .identifier, .name: true
        case nil, .contribution, .declaration, .call: false
        }
    }
}
