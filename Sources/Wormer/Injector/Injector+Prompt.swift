import CWormer

// The way that nearly every request takes: no identifier, no override, no trace. It is compiled into the client, for
// the client's types, so that nothing is looked up, cast or allocated that the answer does not need.
//
// What it costs beside the retain of the answer: one relaxed load to know that the short way may be taken, one exchange
// to mark the thread as a reader (about 5 ns, the most of it), and four dependent loads: the table, the slot, its
// answer, the instance.

extension Injector {
    /// Answers a request if the answer is at hand: a shared instance that is made, or an initializer that only has to
    /// be run.
    ///
    /// - Parameters:
    ///   - address: The address of the request's key.
    ///   - interface: The interface.
    ///   - location: The file and line that ask.
    /// - Returns: The instance, nil if one has to look closer.
    /// - Throws: `InjectionError`, if the initializer failed.
    @inlinable
    @inline(__always)
    package func promptInstance<P>(
        at address: UnsafeRawPointer,
        of interface: P.Type,
        for location: CodeLocation
    ) throws -> P? {
        guard !wormer_has_detours() else {
            return nil
        }
        let thread = wormer_begin_reading()
        var next = isDefault ? UnsafePointer(wormer_load_main_root()) : UnsafePointer(root)
        while let root = next {
            guard let slot = wormer_find(wormer_root_table(root), address, addressOf(interface)) else {
                next = root.pointee.parent
                continue
            }
            let answer = wormer_slot_answer(slot)
            if answer == 0 {
                break
            }
            if answer & 1 == 0 {
                // The key proves the type, and what stands in a table lives while it is read.
                let instance = UnsafePointer<P>(bitPattern: answer).unsafelyUnwrapped.pointee
                wormer_end_reading(thread)
                return instance
            }
            // As above. Both are retained here, while they are sure to live.
            let binding = Unmanaged<Binding<P>>.fromOpaque(
                UnsafeRawPointer(bitPattern: answer & ~1).unsafelyUnwrapped
            ).takeUnretainedValue()
            let injector = Unmanaged<Injector>.fromOpaque(root.pointee.injector.unsafelyUnwrapped)
                .takeUnretainedValue()
            wormer_end_reading(thread)
            return try binding.makePromptly(for: injector, on: thread, at: location)
        }
        wormer_end_reading(thread)
        return nil
    }
}

extension Binding {
    /// Runs the initializer for a request that shares nothing.
    @inlinable
    @inline(__always)
    func makePromptly(
        for injector: Injector,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) throws -> P {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_is_making(thread, identity) else {
            throw cycle(at: location)
        }
        wormer_push(thread, identity, nil)
        do {
            // Only a binding that has an initializer is answered in this way.
            let instance = try initializer.unsafelyUnwrapped.make(injector)
            Makings.end(on: thread)
            return instance
        } catch {
            Makings.end(on: thread)
            throw failure(error, at: location)
        }
    }

    @usableFromInline
    @inline(never)
    func cycle(at location: CodeLocation) -> any Error {
        failure(Cycle(path: [self]), at: location)
    }

    @usableFromInline
    @inline(never)
    func failure(_ error: any Error, at location: CodeLocation) -> any Error {
        InjectionError(explaining: error, Request(key, at: location), for: self)
    }
}
