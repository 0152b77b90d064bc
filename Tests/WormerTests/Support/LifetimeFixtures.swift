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

    deinit {
        journal?.note("\(name) gone")
    }
}

/// Records events in their order, on any thread.
final class Journal: @unchecked Sendable {
    // Guarded by `lock`.
    private var noted: [String] = []
    private let lock = Lock()

    func note(_ entry: String) {
        lock.withLock { noted.append(entry) }
    }

    var entries: [String] {
        lock.withLock { noted }
    }
}

protocol API: Sendable {
    var text: String { get }
}

struct BaseAPI: API {
    var text = "base"
}

struct LoggingAPI: API {
    let base: any API
    var logger = "log"
    var text: String { "\(logger)(\(base.text))" }

    init(_ base: any API, logger: String = "log") {
        self.base = base
        self.logger = logger
    }

    init(base: any API, logger: String) {
        self.init(base, logger: logger)
    }
}

protocol Plugin: Sendable {
    var name: String { get }
}

struct NamedPlugin: Plugin {
    let name: String
}

final class SharedPlugin: Plugin {
    let name: String

    init(name: String = "shared") {
        self.name = name
    }
}

extension Scope {
    static let request = Scope("request")
    static let job = Scope("job")
    static let session = Scope.alwaysOpen("session")
}

extension Injector {
    /// Binds `Piece` with a synchronous `onEnd`.
    func bindPiece(_ name: String, _ lifetime: Lifetime, id: AnyHashable? = nil, _ journal: Journal) {
        bind(
            Piece.self,
            id: id,
            lifetime: lifetime,
            to: .make { Piece(name) }.onEnd { journal.note("\($0.name) ended") }
        )
    }

    /// Binds `Piece` with an asynchronous `onEnd`.
    func bindAwaitedPiece(_ name: String, _ lifetime: Lifetime, id: AnyHashable? = nil, _ journal: Journal) {
        bind(
            Piece.self,
            id: id,
            lifetime: lifetime,
            to: .make { Piece(name) }.onEnd { piece async in
                await Task.yield()
                journal.note("\(piece.name) ended")
            }
        )
    }

    /// The names of all plugins.
    var plugins: [String] {
        instances(for: Plugin.self).map(\.name)
    }
}

/// Runs `body` in a new override inside the current one.
func inOverride<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Layer.$current.withValue(Layer(), operation: body)
}

/// Runs `body` in a new override inside the current one.
func inOverride<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Layer.$current.withValue(Layer(), operation: body)
}

/// Waits until a condition is true.
///
/// Returns false after a timeout.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<1_000 where !condition() {
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
}

#if os(macOS) || os(Linux)
    /// The fatal error at the end of a process's output, without line numbers.
    func fatalErrorText(_ result: ExitTest.Result?) -> String {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).withoutLocations
        let lines = text.split(separator: "\n").map(String.init)
        guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else {
            return text
        }
        return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
    }
#endif
