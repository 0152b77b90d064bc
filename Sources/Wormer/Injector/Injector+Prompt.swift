import CWormer

// The way that nearly every request takes: no override, no trace. It is compiled into the client, for the client's
// types, so that nothing is looked up, cast or allocated that the answer does not need.
//
// What it costs beside the retain of the answer: one relaxed load to know that the short way may be taken, one exchange
// to mark the thread as a reader (about 5 ns, the most of it), and four dependent loads: the table, the slot, its
// answer, the instance.

/// What the short way has found.
///
/// The thread is marked as a reader until it is used.
@usableFromInline
package struct PromptAnswer {
    /// See `wormer_slot`.
    @usableFromInline let word: UInt
    @usableFromInline let root: UnsafePointer<wormer_root>
    @usableFromInline let thread: UnsafeMutablePointer<wormer_thread>

    @inlinable
    @inline(__always)
    init(word: UInt, root: UnsafePointer<wormer_root>, thread: UnsafeMutablePointer<wormer_thread>) {
        self.word = word
        self.root = root
        self.thread = thread
    }

    /// The instance: the shared one, or one that is made now.
    ///
    /// - Parameters:
    ///   - interface: The interface that was asked for.
    ///   - injector: The injector that was asked.
    ///   - location: The file and line that ask.
    /// - Returns: The instance.
    /// - Throws: `InjectionError`, if the initializer failed.
    @inlinable
    @inline(__always)
    package func instance<P>(of interface: P.Type, for injector: Injector, at location: CodeLocation) throws -> P {
        guard word & UInt(WORMER_MAKES) == 0 else {
            return try injector.runPromptly(word, in: root, on: thread, at: location)
        }
        defer { wormer_end_reading(thread) }
        // The key proves the type, and what stands in a table lives while it is read.
        return UnsafePointer<P>(bitPattern: word).unsafelyUnwrapped.pointee
    }
}

extension Injector {
    /// Looks whether a shared instance is at hand, or an initializer has only to be run.
    ///
    /// - Parameters:
    ///   - asksParents: Whether nothing can be bound here where there is no slot, so that the parent is to be asked.
    ///   - find: Finds the request's slot in a table.
    /// - Returns: What there is, nil if one has to look closer.
    @inlinable
    @inline(__always)
    package func lookPromptly(
        asksParents: Bool = true,
        finding find: (UnsafeMutablePointer<wormer_table>) -> UnsafeMutablePointer<wormer_slot>?
    ) -> PromptAnswer? {
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
            let word = wormer_slot_answer(slot)
            if word == 0 || isDetour && word & UInt(WORMER_MAKES) != 0 {
                break
            }
            return PromptAnswer(word: word, root: root, thread: thread)
        }
        wormer_end_reading(thread)
        return nil
    }

    /// As above, for what is bound to an interface without an identifier.
    @inlinable
    @inline(__always)
    func lookPromptly(for interface: Any.Type) -> PromptAnswer? {
        lookPromptly { wormer_find($0, addressOf(interface), addressOf(interface)) }
    }

    /// As above, for what has an identifier.
    @inlinable
    @inline(__always)
    func lookPromptly(for interface: Any.Type, naming id: some Hashable) -> PromptAnswer? {
        lookPromptly(asksParents: false) { slot(of: interface, naming: id, in: $0) }
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
        let address = UnsafeRawPointer(Unmanaged.passUnretained(declaration).toOpaque())
        guard let found = lookPromptly(finding: { wormer_find($0, address, addressOf(interface)) }) else {
            return lookCloser()
        }
        do {
            // No binding of a declaration has an initializer of its own that could throw.
            return try found.instance(of: interface, for: self, at: declaration.location)
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
