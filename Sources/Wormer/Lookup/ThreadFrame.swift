import CWormer

/// A construction that is under way on a thread, or a read of a declared service at a known line.
///
/// It's linked outwards, and on the stack of the function that pushes it, which also retains its objects.
@frozen
@usableFromInline
struct ThreadFrame {
    /// The binding; nil for a read, and if the thread runs the function of a task's frame.
    @usableFromInline let binding: Unmanaged<Binding>?

    /// The location of the lookup or read; nil if the thread runs the function of a task's frame.
    @usableFromInline let location: CodeLocation?

    @usableFromInline let details: UnsafeMutablePointer<Details>?

    /// The address of the next frame around this one.
    @usableFromInline let outerAddress: UnsafeRawPointer?

    @inlinable
    init(
        _ binding: Unmanaged<Binding>?,
        at location: CodeLocation?,
        _ details: UnsafeMutablePointer<Details>?,
        inside outerAddress: UnsafeRawPointer?
    ) {
        (self.binding, self.location, self.details, self.outerAddress) = (binding, location, details, outerAddress)
    }

    /// The parts of a construction that the fast path doesn't need.
    @usableFromInline
    struct Details {
        /// The frame of the task around the construction.
        fileprivate let task: Unmanaged<Frame>?

        /// The open scope that keeps the instance, if one does.
        fileprivate let keeper: Unmanaged<OpenedScope>?

        /// The cell of the binding, if it is unknown what the factory looks up.
        private let cell: Guarded<Cell>?

        /// The innermost open scope that the factory sees when it begins, if its lookups are recorded.
        fileprivate var start: Unmanaged<OpenedScope>?

        /// Records what the factory looks up, once there is anything to record.
        private var recorder: Recorder?

        /// The next root around the construction.
        fileprivate var outerRoot: UnsafeRawPointer?

        /// Of a root: the instances that the constructions inside shared.
        ///
        /// To release them may run the user's `deinit`, whose lookups must find the instance. So they're released after
        /// that is kept.
        var cache: ResolutionCache?

        init(
            in task: Frame? = nil,
            keptBy keeper: OpenedScope? = nil,
            recordingIn cell: Guarded<Cell>? = nil,
            recordedBy recorder: Recorder? = nil
        ) {
            self.task = task.map(Unmanaged.passUnretained)
            self.keeper = keeper.map(Unmanaged.passUnretained)
            (self.cell, self.recorder) = (cell, recorder)
        }

        /// Whether what the function looks up is recorded.
        fileprivate var isRecording: Bool { cell != nil || recorder != nil }

        /// Returns the recorder of the function's lookups, if they are recorded.
        mutating func makeRecorder() -> Recorder? {
            if cell != nil, recorder == nil {
                recorder = Recorder(since: start?.takeUnretainedValue())
            }
            return recorder
        }

        /// Records what the factory has looked up, and the instance that it has created.
        fileprivate mutating func record(_ binding: Binding?, _ instance: Unmanaged<AnyInstance>?) {
            cell.map { binding?.record(recorder, instance?.takeUnretainedValue(), in: $0) }
        }
    }

    /// The innermost construction of this thread, if there is one.
    static var innermost: ThreadFrame? {
        var next = wormer_this_thread().frame
        while let frame = next, frame.placeOfRead != nil {
            next = frame.outer
        }
        return next
    }

    /// The innermost root of this thread, and the next one around a root; see `wormer_stack`.
    static var root: ThreadFrame? { ThreadFrame(at: wormer_this_thread().pointee.root) }
    var outerRoot: ThreadFrame? { ThreadFrame(at: details?.pointee.outerRoot) }

    /// The next frame around this one.
    var outer: ThreadFrame? { ThreadFrame(at: outerAddress) }

    fileprivate init?(at address: UnsafeRawPointer?) {
        guard let address else { return nil }
        self = address.load(as: ThreadFrame.self)
    }

