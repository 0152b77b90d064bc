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
        guard !EnclosingConstructions.contain(binding, below: nil) else {
            throw binding.cycle(in: injector, at: location)
        }
        let stack = wormer_this_thread()
        var details = ThreadFrame.Details(recordingIn: cell)
        var teardown: Teardown?
        // The frame doesn't retain the binding.
        defer { extendLifetime(binding) }
        do {
            let instance = try stack.call(binding, at: location, seeing: nil, &details) {
                try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { injector in
                    try make(binding, injector, &teardown)
                }
            }
            EnclosingConstructions.didPop(stack)
            return instance
        } catch {
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
    ///   - make: Calls the factory.
    /// - Returns: The instance.
    /// - Throws: The error for the lookup.
    @inlinable
    @inline(__always)
    func construct<Result>(
        in injector: UnsafeRawPointer,
        at location: CodeLocation,
        by make: () throws -> Result
    ) throws -> Result {
        let stack = wormer_this_thread()
        guard !stack.isConstructing(self) else { throw cycle(in: injector, at: location) }
        // The frame doesn't retain the binding, and inlined, nothing else may need it any more.
        defer { extendLifetime(self) }
        do {
            let instance = try stack.push(Unmanaged.passUnretained(self), at: location, make)
            EnclosingConstructions.didPop(stack)
            return instance
        } catch {
            throw explained(error, in: injector, at: location)
        }
    }

    /// Constructs an instance of an interface, which is that of the key and proves the type of the binding.
    @inlinable
    func construct<P>(_ interface: P.Type, in injector: UnsafeRawPointer, at location: CodeLocation) throws -> P {
        let binding = Unmanaged.passUnretained(unsafeDowncast(self, to: FactoryBinding<P>.self))
        return try construct(in: injector, at: location) {
            try Unmanaged<Injector>.fromOpaque(injector)._withUnsafeGuaranteedRef { injector in
                var parameters = Parameters()
                return try binding._withUnsafeGuaranteedRef { try $0.make(injector, &parameters) }
            }
        }
    }

    @usableFromInline
    func cycle(in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        explained(LookupError.cycle(of: self), in: injector, at: location)
    }

    /// Returns the error of a lookup whose construction has ended with an error.
    @usableFromInline
    func explained(_ error: any Error, in injector: UnsafeRawPointer, at location: CodeLocation) -> any Error {
        EnclosingConstructions.didPop(wormer_this_thread())
        let injector = Unmanaged<Injector>.fromOpaque(injector).takeUnretainedValue()
        return explained(error, in: injector, at: location, below: nil)
    }
}
