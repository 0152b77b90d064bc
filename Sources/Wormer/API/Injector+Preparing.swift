extension Injector {
    /// Creates all singletons of this injector that don't exist yet.
    ///
    /// Call it at startup, so that slow factories and failures don't surprise anybody later. Afterwards, synchronous
    /// lookups also find singletons that are created asynchronously:
    ///
    /// ```swift
    /// Injector.default.bind(Database.self, lifetime: .singleton, to: .async { try await RemoteDatabase.open() })
    /// try await Injector.default.prepare()
    /// let database: Database = Injector.default.instance()
    /// ```
    ///
    /// Contributions are included. A parent's singleton is created only if one of this injector needs it; to create the
    /// others, call the method on the parent. Services that are declared as properties are created at their first read.
    /// Inside an override, the method creates the singletons that are visible there, and they stay in the override.
    ///
    /// A singleton is created after those that its factory takes as parameters. As a closure's dependencies are unknown
    /// until it runs, asynchronous singletons are created first, at the same time. The others follow one by one, those
    /// that an actor isolates before the rest.
    ///
    /// A singleton that needs a failed one is skipped. To retry, call the method again: existing instances are kept.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Throws: `PreparationError` with every failure; `CancellationError` if the task is cancelled before all
    ///   singletons exist.
    /// - Complexity: O(*n* · *m* + *a*²), where *n* is the number of singletons, *m* is the largest number of bindings
    ///   that a singleton needs, and *a* is the number of asynchronous singletons.
    public nonisolated(nonsending) func prepare(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        let location = CodeLocation(fileID: fileID, line: line)
        let injector = resolved
        let preparation = Preparation(of: injector)
        try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
            while true {
                while let (place, binding) = preparation.next() {
                    try Task.checkCancellation()
                    group.addTask {
                        do {
                            try await binding.asyncLookUp(in: injector, at: location)
                            return (place, nil)
                        } catch {
                            return (place, error)
                        }
                    }
                }
                guard let (place, error) = try await group.next() else { return }
                if error is CancellationError {
                    try Task.checkCancellation()
                }
                preparation.end(place, error)
            }
        }
        try preparation.check(at: location)
    }
}

/// The errors of the singletons that `prepare()` could not create.
///
/// Singletons that need a failed singleton are skipped and have no error here.
///
/// ```swift
/// do {
///     try await Injector.default.prepare()
/// } catch let error as PreparationError {
///     print("cannot start:", error)
/// }
/// ```
public struct PreparationError: Error {
    /// The errors, sorted by interface.
    ///
    /// An error that several singletons share appears once.
    public let errors: [InjectionError]

    init(_ errors: [InjectionError]) {
        var known: Set<String> = []
        self.errors = errors.filter { known.insert($0.description).inserted }
    }
}

extension PreparationError: CustomStringConvertible {
    /// The number of errors, and the message of each error.
    public var description: String {
        let title = errors.count == 1 ? "1 error" : "\(errors.count) errors"
        let texts = errors.map { "  - " + $0.description.indented() }
        return (["\(title) while singletons were created:"] + texts).joined(separator: "\n")
    }
}
