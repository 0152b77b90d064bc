import Testing
import Wormer

@Suite("A waiting task raises the priority of a construction")
struct PriorityTests {
    struct Holder: Sendable {
        let piece: Piece
    }

    /// The action of the task with high priority.
    enum Wait: CaseIterable, Sendable {
        case lookup, lookupOfALink
    }

    // Defect: the construction kept the priority of the task that had requested it first.
    @Test("A waiting task of high priority raises the priority of the construction", arguments: Wait.allCases)
    func raised(wait: Wait) async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        try await underWatchdog { () async throws in
            for _ in 0..<50 {
                let injector = Injector(parent: nil)
                let hasBegun = Gate()
                let lowest = Shared<TaskPriority?>(nil)
                injector.bind(
                    Piece.self,
                    lifetime: .singleton,
                    to: .async {
                        lowest.change { $0 = Task.currentPriority }
                        await hasBegun.open()
                        while Task.currentPriority < .high { try await Task.sleep(nanoseconds: 50_000) }
                        return Piece()
                    }
                )
                injector.bind(
                    Holder.self,
                    lifetime: .singleton,
                    to: .async { [unowned injector] in Holder(piece: try await injector.asyncInstance()) }
                )
                let background = Task.detached(priority: .background) {
                    try await injector.asyncInstance(for: Piece.self)
                }
                await hasBegun.pass()
                #expect(lowest.value == .background)
                let high = Task.detached(priority: .high) {
                    switch wait {
                    case .lookup: try await injector.asyncInstance(for: Piece.self)
                    case .lookupOfALink: try await injector.asyncInstance(for: Holder.self).piece
                    }
                }
                #expect(try await high.value === background.value)
            }
        }
    }
}
