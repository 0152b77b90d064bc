import CWormer

/// The constructions that are under way on one thread, each requested by the one before it.
///
/// A request that finds an instance does not appear here.
@usableFromInline
struct ResolutionStack: @unchecked Sendable {
    // A thread reads and changes only its own record.
    private let record: UnsafeMutablePointer<wormer_thread>

    /// The stack of the current thread.
    static var current: ResolutionStack {
        ResolutionStack(record: wormer_this_thread())
    }

    /// The identity of the thread while the thread exists.
    var thread: UnsafeRawPointer {
        UnsafeRawPointer(record)
    }

    var count: Int {
        record.pointee.count
    }

    /// Returns whether an instance of `binding`, or of a copy of it in an override, is under construction on this
    /// thread.
    func contains(_ binding: AnyBinding) -> Bool {
        // A binding in a frame lives until the frame is popped. The same applies below.
        frames.contains {
            Unmanaged<AnyBinding>.fromOpaque($0.binding)._withUnsafeGuaranteedRef { $0.identity == binding.identity }
        }
    }

    /// The constructions, from the outermost to the innermost.
    var path: [RequestedBinding] {
        frames.map { frame in
            let binding = Unmanaged<AnyBinding>.fromOpaque(frame.binding).takeUnretainedValue()
            guard binding.key.declaration == nil else { return RequestedBinding(binding: binding, location: nil) }
            let location = withUnsafeBytes(of: frame.location) { $0.load(as: CodeLocation.self) }
            return RequestedBinding(binding: binding, location: location)
        }
    }

    /// The number of the last construction that has begun on this thread, among those that were not on the fast path.
    var lastNumber: Int { record.pointee.constructions }

    /// The innermost construction whose instance is kept.
    ///
    /// Its cache is that of its scope, or nil if it lives longer than every scope that is opened.
    var innermostHolder: UnsafePointer<wormer_frame>? {
        let frames = frames
        let index = frames.lastIndex {
            Unmanaged<AnyBinding>.fromOpaque($0.binding)._withUnsafeGuaranteedRef { $0.holding != .nothing }
        }
        return index.flatMap { index in frames.baseAddress.map { $0 + index } }
    }

    private var frames: UnsafeBufferPointer<wormer_frame> {
        UnsafeBufferPointer(start: record.pointee.frames, count: count)
    }

    /// The instances that all constructions for the outermost request share, or nil if no request is under way.
    ///
    /// The end of the outermost request ends the cache.
    var cache: InstanceCache? {
        if let existingCache {
            return existingCache
        }
        guard record.pointee.count > 0 || record.pointee.joint_requests > 0 else { return nil }
        let cache = InstanceCache()
        wormer_set_cache(record, Unmanaged.passRetained(cache).toOpaque())
        return cache
    }

    /// The cache of the current thread, or nil if the request is the outermost one.
    @usableFromInline static var cacheToShare: InstanceCache? { current.cache }

