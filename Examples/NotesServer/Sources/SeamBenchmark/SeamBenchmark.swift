import Foundation
import NotesHTTP

/// Measures what injection costs a request.
///
/// `GET /notes/1` is answered by the server's own routes, in a scope of the request's, with objects that the injector
/// makes; and by a handler behind the same middleware that makes the same objects by hand. Both are asked in turns: over
/// a socket, and in this process by calling their routers.
///
///     SeamBenchmark [requests in a round] [pairs of rounds]
///     SeamBenchmark --injected|--wired COUNT
///
/// --injected, --wired: instead of measuring, calls the router of one side COUNT times, for a profiler.
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

    /// Does what blocks on a thread of its own: those of tasks belong to the server, and there may be no more than one.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
