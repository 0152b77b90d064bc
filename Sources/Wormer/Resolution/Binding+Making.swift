import CWormer

extension Binding {
    /// Runs the initializer as a making of this thread, which fills `cell` if there is one.
    @inline(__always)
    func run(
        for cell: Cell<P>?,
        of injector: Injector,
        in storage: Storage,
        make: ((UnsafeMutableRawPointer) -> Void)?,
        into result: UnsafeMutableRawPointer
    ) throws {
        let observer = isUnobserved(in: storage) ? Observer() : nil
        Makings.begin(self, observer: observer)
        var isFilled = false
        defer {
            Makings.end(observer: observer)
            if observer != nil || isFilled {
                record(observer, in: storage)
            }
            if !isFilled {
                cell?.abandon()
            }
        }
        var ending: Ending?
        if let make {
            make(result)
        } else {
            try runInitializer(of: injector, into: result, ending: &ending)
        }
        if let cell {
            do {
                try keep(result, in: cell, ending: ending)
            } catch {
                result.assumingMemoryBound(to: P.self).deinitialize(count: 1)
                throw error
            }
            isFilled = true
        }
    }

    @inline(__always)
    private func runInitializer(
        of injector: Injector,
        into result: UnsafeMutableRawPointer,
        ending: inout Ending?
    ) throws {
        guard let initializer else {
            throw noInitializer(injector)
        }
        try checkThatItCanRun(initializer)
        let place = result.assumingMemoryBound(to: P.self)
        if let makeWithEnding = initializer.makeWithEnding {
            try place.initialize(to: makeWithEnding(injector, &ending))
        } else {
            try place.initialize(to: make(injector))
        }
    }

    @inline(never)
    private func checkThatItCanRun(_ initializer: Initializer<P>) throws {
        if initializer.isAsynchronous {
            throw NeedsAwaiting()
        }
        try initializer.checkIsolation()
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
