import CWormer

extension Binding {
    /// Makes an instance or gives the shared one, which is made at most once however many threads ask.
    ///
    /// - Parameters:
    ///   - request: The request that wants the instance.
    ///   - injector: The injector in which the binding lives.
    ///   - storage: The storage that holds this binding.
    ///   - make: What makes an instance of a declared service.
    /// - Returns: The instance.
    /// - Throws: `InjectionError`.
    @inline(never)
    func obtain(
        for request: Request,
        of injector: Injector,
        in storage: Storage,
        make: (() -> P)? = nil
    ) throws -> P {
        do {
            let cell = try cellToShare(in: storage)
            // Who makes a shared instance is known by its cell, but an override has cells of its own.
            if cell == nil || Override.active != nil, Makings.current.contains(self) {
                throw Cycle(path: [self])
            }
            if let cell, let instance = try cell.claim(for: self) {
                return instance
            }
            return try run(for: cell, of: injector, in: storage, make: make)
        } catch {
            throw InjectionError(explaining: error, request, for: self)
        }
    }

    /// Runs the initializer as a making of this thread, which fills `cell` if there is one.
    @inline(never)
    private func run(
        for cell: Cell<P>?,
        of injector: Injector,
        in storage: Storage,
        make: (() -> P)?
    ) throws -> P {
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
        let (instance, ending) = try call(of: injector, make: make)
        if let cell {
            try fill(cell, with: instance, ending: ending)
            isFilled = true
        }
        return instance
    }

    private func fill(_ cell: Cell<P>, with instance: P, ending: Ending?) throws {
        guard lifetime == .weak else {
            return cell.fill(instance, ending: ending)
        }
        guard let reference = WeakInstance(instance) else {
            throw NotAnObject(actual: type(of: instance as Any))
        }
        cell.fill(weakly: reference)
    }

    @inline(__always)
    private func call(of injector: Injector, make: (() -> P)?) throws -> (P, Ending?) {
        if let make {
            return (make(), nil)
        }
        guard let initializer else {
            throw NoInitializer(injector: injector)
        }
        try initializer.checkIsolation()
        return try initializer.makeWithEnding?(injector) ?? (initializer.make(injector), nil)
    }
}
