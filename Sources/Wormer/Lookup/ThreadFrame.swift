import CWormer

/// A construction that is under way on a thread.
///
/// The code that pushes a frame retains its objects, except `recorder`, which belongs to the frame.
typealias ThreadFrame = UnsafeMutablePointer<wormer_frame>

/// The constructions that are under way on a thread, and what else it counts.
@usableFromInline
typealias ThreadStack = UnsafeMutablePointer<wormer_stack>

extension ThreadFrame {
    /// The innermost construction of this thread, if there is one.
    static var innermost: ThreadFrame? {
        let stack = wormer_this_thread()
        return stack.pointee.count == 0 ? nil : wormer_innermost(stack)
    }

    /// Pushes a frame.
    ///
    /// - Parameters:
    ///   - binding: The binding, or nil if the thread runs the function of a task's frame.
    ///   - location: The location of the lookup.
    ///   - task: The frame of the task.
    ///   - keeper: The open scope that keeps the instance, if one does.
    ///   - isRecording: Whether it is unknown what the factory looks up.
    /// - Returns: The frame.
    fileprivate static func push(
        _ binding: Binding?,
        at location: CodeLocation,
        in task: Frame?,
        keptBy keeper: OpenedScope?,
        isRecording: Bool
    ) -> ThreadFrame {
        let stack = wormer_this_thread()
        wormer_push(stack, binding.map(address)).storeBytes(of: location, as: CodeLocation.self)
        let frame = wormer_innermost(stack)
        frame.pointee.task = task.map(address)
        frame.pointee.keeper = keeper.map(address)
        if task != nil || binding?.isHolder == true {
            wormer_make_root(stack)
        }
        if isRecording {
            frame.pointee.is_recording = true
            stack.pointee.watchers += 1
        }
        return frame
    }

