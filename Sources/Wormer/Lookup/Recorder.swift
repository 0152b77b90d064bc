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
    let areComplete: Bool

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
        if let (recorder, start) = innermost(below: frame), !Trace.isInHandler {
            recorder.note(key.declared, since: start)
        }
    }

    /// Records a property wrapper that the innermost construction creates, if its lookups are recorded.
    package static func record(injecting type: Any.Type) {
        if let (recorder, _) = innermost(below: nil) {
            recorder.state.withLock { state in
                if !state.injected.contains(where: { $0 == type }) {
                    state.injected.append(type)
                }
            }
            Ending.noteLazyNeed()
        }
    }

    /// The recorder of the innermost construction, if its lookups are recorded, and the innermost open scope when the
    /// factory began.
    private static func innermost(below frame: Frame?) -> (recorder: Recorder, start: OpenedScope?)? {
        if let frame {
            return frame.recording
        }
        guard let innermost = ThreadFrame.innermost else {
            return Watchers.areThere(Watchers.recorder) ? Context.liveFrame?.recording : nil
        }
        guard wormer_this_thread().pointee.watchers != 0 else { return nil }
        if innermost.binding == nil {
            return innermost.task?.recording
        }
        return innermost.details.flatMap { $0.pointee.isRecording ? $0.pointee.recording() : nil }
    }
}

// MARK: - The end of a recording

extension Found {
    /// Whether it is known what the factory looks up.
    ///
    /// It's not inlined, so that a chain of dependencies takes less of the stack.
    @inline(never)
    var isRecorded: Bool { hit.holder.cell.withLock(\.isRecorded) }
}

extension ThreadFrame.Details {
    /// Records what the factory of a binding has looked up, if that is not known, and the instance that it has created.
    func record(_ binding: Binding, _ instance: AnyInstance? = nil, in cell: Guarded<Cell>) {
        if isRecording { binding.record(recorder, instance, in: cell) }
    }
}

extension Frame {
    fileprivate var recording: (recorder: Recorder, start: OpenedScope?)? { recorder.map { ($0, start) } }

    /// Records what the factory has looked up, if that is not known, and the instance that it has created.
    func record(_ found: Found, _ instance: AnyInstance? = nil) {
        recorder.map { found.binding.record($0, instance, in: found.hit.holder.cell) }
    }
}

extension Binding {
    /// Records what the factory has looked up, so that later lookups can take the fast path once it has created an instance.
    fileprivate func record(_ recorder: Recorder?, _ instance: AnyInstance?, in cell: Guarded<Cell>) {
        record(recorder, instance)
        if instance != nil {
            cell.withLock { $0.didRecord(self) }
        }
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
