import CWormer

// The way that nearly every request takes: no identifier, no override, no trace. It is compiled into the client, for
// the client's types, so that nothing is looked up, cast or allocated that the answer does not need.
//
// What it costs beside the retain of the answer: one relaxed load to know that the short way may be taken, one exchange
// to mark the thread as a reader (about 5 ns, the most of it), and four dependent loads: the table, the slot, its
// answer, the instance.

extension Injector {
    /// Answers a request: at once, if a shared instance is at hand or an initializer has only to be run.
    ///
    /// - Parameters:
    ///   - find: Finds the request's slot in a table.
    ///   - asksParents: Whether nothing can be bound here where there is no slot, so that the parent is to be asked.
    ///   - interface: The interface.
    ///   - location: The file and line that ask.
    ///   - wrap: Makes the answer from the instance.
    ///   - lookCloser: Gives the answer where it is not at hand.
    /// - Returns: The answer.
    /// - Throws: `InjectionError`, if the initializer failed, and what `lookCloser` throws.
    @inlinable
    @inline(__always)
    package func answer<P, Answer>(
        finding find: (UnsafeMutablePointer<wormer_table>) -> UnsafeMutablePointer<wormer_slot>?,
        asksParents: Bool = true,
        of interface: P.Type,
        for location: CodeLocation,
        wrap: (P) -> Answer,
        otherwise lookCloser: () throws -> Answer
    ) throws -> Answer {
        let isDetour = wormer_has_detours()
        let thread: UnsafeMutablePointer<wormer_thread>
        var next: UnsafePointer<wormer_root>?
        if isDetour {
            next = rootOnDetour()
            thread = wormer_begin_reading()
        } else {
            thread = wormer_begin_reading()
            next = (root ?? wormer_load_main_root()).map { UnsafePointer($0) }
        }
        while let root = next {
            guard let slot = find(wormer_root_table(root)) else {
                next = asksParents ? root.pointee.parent : nil
                continue
            }
            let answer = wormer_slot_answer(slot)
            if answer == 0 || isDetour && answer & UInt(WORMER_MAKES) != 0 {
                break
            }
            if answer & UInt(WORMER_MAKES) == 0 {
                // The key proves the type, and what stands in a table lives while it is read.
                let instance = UnsafePointer<P>(bitPattern: answer).unsafelyUnwrapped.pointee
                wormer_end_reading(thread)
                return wrap(instance)
            }
            return try wrap(runPromptly(answer, in: root, on: thread, at: location))
        }
        wormer_end_reading(thread)
        return try lookCloser()
    }
}

extension Injector {
    /// Answers a request for what has an identifier, as above.
    @inlinable
    @inline(__always)
    package func answer<P, Answer>(
        naming id: some Hashable,
        of interface: P.Type,
        for location: CodeLocation,
        wrap: (P) -> Answer,
        otherwise lookCloser: () throws -> Answer
    ) throws -> Answer {
        try answer(
            finding: { slot(of: interface, naming: id, in: $0) },
            asksParents: false,
            of: interface,
            for: location,
            wrap: wrap,
            otherwise: lookCloser
        )
    }

    /// The slot of an identifier, nil if it has none.
    ///
    /// Not part of its caller, so that the name is off the stack when an instance is made.
    @inlinable
    @inline(never)
    func slot(
        of interface: Any.Type,
        naming id: some Hashable,
        in table: UnsafeMutablePointer<wormer_table>
    ) -> UnsafeMutablePointer<wormer_slot>? {
        withName(of: id, for: interface) { wormer_find_name(table, $0) } ?? nil
    }

    /// Where readers begin although somebody has a reason for the long way, nil if it is a reason for this request too.
    ///
    /// What an override holds lives as long as the task is in it.
    @usableFromInline
    @inline(never)
    func rootOnDetour() -> UnsafePointer<wormer_root>? {
        guard !Detour.observer.isNeeded, !Detour.trace.isNeeded else {
            return nil
        }
        guard let override = Override.current else {
            return root.map { UnsafePointer($0) }
        }
        return home == nil ? override.root(of: resolved) : override.root(of: self)
    }

    /// Gives the instance of a declared service that is assigned or made, if it is at hand, and otherwise looks closer.
    @inlinable
    @inline(__always)
    package func keptService<P>(
        _ declaration: Declaration,
        as interface: P.Type,
        otherwise lookCloser: () -> P
    ) -> P {
        // No binding of a declaration has an initializer of its own that could throw.
        do {
            let address = UnsafeRawPointer(Unmanaged.passUnretained(declaration).toOpaque())
            return try answer(
                finding: { wormer_find($0, address, addressOf(interface)) },
                of: interface,
                for: declaration.location,
                wrap: { $0 },
                otherwise: lookCloser
            )
        } catch {
            endProcess(with: error, at: declaration.location)
        }
    }

    /// Runs the initializer that a slot answers with, and ends the reading in which that was found.
    @inlinable
    @inline(__always)
    func runPromptly<P>(
        _ answer: UInt,
        in root: UnsafePointer<wormer_root>,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) throws -> P {
        // The key proves the type. Nobody counts this reference: the table holds the binding until the reading ends, and
        // then the frame keeps it, see `Retired`.
        let address = UnsafeRawPointer(bitPattern: answer & ~UInt(WORMER_FLAGS)).unsafelyUnwrapped
        return try Unmanaged<Binding<P>>.fromOpaque(address)._withUnsafeGuaranteedRef { binding in
            // The injector is retained while it is sure to live, unless it is the caller's or makes no difference.
            if answer & UInt(WORMER_USES_INJECTOR) == 0 || self.root.map({ UnsafePointer($0) }) == root {
                return try binding.runPromptly(for: self, on: thread, at: location)
            }
            let injector = Unmanaged<Injector>.fromOpaque(root.pointee.injector.unsafelyUnwrapped).takeUnretainedValue()
            return try binding.runPromptly(for: injector, on: thread, at: location)
        }
    }
}

extension Binding {
    /// Runs the initializer for a request that shares nothing.
    @inlinable
    @inline(never)
    func runPromptly(
        for injector: Injector,
        on thread: UnsafeMutablePointer<wormer_thread>,
        at location: CodeLocation
    ) throws -> P {
        let identity = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard !wormer_is_making(thread, identity) else {
            throw cycle(on: thread, at: location)
        }
        wormer_push(thread, identity, nil)
        wormer_end_reading(thread)
        do throws(FailedMaking) {
            defer { Makings.end(on: thread) }
            do {
                // Only a binding that has an initializer is answered in this way.
                return try make(injector)
            } catch {
                throw FailedMaking(binding: self, cause: error)
            }
        } catch {
            throw error.explained(at: location)
        }
    }
}

extension AnyBinding {
    @usableFromInline
    @inline(never)
    func cycle(on thread: UnsafeMutablePointer<wormer_thread>, at location: CodeLocation) -> any Error {
        let failed = FailedMaking(binding: self, cause: Cycle(path: [self]))
        wormer_end_reading(thread)
        return failed.explained(at: location)
    }
}

/// What an initializer threw, with its binding, which the frame keeps no longer when the making has ended.
@usableFromInline
struct FailedMaking: Error {
    let binding: AnyBinding
    let cause: any Error

    @usableFromInline
    @inline(never)
    init(binding: AnyBinding, cause: any Error) {
        self.binding = binding
        self.cause = cause
    }

    @usableFromInline
    @inline(never)
    func explained(at location: CodeLocation) -> any Error {
        InjectionError(explaining: cause, Request(binding.key, at: location), for: binding)
    }
}