    private static func address(_ object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    private func object<Object: AnyObject>(_ address: UnsafeRawPointer?) -> Object? {
        address.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    private var stack: ThreadStack { wormer_this_thread() }

    private var index: Int { stack.pointee.frames.map { self - $0 } ?? 0 }

    /// The next construction around this one.
    var outer: ThreadFrame? { index > 0 ? self - 1 : nil }

    /// The innermost root of this thread, and the next one around a root; see `wormer_stack`.
    static var root: ThreadFrame? { wormer_this_thread().frame(number: wormer_this_thread().pointee.root) }
    var outerRoot: ThreadFrame? { stack.frame(number: Int(pointee.outer_root)) }

    /// The binding, or nil if the thread runs the function of a task's frame.
    var binding: Binding? { object(pointee.binding) }

    /// Whether the construction is one of a binding with an identity.
    func isOf(_ identity: Int) -> Bool {
        let binding = pointee.binding.map { Unmanaged<Binding>.fromOpaque($0) }
        return binding?._withUnsafeGuaranteedRef { $0.identity == identity } == true
    }

    /// The frame of the task around the construction.
    var task: Frame? { object(pointee.task) }

    /// The innermost open scope that the factory sees when it begins, if lookups are recorded.
    var scope: OpenedScope? {
        get { object(pointee.scope) }
        nonmutating set { pointee.scope = newValue.map(ThreadFrame.address) }
    }

    /// The open scope that keeps the instance, if one does.
    var keeper: OpenedScope? { object(pointee.keeper) }

    /// Records what the factory looks up.
    var recorder: Recorder {
        let recorder = pointee.recorder ?? Unmanaged.passRetained(Recorder()).toOpaque()
        pointee.recorder = recorder
        return Unmanaged.fromOpaque(recorder).takeUnretainedValue()
    }

    /// Removes the frame, which is the innermost one.
    fileprivate func pop() -> Remains {
        let (stack, recorder) = (stack, pointee.recorder)
        stack.pointee.watchers -= pointee.is_recording ? 1 : 0
        var cache: ResolutionCache?
        if stack.pointee.root == stack.pointee.count {
            cache = stack.pointee.cache == nil ? nil : stack.removeCaches(of: stack.pointee.root)
            wormer_pop_root(stack)
        } else {
            wormer_pop(stack)
        }
        return Remains(recorder: recorder.map { Unmanaged.fromOpaque($0).takeRetainedValue() }, cache: cache)
    }

    /// What a frame leaves to the code that pushed it.
    struct Remains {
        /// The recorder of what the factory looked up, if it looked up anything.
        private(set) var recorder: Recorder?

        /// The instances that the constructions inside shared.
        ///
        /// To release them may run the user's `deinit`, whose lookups must find the instance. So they're released after
        /// that is kept.
        private var cache: ResolutionCache?

        init(recorder: Recorder? = nil, cache: ResolutionCache? = nil) {
            (self.recorder, self.cache) = (recorder, cache)
        }
    }

    /// The construction as a step of a path, or nil if it is that of a task's frame.
    var step: PathStep? {
        guard let binding else { return nil }
        let location = withUnsafeBytes(of: pointee.location) { $0.load(as: CodeLocation.self) }
        return PathStep(
            binding,
            // The fast path of a declared service does not know the line of the read.
            at: binding.key.declaration == nil ? location : Constructions.placeOfRead(inside: index),
            keptBy: keeper
        )
    }
}

// MARK: - Calling the user's functions

extension ThreadStack {
    /// Calls a synchronous function of the user that is part of a construction: a factory, a decorator or a conversion.
    ///
    /// Its lookups find the construction, and only the scopes that the instance may use. A function whose lookups see
    /// what the lookup of the instance saw is also called on the fast path, in `Binding.construct`.
    ///
    /// It's inlined, so that a chain of dependencies takes less of the stack.
    ///
    /// - Parameters:
    ///   - binding: The binding, or nil if the function is part of a task's construction.
    ///   - location: The location of the lookup.
    ///   - task: The frame of the task.
    ///   - keeper: The open scope that keeps the instance, if one does.
    ///   - context: The context that the function sees, or nil for the current one.
    ///   - isRecording: Whether it is unknown what the factory looks up.
    ///   - remains: Set to what the frame leaves.
    ///   - body: Calls the function.
    /// - Returns: The result of the function.
    @inline(__always)
    func call<Result>(
        _ binding: Binding?,
        at location: CodeLocation,
        in task: Frame? = nil,
        keptBy keeper: OpenedScope? = nil,
        seeing context: Context?,
        isRecording: Bool,
        leaving remains: inout ThreadFrame.Remains,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let frame = ThreadFrame.push(binding, at: location, in: task, keptBy: keeper, isRecording: isRecording)
        if isRecording {
            frame.scope = context == nil ? OpenedScope.innermost : context?.values.scope
        }
        // A frame moves when others are pushed.
        defer { remains = wormer_innermost(self).pop() }
        return try context == nil ? body() : enter(context, body)
    }

    @inline(never)
    private func enter<Result>(_ context: Context?, _ body: () throws -> Result) rethrows -> Result {
        try context?.run(body) ?? body()
    }
}

extension Owner {
    static var thisThread: Owner { Owner(number: UInt(bitPattern: wormer_this_thread()), isThread: true) }
}

// MARK: - Reads whose lines are known

extension CodeLocation {
    /// Calls a function that reads a declared service at this location.
    @inlinable
    package func reading<Service>(_ read: () -> Service) -> Service {
        let stack = wormer_this_thread()
        var node = wormer_read()
        (node.depth, node.outer) = (stack.pointee.count, stack.pointee.read)
        return withUnsafeMutablePointer(to: &node) { node in
            UnsafeMutableRawPointer(node).storeBytes(of: self, as: CodeLocation.self)
            stack.pointee.read = UnsafePointer(node)
            defer { stack.pointee.read = node.pointee.outer }
            return read()
        }
    }
}

extension Constructions {
    /// Returns the line of the read of a declared service inside a number of constructions of this thread, if it is
    /// known.
    static func placeOfRead(inside count: Int) -> CodeLocation? {
        var next = wormer_this_thread().pointee.read
        while let read = next?.pointee, read.depth >= count {
            if read.depth == count {
                return withUnsafeBytes(of: read.location) { $0.load(as: CodeLocation.self) }
            }
            next = read.outer
        }
        return nil
    }
}

// MARK: - What a lookup of several instances shares

extension Constructions {
    /// Returns the `.resolution` instances that a construction for a binding of an injector shares with others, or nil if
    /// there is no lookup around this one.
    static func cache(for injector: Injector, below frame: Frame?) -> ResolutionCache? {
        let root = frame == nil ? ThreadFrame.root : nil
        if let task = frame ?? (root == nil ? Context.liveFrame : root?.task) {
            return task.cache(seeing: VisibleScopes(for: injector, below: frame))
        }
        let stack = wormer_this_thread()
        guard stack.pointee.count > 0 || stack.pointee.joint > 0 else { return nil }
        let scopes = VisibleScopes(for: injector, below: nil)
        return stack.changeCaches { ResolutionCache.find(in: &$0, of: stack.pointee.root, seeing: scopes) }
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
        if stack.pointee.count == 0, stack.pointee.joint == 0 {
            _ = stack.removeCaches(of: 0)
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
    fileprivate func frame(number: Int) -> ThreadFrame? {
        number == 0 ? nil : pointee.frames.map { $0 + (number - 1) }
    }

    /// Changes the last of the shared instances' caches.
    ///
    /// What this removes is released when the change is complete.
    fileprivate func changeCaches<Result>(_ change: (inout ResolutionCache?) -> Result) -> Result {
        let before = pointee.cache.map { Unmanaged<ResolutionCache>.fromOpaque($0).takeRetainedValue() }
        var last = before
        defer {
            pointee.cache = last.map { Unmanaged.passRetained($0).toOpaque() }
            extendLifetime(before)
        }
        return change(&last)
    }

    /// Removes the shared instances of a root, or all of them if it is 0, and returns them.
    fileprivate func removeCaches(of root: Int) -> ResolutionCache? {
        changeCaches { last in
            let removed = last
            ResolutionCache.remove(from: &last, of: root)
            return removed
        }
    }
}
