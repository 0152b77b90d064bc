import Foundation
import NotesHTTP

/// Measures the cost of injection for a request.
///
/// Two sides answer `GET /notes/1`: the server's own routes, with a scope and objects that the injector makes, and a
/// handler behind the same middleware that makes the same objects by hand. Requests go to both in turn: over a socket,
/// and in this process by calling their routers.
///
///     SeamBenchmark [requests in a round] [pairs of rounds]
///     SeamBenchmark --injected|--wired COUNT
///
/// --injected, --wired: calls the router of one side COUNT times for a profiler, and measures nothing.
@main
enum SeamBenchmark {
    static func main() async throws {
        let injected = try await Server(responder: Sides.injected())
        let wired = try await Server(responder: Sides.wiredByHand())
        defer {
            injected.stop()
            wired.stop()
        }
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { Int($0) }
        switch arguments.first {
        case "--injected": try await injected.router.send(numbers.first ?? 1000)
        case "--wired": try await wired.router.send(numbers.first ?? 1000)
        default: try await compare(injected, wired, numbers.first ?? 200, numbers.dropFirst().first ?? 501)
        }
    }

    private static func compare(_ injected: Server, _ wired: Server, _ requests: Int, _ pairs: Int) async throws {
        let clients = try (injected: Client(port: injected.port), wired: Client(port: wired.port))
        let socket = try await Comparison(
            requests: requests,
            pairs: pairs,
            injected: { count in try await onThread { try clients.injected.ask(count) } },
            wired: { count in try await onThread { try clients.wired.ask(count) } }
        )
        let process = try await Comparison(
            requests: requests,
            pairs: pairs,
            injected: { count in try await injected.router.send(count) },
            wired: { count in try await wired.router.send(count) }
        )
        print(Comparison.header)
        print(socket.speedRow("over a socket: requests/s"))
        print(socket.workRow("over a socket: processor time of a request"))
        print(process.workRow("in process: processor time of a request"))
        print("\nmedians of \(pairs) pairs of rounds of \(requests) requests, one after the other")
    }

    /// Runs blocking work on its own thread, because the threads of tasks belong to the server and may be only one.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
