/// What is to be done with an instance when its lifetime ends.
struct Ending: Sendable {
    /// The order in which instances were made, over the whole process.
    private let number = Ending.lastNumber.increment()

    /// The user's closure, with the implementation.
    let run: @Sendable () async throws -> Void

    private static let lastNumber = AtomicCounter()

    init(_ run: @escaping @Sendable () async throws -> Void) {
        self.run = run
    }

    /// Runs every ending, that of the latest made instance first; one that throws does not stop the others.
    ///
    /// - Returns: What they threw.
    static func run(_ endings: [Ending]) async -> [any Error] {
        var errors: [any Error] = []
        for ending in endings.sorted(by: { $0.number > $1.number }) {
            do {
                try await ending.run()
            } catch {
                errors.append(error)
            }
        }
        return errors
    }
}