    /// The line of the innermost read, if this thread has not begun to construct the service.
    static var placeOfRead: CodeLocation? { wormer_this_thread().frame?.placeOfRead }

    /// The line, if this is a read.
    private var placeOfRead: CodeLocation? { binding == nil ? location : nil }

    /// Whether the construction is one of a binding with an identity.
    func isOf(_ identity: Int) -> Bool {
        binding?._withUnsafeGuaranteedRef { $0.identity == identity } == true
    }

    /// The frame of the task around the construction.
    var task: Frame? { details?.pointee.task?.takeUnretainedValue() }

    /// The open scope that keeps the instance, if one does.
    var keeper: OpenedScope? { details?.pointee.keeper?.takeUnretainedValue() }

    /// The construction as a step of a path, or nil if this is a read or the function of a task's frame.
    var step: PathStep? {
        guard let binding = binding?.takeUnretainedValue() else { return nil }
        // The fast path of a declared service does not know the line of the read.
        let place = binding.key.declaration == nil ? location : outer?.placeOfRead
        return PathStep(binding: binding, location: place, keeper: keeper)
    }
}

/// The frames and counters of a thread.
@usableFromInline
typealias ThreadStack = UnsafeMutablePointer<wormer_stack>

extension ThreadStack {
    /// The innermost frame, which may be a read.
    var frame: ThreadFrame? { ThreadFrame(at: pointee.frame) }

    /// Returns whether the thread is constructing an instance of exactly this binding.
    @usableFromInline
    @inline(never)
    func isConstructing(_ binding: Binding) -> Bool {
        let searched = UInt(bitPattern: Unmanaged.passUnretained(binding).toOpaque())
        var next = frame
        while let frame = next, UInt(bitPattern: frame.binding?.toOpaque()) != searched {
            next = frame.outer
        }
        return next != nil
    }

    /// Runs a function in a frame.
    @inlinable
    @inline(__always)
    func push<Result>(
        _ binding: Unmanaged<Binding>?,
        at location: CodeLocation?,
        with details: UnsafeMutablePointer<ThreadFrame.Details>? = nil,
        _ body: () throws -> Result
    ) rethrows -> Result {
        var frame = ThreadFrame(binding, at: location, details, inside: pointee.frame)
        return try call(body, in: &frame)
    }

    @inlinable
    @inline(__always)
    func call<Result>(_ body: () throws -> Result, in frame: UnsafePointer<ThreadFrame>) rethrows -> Result {
        pointee.frame = UnsafeRawPointer(frame)
        defer { pointee.frame = frame.pointee.outerAddress }
        return try body()
    }
}

extension CodeLocation {
    /// Calls a function that reads a declared service at this location.
    @inlinable
    package func reading<Service>(_ read: () -> Service) -> Service {
        wormer_this_thread().push(nil, at: self, read)
    }
}

// MARK: - Calling the user's functions

extension ThreadStack {
    /// Calls a synchronous function of the user that is part of a construction: a factory, a decorator or a conversion.
    ///
    /// Its lookups find the construction, and only the scopes that the instance may use. A function whose lookups see
    /// what the lookup of the instance saw is also called on the fast path, in `Binding.construct`.
    ///
    /// The lookups are recorded as the details say: for a factory, in the cell; for a part of a task's construction, by
    /// the frame of that.
    ///
    /// - Parameters:
    ///   - binding: The binding, or nil if the function is part of a task's construction.
    ///   - location: The location of the lookup, or nil if the function is part of a task's construction.
    ///   - context: The context that the function sees, or nil for the current one.
    ///   - details: The details of the frame, which keep what it leaves to the caller.
    ///   - body: Calls the function.
    /// - Returns: The result of the function.
    @inline(__always)
    func call(
        _ binding: Binding?,
        at location: CodeLocation?,
        seeing context: Context?,
        _ details: inout ThreadFrame.Details,
        _ body: () throws -> AnyInstance
    ) rethrows -> AnyInstance {
        let isRoot = details.task != nil || binding?.isHolder == true
        details.outerRoot = pointee.root
        if details.isRecording {
            let scope = context == nil ? OpenedScope.innermost : context?.values.scope
            details.start = scope.map(Unmanaged.passUnretained)
            pointee.watchers += 1
        }
        var created: Unmanaged<AnyInstance>?
        defer {
            if isRoot {
                details.cache = pointee.cache == nil ? nil : removeCaches()
                pointee.root = details.outerRoot
            }
            if details.isRecording {
                pointee.watchers -= 1
                details.record(binding, created)
            }
        }
        let instance = try push(binding.map(Unmanaged.passUnretained), at: location, with: &details) {
            if isRoot {
                pointee.root = pointee.frame
            }
            return try context == nil ? body() : enter(context, body)
        }
        created = .passUnretained(instance)
        return instance
    }

