import CWormer

/// The makings that are under way on one thread, each asked for by the one before it.
///
/// A request that finds a made instance leaves no trace here.
struct Makings: @unchecked Sendable {
    // A thread changes its own stack only; others look at it while its thread sleeps, under the lock of the sleepers.
    private let stack: UnsafePointer<wormer_stack>

    /// Those of the current thread.
    static var current: Makings {
        Makings(stack: wormer_current_stack())
    }

    /// What tells the thread from all others while it lives.
    var thread: UnsafeRawPointer {
        UnsafeRawPointer(stack)
    }

    var count: Int {
        stack.pointee.count
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
        UnsafeBufferPointer(start: stack.pointee.frames, count: count)
    }

    // MARK: - The current thread

    /// Begins the making of an instance of `binding`; its initializer's requests are shown to `observer`.
    ///
    /// Both have to be held until `end()`.
    @inline(__always)
    static func begin(_ binding: AnyBinding, observer: Observer?) {
        wormer_push(
            Unmanaged.passUnretained(binding).toOpaque(),
            observer.map { Unmanaged.passUnretained($0).toOpaque() }
        )
    }

    /// Ends the innermost making.
    @inline(__always)
    static func end() {
        wormer_pop()
    }

    /// Shows a request to the observer of the innermost making, if it has one.
    @inline(__always)
    static func note(_ key: Key) {
        if let observer = current.frames.last?.observer {
            Unmanaged<Observer>.fromOpaque(observer).takeUnretainedValue().note(key)
        }
    }
}

/// Notes what an initializer asks for, each key once.
final class Observer {
    private(set) var keys: [Key] = []

    @inline(never)
    func note(_ key: Key) {
        if !keys.contains(key) {
            keys.append(key)
        }
    }
}
