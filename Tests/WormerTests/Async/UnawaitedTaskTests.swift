import Foundation
import Testing
import Wormer

@Suite("An unawaited task of an initializer can look up the instance under construction")
struct UnawaitedTaskTests {
    private let injector = Injector(parent: nil)

    /// The way in which a `Piece` is constructed.
    enum Start: CaseIterable, Sendable {
        case asyncInitializer, wired, insideAnother, insideAnOverride

        /// Requests the instance.
        func request(from injector: Injector) async throws -> Piece {
            switch self {
            case .asyncInitializer:
                return try await injector.asyncInstance()
            case .wired:
                injector.bind(String.self, to: .using { (piece: Piece) in piece.name })
                _ = try await injector.asyncInstance(for: String.self)
                return try await injector.asyncInstance()
            case .insideAnother:
                injector.bind(
                    Int.self,
                    lifetime: .singleton,
                    to: .async { [unowned injector] in try await injector.asyncInstance(for: Piece.self).name.count }
                )
                _ = try await injector.asyncInstance(for: Int.self)
                return try await injector.asyncInstance()
            case .insideAnOverride:
                return try await inOverride { try await injector.asyncInstance() }
            }
        }
    }

    @Test("An unawaited task of an initializer gets the constructed instance", arguments: Start.allCases)
    func getsTheInstance(start: Start) async throws {
        try await underWatchdog(rounds: 100) { (injector, _) async throws in
            let isRequesting = Gate()
            let unawaited = Shared<Task<Piece, any Error>?>(nil)
            injector.bindAsync(Piece.self, lifetime: .singleton) { [unowned injector] in
                let task = Task {
                    await isRequesting.open()
                    return try await injector.asyncInstance(for: Piece.self)
                }
                unawaited.change { $0 = task }
                await isRequesting.pass()
                for _ in 0..<10 { await Task.yield() }
                return Piece()
            }
            let piece = try await start.request(from: injector)
            #expect(try await unawaited.value?.value === piece)
        }
    }

    @Test("A synchronous lookup of an unawaited task during the construction throws 'needsAwaiting', no cycle")
    func synchronousRequest() async throws {
        try await underWatchdog { () async throws in
            let outcome = Shared<InjectionError?>(nil)
            injector.bindAsync(Piece.self, lifetime: .singleton) { [injector] in
                let hasRequested = Gate()
                Task {
                    let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
                    outcome.change { $0 = error }
                    await hasRequested.open()
                }
                await hasRequested.pass()
                return Piece()
            }
            let piece: Piece = try await injector.asyncInstance()
            #expect(outcome.value?.reason.name == "needsAwaiting")
            #expect(injector.instance(for: Piece.self) === piece)
        }
    }
}