    @inline(never)
    private func enter(_ context: Context?, _ body: () throws -> AnyInstance) rethrows -> AnyInstance {
        try context?.run(body) ?? body()
    }
}

extension Owner {
    static var thisThread: Owner { Owner(number: UInt(bitPattern: wormer_this_thread()), isThread: true) }
}

// MARK: - What a lookup of several instances shares

extension EnclosingConstructions {
    /// Returns the `.resolution` instances that a construction for a binding of an injector shares with others, or nil if
    /// there is no lookup around this one.
    static func cache(for injector: Injector, below frame: Frame?) -> ResolutionCache? {
        let root = frame == nil ? ThreadFrame.root : nil
        if let task = frame ?? (root == nil ? Context.liveFrame : root?.task) {
            return task.cache(seeing: VisibleScopes(for: injector, below: frame))
        }
        let stack = wormer_this_thread()
        guard ThreadFrame.innermost != nil || stack.pointee.joint > 0 else { return nil }
        let scopes = VisibleScopes(for: injector, below: nil)
        let number = UInt(bitPattern: stack.pointee.root)
        return stack.changeCaches { ResolutionCache.find(in: &$0, of: number, seeing: scopes) }
    }

    /// Releases the shared instances if the outermost lookup of the thread is answered.
    @inlinable
    static func didPop(_ stack: ThreadStack) {
        if stack.pointee.cache != nil {
            endCache(of: stack)
        }
    }

    @usableFromInline
    static func endCache(of stack: ThreadStack) {
        if ThreadFrame.innermost == nil, stack.pointee.joint == 0 {
            let cache = stack.pointee.cache.map { Unmanaged<ResolutionCache>.fromOpaque($0) }
            stack.pointee.cache = nil
            cache?.release()
        }
    }

    /// Runs `body` as one lookup with several constructions.
    static func jointly<Result>(_ body: () throws -> Result) rethrows -> Result {
        let stack = wormer_this_thread()
        stack.pointee.joint += 1
        defer {
            stack.pointee.joint -= 1
            didPop(stack)
        }
        return try body()
    }
}

extension ThreadStack {
    /// Changes the last of the shared instances' caches.
    ///
    /// The removed ones are released when the change is complete.
    fileprivate func changeCaches<Result>(_ change: (inout ResolutionCache?) -> Result) -> Result {
        let before = pointee.cache.map { Unmanaged<ResolutionCache>.fromOpaque($0).takeRetainedValue() }
        var last = before
        defer {
            pointee.cache = last.map { Unmanaged.passRetained($0).toOpaque() }
            extendLifetime(before)
        }
        return change(&last)
    }

    /// Removes the shared instances of the innermost root, and returns them.
    @inline(never)
    fileprivate func removeCaches() -> ResolutionCache? {
        changeCaches { last in
            let removed = last
            ResolutionCache.remove(from: &last, of: UInt(bitPattern: pointee.root))
            return removed
        }
    }
}
