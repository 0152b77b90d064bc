import CWormer

extension Binding {
    /// Begins a making of this thread, unless there is a shared instance.
    ///
    /// - Parameters:
    ///   - storage: The storage that holds this binding.
    ///   - result: Where to put the shared instance.
    ///   - cell: Told the cell that is to be filled, if there is one.
    ///   - observer: Told who notes what the initializer asks for, if nobody has yet.
    /// - Returns: Whether an instance has to be made.
    /// - Throws: `Cycle`, and what keeps the instance from being shared.
    @inline(never)
    func begin(
        in storage: Storage,
        into result: UnsafeMutableRawPointer,
        _ cell: inout Cell<P>?,
        _ observer: inout Observer?
    ) throws -> Bool {
        cell = try cellToShare(in: storage)
        // Who makes a shared instance is known by its cell, but an override and an inner scope have cells of their own.
        if cell == nil || Override.active != nil || OpenScope.current != nil, Makings.current.contains(self) {
            throw Cycle(path: [self])
        }
        if let cell, try cell.claim(for: self, into: result) {
            return false
        }
        observer = isUnobserved(in: storage) ? Observer() : nil
        Makings.begin(self, observer: observer)
        return true
    }

    /// Makes an instance.
    @inline(__always)
    func run(
        of injector: Injector,
        make: ((UnsafeMutableRawPointer) throws -> Void)?,
        into result: UnsafeMutableRawPointer,
        ending: inout Ending?
    ) throws {
        if let make {
            return try make(result)
        }
        try checkThatItCanRun(in: injector)
        let place = result.assumingMemoryBound(to: P.self)
        if let makeWithEnding = initializer?.makeWithEnding {
            try place.initialize(to: makeWithEnding(injector, &ending))
        } else {
            try place.initialize(to: self.make(injector))
        }
    }

    @inline(never)
    private func checkThatItCanRun(in injector: Injector) throws {
        guard let initializer else {
            throw NoInitializer(injector: injector)
        }
        if initializer.isAsynchronous {
            throw NeedsAwaiting()
        }
        try initializer.checkIsolation()
    }

    /// Ends a making that gave no instance.
    @inline(never)
    func fail(_ cell: Cell<P>?, _ observer: Observer?, _ ending: Ending?, in storage: Storage) {
        Makings.end(observer: observer)
        if observer != nil {
            record(observer, in: storage)
        }
        cell?.abandon()
        // An implementation was made that nobody keeps.
        ending?.runLate()
    }

    /// Ends a making, and keeps the instance where it is shared.
    ///
    /// - Throws: `NotAnObject`; then there is no instance.
    @inline(never)
    func succeed(
        _ cell: Cell<P>?,
        _ observer: Observer?,
        in storage: Storage,
        with result: UnsafeMutableRawPointer,
        ending: Ending?
    ) throws {
        if let cell {
            do {
                try keep(result, in: cell, ending: ending)
            } catch {
                result.assumingMemoryBound(to: P.self).deinitialize(count: 1)
                fail(cell, observer, ending, in: storage)
                throw error
            }
        }
        Makings.end(observer: observer)
        if observer != nil || cell != nil {
            record(observer, in: storage)
        }
    }

    /// Fills a cell with a copy of the instance that was made.
    ///
    /// - Throws: `NotAnObject`.
    @inline(never)
    func keep(_ result: UnsafeMutableRawPointer, in cell: Cell<P>, ending: Ending?) throws {
        let instance = result.assumingMemoryBound(to: P.self).pointee
        guard lifetime == .weak else {
            return cell.fill(instance, ending: ending)
        }
        guard let reference = WeakInstance(instance) else {
            throw NotAnObject(actual: type(of: instance as Any))
        }
        cell.fill(weakly: reference)
    }
}
