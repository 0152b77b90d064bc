import CWormer

// Calling a factory on the fast path of a lookup.

extension Injector {
    /// Releases the lock of a cell, calls the factory for the first time, and records what it looks up.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - location: The location of the lookup.
    ///   - make: Creates the instance.
    /// - Returns: The box of the instance.
    /// - Throws: The error for the lookup.
    @inline(never)
    func firstInstance(
        of cell: Guarded<Cell>,
        at location: CodeLocation,
        by make: Maker
    ) throws -> AnyInstance {
        let binding = cell.state.pointee.binding.unsafelyUnwrapped
        let injector = cell.state.pointee.injector
        cell.release()
        guard !Constructions.contain(binding, below: nil) else { throw binding.cycle(in: injector, at: location) }
        let stack = wormer_this_thread()
        var remains = ThreadFrame.Remains()
        var teardown: Teardown?
        // The frame doesn't retain the binding.
        defer { extendLifetime(binding) }
        func end(with instance: AnyInstance? = nil) {
            binding.record(remains.recorder, instance)
            cell.withLock { $0.update() }
            Constructions.didPop(stack)
        }
        do {
            let instance = try stack.call(binding, at: location, seeing: nil, isRecording: true, leaving: &remains) {
                try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { injector in
                    try make(binding, injector, &teardown)
                }
            }
            end(with: instance)
            return instance
        } catch {
            end()
            throw binding.explained(error, in: injector, at: location)
        }
    }
}

extension Binding {
    /// Calls the factory for an instance that is not shared, on the fast path.
    ///
    /// The caller retains the binding, and whoever looks something up retains the injector.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - location: The location of the lookup.
    ///   - frame: The construction whose awaited parameter this is, if any.
    ///   - make: Calls the factory.
    /// - Returns: The instance.
    /// - Throws: The error for the lookup.
    @inlinable
    @inline(__always)
    func construct<Result>(
        in injector: UnsafeRawPointer,
        at location: CodeLocation,
        below frame: Frame? = nil,
        by make: () throws -> Result
    ) throws -> Result {
        let stack = wormer_this_thread()
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_is_constructing(stack, identity) else { throw cycle(in: injector, at: location) }
        wormer_push(stack, identity).storeBytes(of: location, as: CodeLocation.self)
        if let frame {
            wormer_innermost(stack).pointee.task = UnsafeRawPointer(Unmanaged.passUnretained(frame).toOpaque())
            wormer_make_root(stack)
        }
        // The frame doesn't retain the binding, and inlined, nothing else may need it any more.
        defer { extendLifetime(self) }
        do {
            let instance = try make()
            frame == nil ? wormer_pop(stack) : wormer_pop_root(stack)
            Constructions.didPop(stack)
            return instance
        } catch {
            frame == nil ? wormer_pop(stack) : wormer_pop_root(stack)
            Constructions.didPop(stack)
            throw explained(error, in: injector, at: location)
        }
    }

    /// Constructs an instance of an interface, which is that of the key and proves the type of the binding.
    @inlinable
    func construct<P>(
        _ interface: P.Type,
        in injector: UnsafeRawPointer,
        at location: CodeLocation,
        below frame: Frame? = nil
    ) throws -> P {
        let binding = Unmanaged.passUnretained(unsafeDowncast(self, to: FactoryBinding<P>.self))
        return try construct(in: injector, at: location, below: frame) {
            try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { injector in
                try binding._withUnsafeGuaranteedRef { try $0.make(injector) }
            }
        }
    }

    @usableFromInline
    func cycle(in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        explained(LookupError.cycle(of: self), in: injector, at: location)
    }

    @usableFromInline
    func explained(_ error: any Error, in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        let injector = Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        return explained(error, in: injector, at: location, below: nil)
    }
}
