import CWormer

/// One making that is under way on this thread, linked to the one that asked for it.
///
/// Frames live on the stack. A request that finds a made instance pushes none.
struct Frame {
    // Whoever pushed the frame holds the binding for as long as the frame stands.
    private let unretainedBinding: Unmanaged<AnyBinding>
    let parent: UnsafeMutablePointer<Frame>?

    /// What the initializer asked for so far, nil if nobody wants to know.
    private var observations: [Key]?

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
        var frame = Frame(unretainedBinding: .passUnretained(binding), parent: current, observations: nil)
        return try frame.pushing(body)
    }

    /// Runs `body` as the making of an instance of `binding`, and notes what it asks for.
    ///
    /// - Parameters:
    ///   - binding: What is made.
    ///   - body: Makes it.
    /// - Returns: What the body returns, and what it asked for, in order.
    /// - Throws: What the body throws.
    static func observing<Result>(_ binding: AnyBinding, _ body: () throws -> Result) rethrows -> (Result, [Key]) {
        var frame = Frame(unretainedBinding: .passUnretained(binding), parent: current, observations: [])
        let result = try frame.pushing(body)
        return (result, frame.observations ?? [])
    }

    @inline(__always)
    private mutating func pushing<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withUnsafeMutablePointer(to: &self) { pointer in
            wormer_frame_store(pointer)
            defer { wormer_frame_store(pointer.pointee.parent) }
            return try body()
        }
    }

    /// Notes that the innermost making of this thread asks for `key`.
    @inline(__always)
    static func note(_ key: Key) {
        if let current, current.pointee.observations != nil, current.pointee.observations?.contains(key) == false {
            current.pointee.observations?.append(key)
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
