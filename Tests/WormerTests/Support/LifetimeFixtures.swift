import Testing
import Wormer

// The fixtures of the tests of lifetimes.

/// An object that records its deinitialization.
final class Piece: Sendable {
    let name: String
    private let journal: Journal?

    init(_ name: String = "piece", _ journal: Journal? = nil) {
        self.name = name
        self.journal = journal
    }

    deinit { journal?.note("\(name) gone") }
}

protocol API: Sendable { var text: String { get } }

struct BaseAPI: API { var text = "base" }

struct LoggingAPI: API {
    let base: any API
    var logger = "log"
    var text: String { "\(logger)(\(base.text))" }

    init(_ base: any API, logger: String = "log") {
        self.base = base
        self.logger = logger
    }

    init(base: any API, logger: String) { self.init(base, logger: logger) }
}

protocol Plugin: Sendable { var name: String { get } }

struct NamedPlugin: Plugin { let name: String }

final class SharedPlugin: Plugin {
    let name: String

    init(name: String = "shared") { self.name = name }
}

extension Scope {
    static let request = Scope("request")
    static let job = Scope("job")
    static let session = Scope.alwaysOpen("session")
}

extension Injector {
    /// Binds `Piece` with a synchronous `onEnd`.
    func bindPiece(_ name: String, _ lifetime: Lifetime, id: AnyHashable? = nil, _ journal: Journal) {
        bindMake(Piece.self, id: id, lifetime: lifetime) {
            Piece(name)
        } onEnd: {
            journal.note("\($0.name) ended")
        }
    }

    /// Binds `Piece` with an asynchronous `onEnd`.
    func bindAwaitedPiece(_ name: String, _ lifetime: Lifetime, id: AnyHashable? = nil, _ journal: Journal) {
        bindMake(Piece.self, id: id, lifetime: lifetime) {
            Piece(name)
        } onEnd: { piece async in
            await Task.yield()
            journal.note("\(piece.name) ended")
        }
    }

    /// The names of all plugins.
    var plugins: [String] { instances(for: Plugin.self).map(\.name) }
}

/// Returns the errors of `onEnd` closures that `body` throws.
func errorsOfEnds(_ body: () async throws -> Void) async throws -> [String] {
    do {
        try await body()
        return []
    } catch let error as EndingError {
        return error.errors.map { "\($0)" }
    }
}

/// Runs `body` in a new override inside the current one.
func inOverride<Result>(_ body: () throws -> Result) rethrows -> Result { try inOverride(Override(), body) }

/// Runs `body` in a new override inside the current one.
func inOverride<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await inOverride(Override(), body)
}

extension Injector {
    /// Binds a singleton that records its creation.
    func bind(_ id: Int, noting journal: Journal) {
        let factory = Factory<Piece>.make {
            journal.note("\(id)")
            return Piece("\(id)")
        }
        bind(Piece.self, id: id, lifetime: .singleton, to: factory)
    }
}
