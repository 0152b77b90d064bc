import CWormer

/// A construction that has begun on this thread: the thread's innermost frame.
///
/// For a task, `TaskFrame` has the same purpose.
@frozen
@usableFromInline
struct ThreadFrame {
    @usableFromInline let thread: UnsafeMutablePointer<wormer_thread>
    // The frame retains both.
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
    ///   - cache: The cache that keeps the instance, if one does.
    ///   - isShared: Whether the binding or the cache keeps the instance. Its slot is claimed.
    ///   - maySuspend: Whether the request is the outermost one and asynchronous, or is for a parameter. If this holds
    ///     for all constructions around a parameter that would have to wait, the parameter throws `MustSuspend`.
    ///   - location: The location of the request.
    init(
        beginOn thread: UnsafeMutablePointer<wormer_thread>,
        _ binding: AnyBinding,
        for injector: Injector,
        in cache: InstanceCache?,
        isShared: Bool,
        maySuspend: Bool,
        at location: CodeLocation
    ) {
        isRecorded = binding.isRecorded
        let recorder = isRecorded ? nil : Unmanaged.passRetained(Recorder()).toOpaque()
        self.thread = thread
        self.binding = UnsafeRawPointer(Unmanaged.passRetained(binding).toOpaque())
        self.injector = UnsafeRawPointer(Unmanaged.passRetained(injector).toOpaque())
        self.isShared = isShared
        let cache = cache.map { Unmanaged.passRetained($0).toOpaque() }
        wormer_push_general(thread, self.binding, self.injector, recorder, cache, maySuspend)
            .storeBytes(of: location, as: CodeLocation.self)
    }

    /// The trace of the request, which the frame retains.
    func setTrace(_ trace: Trace) {
        wormer_innermost(thread).pointee.trace = Unmanaged.passRetained(trace).toOpaque()
    }

    /// Checks that this thread may call the factory.
    ///
    /// - Throws: The error of the request. The frame has ended then.
    func checkThatFactoryCanRun(at location: CodeLocation) throws {
        guard let factory = Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef({ $0.factory }) else {
            return
        }
        do {
            try factory.traits.checkThatItCanRun()
        } catch {
            throw failure(error, nil, at: location)
        }
    }

    /// Records the type of the first instance.
    @usableFromInline
    func recordImplementation(_ type: Any.Type) {
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef { $0.recordImplementation(type) }
    }

    /// Ends the construction with an instance that is kept.
    ///
    /// - Parameters:
    ///   - instance: The instance.
    ///   - address: The address that readers use.
    ///   - teardown: Ends the instance.
    @usableFromInline
    func end(keeping instance: AnyInstance, at address: UInt, _ teardown: Teardown?) {
        let cache = wormer_innermost(thread).pointee.cache.map { Unmanaged<InstanceCache>.fromOpaque($0) }
        Unmanaged<AnyBinding>.fromOpaque(binding)._withUnsafeGuaranteedRef {
            $0.keep(instance, at: address, teardown, in: cache?.takeUnretainedValue())
        }
        end()
    }

    /// Ends the construction with an instance.
    @usableFromInline
    func end() {
        let content = pop()
        content.binding.recordNeeds(content.recorder)
        content.trace?.end(.created)
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
        let content = pop()
        let (binding, cache) = (content.binding, content.cache)
        let explained = binding.explained(error, in: content.injector, at: location)
        if error is MustSuspend {
            content.trace?.end(.failed)
        } else {
            content.trace?.end(.failed, explained)
            binding.recordNeeds(content.recorder)
            teardown?.runUnkept(of: binding, in: cache)
        }
        if isShared {
            binding.fail(in: cache, error)
        }
        return explained
    }

    /// The objects that a frame retains.
    private struct Content {
        let binding: AnyBinding
        let injector: Injector
        let recorder: Recorder?
        let cache: InstanceCache?
        let trace: Trace?
    }

    /// Removes the frame from the thread.
    private func pop() -> Content {
        let frame = wormer_innermost(thread).pointee
        let content = Content(
            binding: Unmanaged.fromOpaque(frame.binding).takeRetainedValue(),
            injector: Unmanaged.fromOpaque(frame.injector).takeRetainedValue(),
            recorder: frame.recorder.map { Unmanaged.fromOpaque($0).takeRetainedValue() },
            cache: frame.cache.map { Unmanaged.fromOpaque($0).takeRetainedValue() },
            trace: frame.trace.map { Unmanaged.fromOpaque($0).takeRetainedValue() }
        )
        wormer_pop_general(thread)
        ResolutionStack.didPop(thread)
        return content
    }
}
