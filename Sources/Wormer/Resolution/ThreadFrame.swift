import CWormer

/// A construction that has begun on this thread: the thread's innermost frame.
///
/// For a task, `TaskFrame` has the same purpose.
@frozen
@usableFromInline
struct ThreadFrame {
    @usableFromInline let thread: UnsafeMutablePointer<wormer_thread>
    // The frame keeps both alive.
    @usableFromInline let binding: UnsafeRawPointer
    @usableFromInline let injector: UnsafeRawPointer
    /// Whether the binding or a cache keeps the instance.
    @usableFromInline let isShared: Bool
    /// Whether the factory's requests are known.
    @usableFromInline let isRecorded: Bool

    /// Begins a construction.
    ///
    /// - Parameters:
    ///   - thread: The current thread.
    ///   - binding: The binding.
    ///   - injector: The injector that the factory receives.
    ///   - isRetaining: Whether the frame retains both. If not, the thread is in the read section that found them.
    ///   - cache: The cache that keeps the instance, if one does. The caller has retained it for the frame.
    ///   - isShared: Whether the binding or the cache keeps the instance. Its slot is claimed.
    ///   - maySuspend: Whether the request is the outermost one and asynchronous, or is for a parameter. If this holds
    ///     for all constructions around a parameter that would have to wait, the parameter throws `MustSuspend`.
    ///   - location: The location of the request.
    init(
        beginOn thread: UnsafeMutablePointer<wormer_thread>,
        _ binding: Unmanaged<AnyBinding>,
        for injector: Unmanaged<Injector>,
        isRetaining: Bool,
        in cache: Unmanaged<InstanceCache>?,
        isShared: Bool,
        maySuspend: Bool,
        at location: CodeLocation
    ) {
        isRecorded = binding._withUnsafeGuaranteedRef { $0.isRecorded }
        self.thread = thread
        self.binding = UnsafeRawPointer(binding.toOpaque())
        self.injector = UnsafeRawPointer(injector.toOpaque())
        self.isShared = isShared
        if isRetaining {
            _ = binding.retain()
            _ = injector.retain()
        }
        let cache = cache?.toOpaque()
        wormer_push_general(thread, self.binding, self.injector, isRetaining, !isRecorded, cache, maySuspend)
            .storeBytes(of: location, as: CodeLocation.self)
    }

    /// The trace of the request, which the frame retains.
    func setTrace(_ trace: Trace) {
        wormer_innermost(thread).pointee.trace = Unmanaged.passRetained(trace).toOpaque()
    }

    /// Records the type of the first instance.
    @usableFromInline
    func recordImplementation(_ type: Any.Type) {
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef { $0.recordImplementation(type) }
    }

    /// Ends the construction with an instance that is kept.
    ///
    /// - Parameter instance: The instance.
    @usableFromInline
    func end(keeping instance: AnyInstance) {
        let cache = wormer_innermost(thread).pointee.cache.map { Unmanaged<InstanceCache>.fromOpaque($0) }
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef {
            $0.keep(instance, in: cache, of: .fromOpaque(injector))
        }
        end()
    }

    /// Ends the construction with an instance.
    @usableFromInline
    func end() {
        let frame = wormer_innermost(thread)
        let trace = frame.pointee.trace
        if !isRecorded {
            recordNeeds(frame)
        }
        pop(frame)
        trace.map { Unmanaged<Trace>.fromOpaque($0).takeRetainedValue().end(.created) }
    }

    /// Ends the construction without an instance.
    ///
    /// - Parameters:
    ///   - error: The error that was thrown.
    ///   - teardown: The teardown of the implementation, if one was created. The implementation is not kept.
    ///   - location: The location of the request.
    /// - Returns: The error for the request.
    @usableFromInline
    func failure(_ error: any Error, _ teardown: Teardown?, at location: CodeLocation) -> any Error {
        let frame = wormer_innermost(thread)
        let binding = Unmanaged<AnyBinding>.fromOpaque(binding).takeUnretainedValue()
        let injector = Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        let cache = frame.pointee.cache.map { Unmanaged<InstanceCache>.fromOpaque($0).takeUnretainedValue() }
        let trace = frame.pointee.trace.map { Unmanaged<Trace>.fromOpaque($0).takeRetainedValue() }
        let isTriedAgain = error is MustSuspend
        if !isTriedAgain {
            recordNeeds(frame)
        }
        pop(frame)
        let explained = binding.explained(error, in: injector, at: location)
        trace?.end(.failed, isTriedAgain ? nil : explained)
        binding.fail(in: cache, error, isTriedAgain ? nil : teardown, isShared: isShared, of: injector)
        return explained
    }

    private func recordNeeds(_ frame: UnsafeMutablePointer<wormer_frame>) {
        guard frame.pointee.is_recording else { return }
        let recorder = frame.pointee.recorder.map { Unmanaged<Recorder>.fromOpaque($0).takeUnretainedValue() }
        let needs = recorder?.needs ?? RecordedNeeds()
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef { $0.recordNeeds(needs) }
    }

    /// Removes the frame from the thread, and releases what it retains except the trace.
    private func pop(_ frame: UnsafeMutablePointer<wormer_frame>) {
        let (isRetaining, recorder, cache) = (frame.pointee.is_retaining, frame.pointee.recorder, frame.pointee.cache)
        wormer_pop_general(thread)
        ResolutionStack.didPop(thread)
        if isRetaining {
            Unmanaged<AnyBinding>.fromOpaque(binding).release()
            Unmanaged<Injector>.fromOpaque(injector).release()
        }
        recorder.map { Unmanaged<Recorder>.fromOpaque($0).release() }
        cache.map { Unmanaged<InstanceCache>.fromOpaque($0).release() }
    }
}
