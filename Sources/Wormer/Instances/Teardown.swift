/// The action that runs when the lifetime of an instance ends.
@usableFromInline
final class Teardown: Sendable {
    /// The user's closure, with the instance.
    @usableFromInline
    enum Action: Sendable {
        case immediate(@Sendable () throws -> Void)
        case awaited(@Sendable () async throws -> Void)
    }

    /// The position of the instance in the order in which instances were constructed in the process.
    fileprivate let number = Teardown.lastNumber.increment()
    private let action: Action

    private static let lastNumber = AtomicCounter()

    @usableFromInline
    init(_ action: Action) {
        self.action = action
    }

    fileprivate func run() async throws {
        switch action {
        case .immediate(let run): try run()
        case .awaited(let run): try await run()
        }
    }

    fileprivate func runNow() throws {
        if case .immediate(let run) = action {
            try run()
        }
    }

    /// Ends an instance that no slot keeps, or whose lifetime ended during its construction without waiting for it.
    @inline(never)
    func runLate() {
        Task.detached { try await self.run() }
    }
}

/// The end of several instances: the teardowns of existing instances, and the constructions that must finish first.
struct Ending {
    private var teardowns: [Teardown] = []
    private var underWay: [(construction: Construction, slot: InstanceSlot)] = []

    /// Whether there is nothing to end.
    var isEmpty: Bool { teardowns.isEmpty && underWay.isEmpty }

    mutating func add(_ teardown: Teardown) {
        teardowns.append(teardown)
    }

    /// Ends the lifetime of an instance.
    mutating func add(_ slot: InstanceSlot, of binding: AnyBinding) {
        slot.lock.withLock { addLocked(slot, of: binding) }
    }

    /// Performs `add` with the slot's lock held.
    mutating func addLocked(_ slot: InstanceSlot, of binding: AnyBinding) {
        switch slot.endTimeLocked(of: binding) {
        case (_, let construction?): underWay.append((construction, slot))
        case (let teardown?, nil): teardowns.append(teardown)
        case (nil, nil): break
        }
    }

    /// Ends every instance, starting with the latest, after awaiting the constructions that are under way.
    ///
    /// A teardown that throws does not stop the others.
    ///
    /// - Returns: The errors of the teardowns.
    nonisolated(nonsending)
        func run() async -> [any Error]
    {
        isEmpty ? [] : await runAll()
    }

    private func runAll() async -> [any Error] {
        var teardowns = teardowns
        for (construction, slot) in underWay {
            await construction.finished()
            slot.takeTeardown().map { teardowns.append($0) }
        }
        var errors: [any Error] = []
        for teardown in teardowns.latestFirst {
            do {
                try await teardown.run()
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    /// Performs `run()` without awaiting.
    ///
    /// An instance that a task constructs ends after its construction.
    func runNow() -> [any Error] {
        var teardowns = teardowns
        for (construction, slot) in underWay {
            _ = try? construction.wait(at: construction.binding.location)
            slot.takeTeardown().map { teardowns.append($0) }
        }
        var errors: [any Error] = []
        for teardown in teardowns.latestFirst {
            do {
                try teardown.runNow()
            } catch {
                errors.append(error)
            }
        }
        return errors
    }
}

extension [Teardown] {
    fileprivate var latestFirst: [Teardown] {
        ordered { $0.number > $1.number }
    }
}
