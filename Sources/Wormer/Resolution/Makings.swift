import CWormer

/// The makings that are under way on one thread, each asked for by the one before it.
///
/// A request that finds a made instance leaves no trace here.
@usableFromInline
struct Makings: @unchecked Sendable {
    // A thread changes its own record only; others look at it while its thread sleeps, under the lock of the sleepers.
    private let record: UnsafeMutablePointer<wormer_thread>

    /// Those of the current thread.
    static var current: Makings {
        Makings(record: wormer_this_thread())
    }

    /// What tells the thread from all others while it lives.
    var thread: UnsafeRawPointer {
        UnsafeRawPointer(record)
    }

    var count: Int {
        record.pointee.count
    }

    /// Whether an instance of `binding`, or of a copy of it in an override, is being made here already.
    func contains(_ binding: AnyBinding) -> Bool {
        // Whoever pushed a binding holds it until it is popped; here as below.
        frames.contains {
            Unmanaged<AnyBinding>.fromOpaque($0.binding)._withUnsafeGuaranteedRef { $0.identity == binding.identity }
        }
    }

    /// The bindings from the outermost making down to the innermost.
    var path: [AnyBinding] {
        frames.map { Unmanaged<AnyBinding>.fromOpaque($0.binding).takeUnretainedValue() }
    }

    private var frames: UnsafeBufferPointer<wormer_frame> {
        UnsafeBufferPointer(start: record.pointee.frames, count: count)
    }

    /// What is shared by all that is made to answer the outermost request.
    var sharing: Keeping {
        if let frame = AsyncFrame.current {
            return frame.sharing
        }
        if let sharing = record.pointee.sharing {
            return Unmanaged<Keeping>.fromOpaque(sharing).takeUnretainedValue()
        }
        let sharing = Keeping()
        wormer_set_sharing(record, Unmanaged.passRetained(sharing).toOpaque())
        return sharing
    }

    // MARK: - The current thread

    /// Begins the making of an instance of `binding`; its initializer's requests are shown to `observer`.
    ///
    /// Both have to be held until `end()`.
    static func begin(_ binding: AnyBinding, observer: Observer?) {
        if observer != nil {
            // So that every request comes the long way, where it is noted.
            Detour.observer.begin()
        }
        wormer_push(
            wormer_this_thread(),
            Unmanaged.passUnretained(binding).toOpaque(),
            observer.map { Unmanaged.passUnretained($0).toOpaque() }
        )
    }

    /// Ends the innermost making; `observer` is what it began with.
    static func end(observer: Observer?) {
        if observer != nil {
            Detour.observer.end()
        }
        end(on: wormer_this_thread())
    }

    /// Ends the innermost making.
    @inlinable
    @inline(__always)
    static func end(on thread: UnsafeMutablePointer<wormer_thread>) {
        wormer_pop(thread)
        if thread.pointee.sharing != nil {
            endSharing(on: thread)
        }
        if wormer_was_warned(thread) {
            releaseRetired(on: thread)
        }
    }

    /// Lets go of the binding of the making that has just ended, if it was taken out of its table meanwhile.
    @usableFromInline
    @inline(never)
    static func releaseRetired(on thread: UnsafeMutablePointer<wormer_thread>) {
        guard let ended = thread.pointee.frames?[thread.pointee.count].binding else {
            return
        }
        if thread.pointee.count == 0 {
            wormer_take_warning(thread)
        }
        Retired.release(ended)
    }

    /// Runs `body`, all of whose makings answer one request.
    static func jointly<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = wormer_this_thread()
        wormer_add_joint_requests(thread, 1)
        defer {
            wormer_add_joint_requests(thread, -1)
            endSharing(on: thread)
        }
        return try body()
    }

    /// Gives up what was shared, if it was for the outermost making.
    @usableFromInline
    @inline(never)
    static func endSharing(on thread: UnsafeMutablePointer<wormer_thread>) {
        guard thread.pointee.count == 0, thread.pointee.joint_requests == 0, let sharing = thread.pointee.sharing else {
            return
        }
        wormer_set_sharing(thread, nil)
        Unmanaged<Keeping>.fromOpaque(sharing).release()
    }

    /// Shows a request to the observer of the innermost making, if it has one.
    @inline(__always)
    static func note(_ request: Request) {
        if Detour.observer.isNeeded {
            show(request.key)
        }
    }

    @inline(never)
    private static func show(_ key: Key) {
        if let frame = current.frames.last {
            frame.observer.map { Unmanaged<Observer>.fromOpaque($0).takeUnretainedValue().note(key) }
        } else {
            AsyncFrame.current?.observer?.note(key)
        }
    }
}

/// Notes what an initializer asks for, each key once.
final class Observer: @unchecked Sendable {
    // What changes here is guarded by `lock`: an asynchronous initializer may ask from several tasks at once.
    private let lock = Lock()
    private var noted: [Key] = []

    var keys: [Key] {
        lock.withLock { noted }
    }

    @inline(never)
    func note(_ key: Key) {
        lock.withLock {
            if !noted.contains(key) {
                noted.append(key)
            }
        }
    }
}
