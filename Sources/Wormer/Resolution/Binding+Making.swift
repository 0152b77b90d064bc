import CWormer

extension Binding {
    /// Makes an instance or gives the shared one, which is made at most once however many threads ask.
    ///
    /// Makings nest as deep as the graph, so this and what it calls are kept to few and small frames.
    ///
    /// - Parameters:
    ///   - request: The request that wants the instance.
    ///   - injector: The injector in which the binding lives.
    ///   - storage: The storage that holds this binding.
    ///   - make: What makes an instance of a declared service.
    ///   - result: Where to put the instance.
    /// - Returns: Whether the instance was made for this request.
    /// - Throws: `InjectionError`.
    @inline(never)
    func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        make: ((UnsafeMutableRawPointer) -> Void)?,
        into result: UnsafeMutableRawPointer
    ) throws -> Bool {
        do {
            let cell = try cellToShare(in: storage)
            // Who makes a shared instance is known by its cell, but an override and an inner scope have cells of their
            // own.
            if cell == nil || Override.active != nil || OpenScope.current != nil, Makings.current.contains(self) {
                throw Cycle(path: [self])
            }
            if let cell, try cell.claim(for: self, into: result) {
                return false
            }
            try run(for: cell, of: injector, in: storage, make: make, into: result)
            return true
        } catch {
            throw InjectionError(explaining: error, request, for: self)
        }
    }

    /// Runs the initializer as a making of this thread, which fills `cell` if there is one.
    @inline(__always)
    private func run(
        for cell: Cell<P>?,
        of injector: Injector,
        in storage: Storage,
        make: ((UnsafeMutableRawPointer) -> Void)?,
        into result: UnsafeMutableRawPointer
    ) throws {
        let observer = isUnobserved(in: storage) ? Observer() : nil
        Makings.begin(self, observer: observer)
        var isFilled = false
        var ending: Ending?
        defer {
            Makings.end(observer: observer)
            if observer != nil || isFilled {
                record(observer, in: storage)
            }
            if !isFilled {
                cell?.abandon()
                // An implementation was made that nobody keeps.
                ending?.runLate()
            }
        }
        if let make {
            make(result)
        } else {
            try runInitializer(of: injector, into: result, ending: &ending)
        }
        if let cell {
            try fill(cell, from: result, ending: ending)
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
            throw NoInitializer(injector: injector)
        }
        try initializer.checkIsolation()
        let place = result.assumingMemoryBound(to: P.self)
        if let makeWithEnding = initializer.makeWithEnding {
            try place.initialize(to: makeWithEnding(injector, &ending))
        } else {
            try place.initialize(to: make(injector))
        }
    }

    @inline(never)
    private func fill(_ cell: Cell<P>, from result: UnsafeMutableRawPointer, ending: Ending?) throws {
        let place = result.assumingMemoryBound(to: P.self)
        guard lifetime == .weak else {
            return cell.fill(place.pointee, ending: ending)
        }
        guard let reference = WeakInstance(place.pointee) else {
            defer { place.deinitialize(count: 1) }
            throw NotAnObject(actual: type(of: place.pointee as Any))
        }
        cell.fill(weakly: reference)
    }
}
