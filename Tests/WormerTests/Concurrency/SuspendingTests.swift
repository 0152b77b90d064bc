import Foundation
import Testing
import Wormer

@Suite("A task suspends while a thread constructs its instance")
struct SuspendingTests {
    struct Holder: Sendable { let piece: Piece }

    struct Keeper: Sendable { let holder: Holder }

    struct Collector: Sendable {
        let pieces: [Piece]
        let piece: Piece?
    }

    /// The request that needs the `Piece` under construction on a thread.
    enum Need: CaseIterable, Sendable {
        case itself, optional, array, wired, wiredSingleton, wiredTwice, wiredOptionally, asyncWired, decorated

        func bind(in injector: Injector) {
            switch self {
            case .itself, .optional:
                break
            case .array:
                injector.contribute(to: Piece.self, .using { (piece: Piece) in piece })
            case .wired:
                injector.bind(Holder.self, to: .using(Holder.init(piece:)))
            case .wiredSingleton:
                injector.bind(Holder.self, lifetime: .singleton, to: .using(Holder.init(piece:)))
            case .wiredTwice:
                Need.wiredSingleton.bind(in: injector)
                injector.bind(Keeper.self, lifetime: .singleton, to: .using(Keeper.init(holder:)))
            case .wiredOptionally:
                Need.array.bind(in: injector)
                injector.bind(Collector.self, to: .using(Collector.init(pieces:piece:)))
            case .asyncWired:
                let factory = Factory<Holder>.async { (piece: Piece) in Holder(piece: piece) }
                injector.bind(Holder.self, lifetime: .singleton, to: factory)
            case .decorated:
                injector.bind(Keeper?.self, lifetime: .singleton, to: .make { nil })
                injector.decorate(Keeper?.self) { (_: Keeper?, piece: Piece) -> Keeper? in
                    Keeper(holder: Holder(piece: piece))
                }
            }
        }

        func piece(from injector: Injector) async throws -> Piece? {
            switch self {
            case .itself: try await injector.asyncInstance(for: Piece.self)
            case .optional: try await injector.asyncInstance(for: Piece?.self)
            case .array: try await injector.asyncInstances(for: Piece.self).first
            case .wired, .wiredSingleton, .asyncWired: try await injector.asyncInstance(for: Holder.self).piece
            case .wiredTwice: try await injector.asyncInstance(for: Keeper.self).holder.piece
            case .wiredOptionally: try await injector.asyncInstance(for: Collector.self).pieces.first
            case .decorated: try await injector.asyncInstance(for: Keeper?.self)?.holder.piece
            }
        }
    }

    @Test("A lookup resolves the parameters of a decorator before it creates the base, and creates that once")
    func decoratedOnce() async throws {
        try await underWatchdog { () async throws in
            let injector = Injector(parent: nil)
            let (made, ended) = (Shared(0), Shared(0))
            let (isUnderWay, mayEnd) = (Shared(0), DispatchSemaphore(value: 0))
            injector.bindMake(Piece.self, lifetime: .singleton) {
                isUnderWay.increment()
                mayEnd.wait()
                return Piece()
            }
            injector.bindMake(Int.self, lifetime: .singleton) {
                made.increment() + 1
            } onEnd: { _ in
                ended.increment()
            }
            injector.decorate(Int.self) { (base: Int, _: Piece) in base }
            Thread.detachNewThread { _ = injector.instance(for: Piece.self) }
            isUnderWay.spin(until: 1)
            async let number = injector.asyncInstance(for: Int.self)
            for _ in 0..<1_000 { await Task.yield() }
            mayEnd.signal()
            #expect(try await number == 1)
            try await injector.end()
            #expect(made.value == 1 && ended.value == 1)
        }
    }

    @Test("Tasks suspend until a thread has constructed the instance, and other tasks run", arguments: Need.allCases)
    func suspends(need: Need) async throws {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
        try await underWatchdog(rounds: 50) { (injector, _) async throws in
            let hasBegun = Gate()
            let requests = Shared(0)
            injector.bindMake(Piece.self, lifetime: .singleton) {
                Task { await hasBegun.open() }
                requests.spin(until: count)
                let isDone = DispatchSemaphore(value: 0)
                Task { isDone.signal() }
                isDone.wait()
                return Piece()
            }
            need.bind(in: injector)
            Thread.detachNewThread { _ = injector.instance(for: Piece.self) }
            await hasBegun.pass()
            let pieces = try await withThrowingTaskGroup(of: Piece?.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        requests.increment()
                        return try await need.piece(from: injector)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let constructed: Piece = injector.instance()
            #expect(pieces.count == count && pieces.allSatisfy { $0 === constructed })
        }
    }

    @Test("Lookups that need an asynchronous singleton succeed while another task ends the injector")
    func endedInTheMidst() async throws {
        try await underWatchdog { () async throws in
            let injector = Injector(parent: nil)
            injector.bind(Piece.self, lifetime: .singleton, to: .async { Piece() })
            injector.bind(Holder.self, to: .using(Holder.init(piece:)))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<3 {
                    group.addTask {
                        for _ in 0..<5_000 {
                            if index == 0 {
                                try await injector.end()
                            } else {
                                _ = try await injector.asyncInstance(for: Holder.self)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A cancelled task stops waiting at once while a thread constructs its instance")
    func cancellation() async throws {
        let injector = Injector(parent: nil)
        let hasBegun = Gate()
        let mayEnd = DispatchSemaphore(value: 0)
        injector.bindMake(Piece.self, lifetime: .singleton) {
            Task { await hasBegun.open() }
            mayEnd.wait()
            return Piece()
        }
        injector.bind(Holder.self, to: .using(Holder.init(piece:)))
        try await underWatchdog { () async throws in
            Thread.detachNewThread { _ = injector.instance(for: Piece.self) }
            await hasBegun.pass()
            for need in [Need.itself, .wired] {
                let request = Task { try await need.piece(from: injector) }
                request.cancel()
                await #expect(throws: CancellationError.self) { try await request.value }
            }
            mayEnd.signal()
            let piece: Piece = try await injector.asyncInstance()
            #expect(piece === injector.instance(for: Piece.self))
        }
    }
}
