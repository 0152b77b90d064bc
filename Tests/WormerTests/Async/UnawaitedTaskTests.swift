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

    // Defect: the request of the task threw a cycle error, although nothing waits for the task.
    @Test("An unawaited task of an initializer gets the constructed instance", arguments: Start.allCases)
    func getsTheInstance(start: Start) async throws {
        try await underWatchdog { () async throws in
            for _ in 0..<100 {
                let injector = Injector(parent: nil)
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
    }

    // Defect: as above.
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

    @Test("An unawaited task of a synchronous initializer gets the instance that a thread has constructed")
    func synchronousInitializer() async throws {
        try await underWatchdog { () async throws in
            for _ in 0..<100 {
                let injector = Injector(parent: nil)
                let unawaited = Shared<Task<Piece, any Error>?>(nil)
                injector.bindMake(Piece.self, lifetime: .singleton) {
                    [unowned injector] in
                    let isRequesting = Shared(0)
                    let task = Task {
                        isRequesting.increment()
                        return try await injector.asyncInstance(for: Piece.self)
                    }
                    unawaited.change { $0 = task }
                    isRequesting.spin(until: 1)
                    return Piece()
                }
                let piece = Shared<Piece?>(nil)
                let hasEnded = Gate()
                Thread.detachNewThread {
                    piece.change { $0 = injector.instance() }
                    Task { await hasEnded.open() }
                }
                await hasEnded.pass()
                #expect(try await unawaited.value?.value === piece.value)
            }
        }
    }
}

@Suite("A task that refers weakly to an instance does not keep it alive")
struct WeakHolderTests {
    /// The lifetime of a `Piece`.
    enum Keeping: CaseIterable, Sendable {
        case transient, singleton, weak, resolution, openScope, decorated, underAnIdentifier, inAnOverride

        var lifetime: Lifetime {
            switch self {
            case .transient: .transient
            case .weak: .weak
            case .resolution: .resolution
            case .openScope: .scope(.request)
            case .singleton, .decorated, .underAnIdentifier, .inAnOverride: .singleton
            }
        }

        /// Requests an instance and releases it.
        func requestAndDrop(from injector: Injector) async throws {
            let id = self == .underAnIdentifier ? "id" : nil
            switch self {
            case .openScope:
                try await injector.withScope(.request) { _ = try await injector.asyncInstance(for: Piece.self, id: id) }
            case .inAnOverride:
                try await inOverride {
                    _ = try await injector.asyncInstance(for: Piece.self, id: id)
                    // The task is inside the override too, which retains its instances.
                    injector.unbind(Piece.self, id: id)
                }
            default:
                _ = try await injector.asyncInstance(for: Piece.self, id: id)
                injector.unbind(Piece.self, id: id)
            }
        }
    }

    // Defect: the task inherited the construction and with it the instance, which then lived as long as the task.
    @Test(
        "An unawaited task of an initializer sees its weak reference become nil",
        arguments: Keeping.allCases,
        [false, true]
    )
    func goes(keeping: Keeping, insideAnother: Bool) async throws {
        try await underWatchdog { () async throws in
            for _ in 0..<200 {
                let injector = Injector(parent: nil)
                let isGone = Gate()
                injector.bind(
                    Piece.self,
                    id: keeping == .underAnIdentifier ? "id" : nil,
                    lifetime: keeping.lifetime,
                    to: .async {
                        await Task.yield()
                        let piece = Piece()
                        Task { [weak piece] in
                            while piece != nil { await Task.yield() }
                            await isGone.open()
                        }
                        return piece
                    }
                )
                if keeping == .decorated {
                    injector.decorate(Piece.self) { (piece: Piece) in piece }
                }
                if insideAnother {
                    injector.bindAsync(String.self) { [unowned injector] in
                        try await keeping.requestAndDrop(from: injector)
                        return "around"
                    }
                    _ = try await injector.asyncInstance(for: String.self)
                } else {
                    try await keeping.requestAndDrop(from: injector)
                }
                await isGone.pass()
            }
        }
    }
}
