import CWormer

/// The lookups of a factory when it first created an instance or, until then, when it last failed.
package final class RecordedNeeds: Sendable {
    /// Each key once, and the scopes that the factory had opened around every lookup of it.
    package let needs: [(key: Key, opened: [Scope])]

    /// Whether the factory looked up a type under more identifiers than are recorded.
    package let areMore: Bool

    /// The types of the property wrappers that the factory created, each once.
    let injected: [Any.Type]

    /// Whether the factory created an instance.
    ///
    /// After an error, it may have more to look up.
    package let areComplete: Bool

    static let nothing = RecordedNeeds([], false, [], areComplete: true)
    static let failure = RecordedNeeds([], false, [], areComplete: false)

    fileprivate init(
        _ needs: [(key: Key, opened: [Scope])],
        _ areMore: Bool,
        _ injected: [Any.Type],
        areComplete: Bool
    ) {
        (self.needs, self.areMore, self.injected, self.areComplete) = (needs, areMore, injected, areComplete)
    }
}

/// A recorder of what a factory looks up.
package final class Recorder: @unchecked Sendable {
    // The lock guards the state, because an asynchronous factory may look things up in several tasks at once.

    private let state = Guarded((needs: [(key: Key, opened: [Scope])](), areMore: false, injected: [Any.Type]()))

    /// The most identifiers of one type that are recorded: those that a server looks up come from outside.
    private static let mostIdentifiers = 16

    /// The innermost open scope when the factory began, if there was one.
    private let start: OpenedScope?

    init(since start: OpenedScope?) {
        self.start = start
    }

    deinit {
        state.free()
    }

    /// Returns the recorded needs, in a copy that shares nothing with the state.
    func needs(areComplete: Bool) -> RecordedNeeds {
        state.withLock { state in
            let (needs, injected) = (state.needs.map { $0 }, state.injected.map { $0 })
            return RecordedNeeds(needs, state.areMore, injected, areComplete: areComplete)
        }
    }

    /// Records a lookup.
    private func note(_ key: Key) {
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
        if let recorder = innermost(below: frame), !Trace.isInHandler {
            recorder.note(key.declared)
        }
    }

    /// Records a property wrapper that the innermost construction creates, if its lookups are recorded.
    package static func record(injecting type: Any.Type) {
        if let recorder = innermost(below: nil) {
            recorder.state.withLock { state in
                if !state.injected.contains(where: { $0 == type }) {
                    state.injected.append(type)
                }
            }
            AtomicCounter.lazyNeeds.mark()
        }
    }

    /// The recorder of the innermost construction, if its lookups are recorded.
    private static func innermost(below frame: Frame?) -> Recorder? {
        if let frame {
            return frame.recorder
        }
        guard let innermost = ThreadFrame.innermost else {
            return Watchers.areThere(Watchers.recorder) ? Context.liveFrame?.recorder : nil
        }
        return wormer_this_thread().pointee.watchers == 0 ? nil : innermost.details?.pointee.makeRecorder()
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
