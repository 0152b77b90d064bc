import CWormer

/// One making that is under way on this thread, linked to the one that asked for it.
///
/// Frames live on the stack. A request that finds a made instance pushes none.
struct Frame {
    // Whoever pushed the frame holds the binding for as long as the frame stands.
    private let unretainedBinding: Unmanaged<AnyBinding>
    let parent: UnsafeMutablePointer<Frame>?

    var binding: AnyBinding {
        unretainedBinding._withUnsafeGuaranteedRef { $0 }
    }

    /// The innermost making of this thread.
    static var current: UnsafeMutablePointer<Frame>? {
        wormer_frame_load()?.assumingMemoryBound(to: Frame.self)
    }

    /// Runs `body` as the making of an instance of `binding`.
    @inline(__always)
    static func pushing<Result>(_ binding: AnyBinding, _ body: () throws -> Result) rethrows -> Result {
        var frame = Frame(unretainedBinding: .passUnretained(binding), parent: current)
        return try withUnsafeMutablePointer(to: &frame) { pointer in
            wormer_frame_store(pointer)
            defer { wormer_frame_store(pointer.pointee.parent) }
            return try body()
        }
    }

    /// Whether this thread is making an instance of `binding` already.
    static func isMaking(_ binding: AnyBinding) -> Bool {
        var next = current
        while let frame = next {
            if frame.pointee.unretainedBinding.toOpaque() == Unmanaged.passUnretained(binding).toOpaque() {
                return true
            }
            next = frame.pointee.parent
        }
        return false
    }

    /// The bindings from the outermost making down to `innermost`.
    static func path(to innermost: UnsafeMutablePointer<Frame>? = current) -> [AnyBinding] {
        var path: [AnyBinding] = []
        var next = innermost
        while let frame = next {
            path.append(frame.pointee.binding)
            next = frame.pointee.parent
        }
        return path.reversed()
    }
}
