import CWormer

extension AnyBinding {
    /// Whether making an instance now may have to be awaited: for the initializer itself, for its actor, or for what
    /// its parameters name.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding lives.
    ///   - seen: The bindings that were asked already.
    /// - Returns: Whether it may.
    func needsAwaiting(in injector: Injector, seen: inout Set<ObjectIdentifier>) -> Bool {
        leads(to: \.mayNeedAwaiting, in: injector, seen: &seen)
    }

    /// Whether no request that cannot wait can make an instance now, for the initializer itself or for what its parameters
    /// name.
    func canOnlyBeAwaited(in injector: Injector) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return leads(to: \.isAsynchronous, in: injector, seen: &seen)
    }

    private func leads(
        to property: (AnyBinding) -> Bool,
        in injector: Injector,
        seen: inout Set<ObjectIdentifier>
    ) -> Bool {
        guard seen.insert(ObjectIdentifier(self)).inserted else {
            return false
        }
        if property(self) {
            return true
        }
        return dependencies.contains { dependency in
            injector.providers(of: dependency).contains { provider in
                provider.binding.leads(to: property, in: provider.injector, seen: &seen)
            }
        }
    }
}

extension Binding {
    /// As `obtain`, for a request that can wait.
    ///
    /// A shared instance is made by a task of its own, so that nobody who waits for it can cancel it for the others.
    func asyncObtain(for request: Request, of injector: Injector, in storage: Storage) async throws -> P {
        do {
            var seen: Set<ObjectIdentifier> = []
            guard initializer?.makeAsync != nil, needsAwaiting(in: injector, seen: &seen) else {
                return try withUnsafeTemporaryAllocation(of: P.self, capacity: 1) { place in
                    let result = place.baseAddress.unsafelyUnwrapped
                    let place = UnsafeMutableRawPointer(result)
                    _ = try obtain(for: request, of: injector, in: storage, make: nil, into: place)
                    return result.move()
                }
            }
            if AsyncFrame.contains(self) {
                throw Cycle(path: [self])
            }
            // What the outermost request asks for is shared with nobody: a thread's sharing is not a task's.
            let isOutermost = lifetime == .resolution && AsyncFrame.current == nil
            guard !isOutermost, let cell = try cellToShare(in: storage) else {
                var ending: Ending?
                return try await runAsync(as: nil, of: injector, in: storage, ending: &ending)
            }
            return try await share(cell, of: injector, in: storage)
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            throw InjectionError(explaining: error, request, for: self)
        }
    }

    private func share(_ cell: Cell<P>, of injector: Injector, in storage: Storage) async throws -> P {
        while true {
            switch beginMaking(in: cell) {
            case (let instance?, _):
                return instance
            case (nil, .others(let making)?):
                try await making.end(awaitedIn: .current)
                if case .success(let instance)? = outcome(of: making) {
                    return instance
                }
            case (nil, .own(let making)?):
                Task {
                    await fill(cell, as: making, of: injector, in: storage)
                }
                try await making.end(awaitedIn: .current)
                if let outcome = outcome(of: making) {
                    return try outcome.get()
                }
            default:
                continue
            }
        }
    }

    private func beginMaking(in cell: Cell<P>) -> (P?, Cell<P>.Turn?) {
        withUnsafeTemporaryAllocation(of: P.self, capacity: 1) { place in
            let result = place.baseAddress.unsafelyUnwrapped
            switch cell.beginMaking(for: self, isAsynchronous: true, orFind: UnsafeMutableRawPointer(result)) {
            case .found: return (result.move(), nil)
            case let turn: return (nil, turn)
            }
        }
    }

    /// What a making led to, for those who have waited for it: nobody else may hold what is kept weakly.
    private final class Outcome {
        let result: Result<P, any Error>

        init(_ result: Result<P, any Error>) {
            self.result = result
        }
    }

    /// What a making of this binding's task has led to, nil if a thread made the instance.
    private func outcome(of making: Making) -> Result<P, any Error>? {
        (making.outcome as? Outcome)?.result
    }

    private func fill(
        _ cell: Cell<P>,
        as making: Making,
        of injector: Injector,
        in storage: Storage
    ) async {
        do {
            var ending: Ending?
            var instance = try await runAsync(as: making, of: injector, in: storage, ending: &ending)
            making.outcome = Outcome(.success(instance))
            try withUnsafeMutablePointer(to: &instance) { place in
                try keep(UnsafeMutableRawPointer(place), in: cell, ending: ending)
            }
            record(nil, in: storage)
        } catch {
            making.outcome = Outcome(.failure(error))
            cell.abandon()
        }
    }

    private func runAsync(
        as making: Making?,
        of injector: Injector,
        in storage: Storage,
        ending: inout Ending?
    ) async throws -> P {
        guard let makeAsync = initializer?.makeAsync else {
            throw NoInitializer(injector: injector)
        }
        let observer = isUnobserved(in: storage) ? Observer() : nil
        let frame = AsyncFrame(self, making: making, observer: observer)
        if observer != nil {
            Detour.observer.begin()
        }
        defer {
            if observer != nil {
                Detour.observer.end()
                record(observer, in: storage)
            }
        }
        let (instance, made) = try await frame.run { () async throws -> (P, Ending?) in
            var ending: Ending?
            do {
                let instance = try await makeAsync(injector, &ending)
                return (instance, ending)
            } catch {
                // An implementation was made that nobody keeps.
                ending?.runLate()
                throw error
            }
        }
        ending = made
        return instance
    }
}