    /// The existing cache, or nil if nothing is shared yet.
    var existingCache: InstanceCache? {
        if let frame = TaskFrame.current {
            return frame.cache
        }
        return record.pointee.cache.map { Unmanaged<InstanceCache>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - The current thread

    /// Whether the innermost factory runs for an asynchronous request, and calls no user code before its parameters are
    /// resolved.
    var canSuspend: Bool {
        wormer_can_suspend(record)
    }

    /// Releases everything that only the innermost construction still needed.
    @inlinable
    static func didPop(_ thread: UnsafeMutablePointer<wormer_thread>) {
        if thread.pointee.cache != nil {
            endCache(of: thread)
        }
        if wormer_has_retired(thread) {
            DeferredRelease.sweep(for: thread)
        }
    }

    /// Runs `body` as one request with several constructions.
    @usableFromInline
    static func jointly<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_joint_requests(thread, 1)
        defer {
            wormer_add_joint_requests(thread, -1)
            if thread.pointee.cache != nil {
                endCache(of: thread)
            }
        }
        return try body()
    }

    /// Releases the shared instances if the outermost request is answered.
    @usableFromInline
    static func endCache(of thread: UnsafeMutablePointer<wormer_thread>) {
        guard thread.pointee.count == 0, thread.pointee.joint_requests == 0, let cache = thread.pointee.cache else {
            return
        }
        wormer_set_cache(thread, nil)
        _ = Unmanaged<InstanceCache>.fromOpaque(cache).takeRetainedValue().end()
    }

    /// Records a request of the innermost construction, if its requests are recorded.
    static func record(_ key: Key) {
        let thread = wormer_this_thread()
        if thread.pointee.count > 0 {
            let frame = wormer_innermost(thread)
            guard frame.pointee.is_recording else { return }
            let recorder = frame.pointee.recorder ?? Unmanaged.passRetained(Recorder()).toOpaque()
            frame.pointee.recorder = recorder
            let opened = ScopeInstances.opened(by: ScopeInstances.Holder(of: frame))
            Unmanaged<Recorder>.fromOpaque(recorder).takeUnretainedValue().note(key, inside: opened)
        } else if Watchers.areThere(Watchers.recorder), let frame = TaskFrame.current {
            frame.recorder?.note(key, inside: ScopeInstances.opened(by: ScopeInstances.Holder(of: frame)))
        }
    }
}

/// A binding on the path to a request.
struct RequestedBinding {
    let binding: AnyBinding

    /// The location of the request, or nil for a read of a declared service, which has none.
    let location: CodeLocation?
}

/// The requests that a factory made when it first ran.
package struct RecordedNeeds {
    /// Each key once, and the scopes that the factory had opened around every request for it.
    fileprivate(set) var needs: [(key: Key, opened: [Scope])] = []

    /// Whether the factory requested a type under more identifiers than are recorded.
    fileprivate(set) var areMore = false

    package var keys: [Key] { needs.map(\.key) }
}

/// A recorder of the requests of a factory.
final class Recorder: Lock, @unchecked Sendable {
    // The lock guards the state, because an asynchronous factory may make requests from several tasks at once.
    private var recorded = RecordedNeeds()
    /// The places of the recorded keys by their words, so that only keys with the same word are compared.
    private var byWord: [KeyWord: [Int]] = [:]
    /// The number of recorded identifiers of each type.
    private var identifiers: [ObjectIdentifier: Int] = [:]

    /// The most identifiers of one type that are recorded: those that a server looks up come from outside.
    private static let mostIdentifiers = 16

    /// A copy of the recorded requests, for the reason that `Table.copied()` gives.
    var needs: RecordedNeeds {
        withLock {
            var copy = recorded
            copy.needs = recorded.needs.map { $0 }
            return copy
        }
    }

    /// Records a request.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - opened: The scopes that the factory has opened around the request.
    func note(_ key: Key, inside opened: [Scope]) {
        let word = key.word
        while true {
            let known = withLock { byWord[word, default: []].map { (place: $0, key: recorded.needs[$0].key) } }
            // Keys are compared outside the lock, because that runs the user's `==`.
            if let place = known.first(where: { $0.key == key })?.place {
                return withLock { recorded.needs[place].opened.removeAll { !opened.contains($0) } }
            }
            let isUnchanged = withLock {
                guard byWord[word, default: []].count == known.count else { return false }
                if key.isChosenAtRunTime {
                    guard identifiers[ObjectIdentifier(key.interface), default: 0] < Recorder.mostIdentifiers else {
                        recorded.areMore = true
                        return true
                    }
                    identifiers[ObjectIdentifier(key.interface), default: 0] += 1
                }
                byWord[word, default: []].append(recorded.needs.count)
                recorded.needs.append((key, opened))
                return true
            }
            if isUnchanged {
                return
            }
        }
    }
}

extension Key {
    /// Whether the qualifier is a value of the user, of which there may be any number.
    fileprivate var isChosenAtRunTime: Bool {
        switch qualifier {
        case .identifier, .name: true
        case nil, .contribution, .declaration: false
        }
    }
}
