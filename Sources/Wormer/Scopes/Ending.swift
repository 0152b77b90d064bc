/// What is to be done with an instance when its lifetime ends.
@usableFromInline
final class Ending: Sendable {
    /// The user's closure, with the implementation.
    @usableFromInline
    enum Action: Sendable {
        case immediate(@Sendable () throws -> Void)
        case awaited(@Sendable () async throws -> Void)
    }

    /// The order in which instances were made, over the whole process.
    fileprivate let number = Ending.lastNumber.increment()
    private let action: Action

    private static let lastNumber = AtomicCounter()

    @usableFromInline
    init(_ action: Action) {
        self.action = action
    }

    private func run() async throws {
        switch action {
        case .immediate(let run): try run()
        case .awaited(let run): try await run()
        }
    }

    private func runNow() throws {
        if case .immediate(let run) = action {
            try run()
        }
    }

    /// Runs every ending, that of the latest made instance first; one that throws does not stop the others.
    ///
    /// - Returns: What they threw.
    static func run(_ endings: [Ending]) async -> [any Error] {
        var errors: [any Error] = []
        for ending in endings.latestFirst {
            do {
                try await ending.run()
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    /// As `run`, for endings none of which has to be awaited.
    static func runNow(_ endings: [Ending]) -> [any Error] {
        endings.latestFirst.compactMap { ending in
            do {
                try ending.runNow()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Runs the ending of an instance that was made when its time was over already.
    func runLate() {
        Task.detached { try await self.run() }
    }
}

extension [Ending] {
    fileprivate var latestFirst: [Ending] {
        sorted { $0.number > $1.number }
    }
}
