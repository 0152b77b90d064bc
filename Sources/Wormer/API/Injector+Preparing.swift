extension Injector {
    /// Makes every singleton that this injector binds and that is not made yet.
    ///
    /// Call it at start-up, so that what is slow or may fail does so before the first request; afterwards a synchronous
    /// request gets what is made asynchronously, too:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, lifetime: .singleton, to: .async { try await RemoteDatabase.open() })
    /// try await Injector.default.prepare()
    /// let database: Database = Injector.default.instance()
    /// ```
    ///
    /// Contributions count too. The singletons of the parents are made where one of this injector needs them; call it
    /// on the parents for the others. Declared services are made when they are first read. Inside an override, what the
    /// override sees is made, and stays inside.
    ///
    /// Singletons that do not need each other are made at the same time: asynchronous factories are awaited, and those
    /// of the main actor run there. Each is made after those that its parameter types name. The requests of a closure
    /// are not known before it runs. So asynchronous factories run first, then those of actors, and other closures
    /// last, unless one of the first needs them.
    ///
    /// One that needs another that failed is not tried. Call it again to try once more: what is made stays.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Throws: `PreparationError`, with everything that failed; `CancellationError`, if the task is cancelled before
    ///   all are made.
    /// - Complexity: O(*n* · *m*) in the number of singletons and of bindings that one of them needs.
    nonisolated(nonsending)
        public func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws
    {
        let location = CodeLocation(fileID: fileID, line: line)
        let injector = resolved
        var preparation = Preparation(of: injector)
        let failures = try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
            var failures: [(place: Int, error: any Error)] = []
            while true {
                while let place = preparation.next() {
                    try Task.checkCancellation()
                    let binding = preparation.binding(at: place)
                    group.addTask {
                        do {
                            try await binding.asyncRequest(from: injector, at: location)
                            return (place, nil)
                        } catch {
                            return (place, error)
                        }
                    }
                }
                guard let (place, error) = try await group.next() else {
                    return failures
                }
                if let error {
                    if error is CancellationError {
                        try Task.checkCancellation()
                    }
                    failures.append((place, error))
                }
                preparation.end(place, hasFailed: error != nil)
            }
        }
        guard failures.isEmpty else {
            throw PreparationError(
                failures.sorted { $0.place < $1.place }.map { place, error in
                    InjectionError(error, answering: Request(preparation.binding(at: place).key, at: location))
                }
            )
        }
    }
}
