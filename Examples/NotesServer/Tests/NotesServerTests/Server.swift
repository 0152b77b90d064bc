import Foundation
import Hummingbird
import Logging
import NIOCore
import Notes
import NotesHTTP
import ServiceLifecycle
import Testing
import Wormer
import WormerTesting

/// The tests in this suite have their own bindings and run in parallel.
@Suite("The notes server handles requests and stores notes", .isolatedBindings(bindForTests))
enum NotesServerTests {}

/// Makes the bindings of the program, with a store in memory and without log output.
@Sendable func bindForTests(in injector: Injector) {
    bindNotes(in: injector)
    injector.bind(
        Logger.self,
        lifetime: .singleton,
        to: .make { Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() } }
    )
    injector.bind((any Users).self, lifetime: .singleton, to: .value(TestUsers()))
    injector.bind(
        (any NoteStore).self,
        lifetime: .singleton,
        to: .make {
            InMemoryNoteStore([
                TestUsers.alice: [Note(id: 1, text: "one"), Note(id: 2, text: "two")],
                TestUsers.bob: [Note(id: 3, text: "three")],
            ])
        }
    )
}

/// Two users with their names as tokens.
struct TestUsers: Users {
    static let alice = User(name: "alice")
    static let bob = User(name: "bob")

    func user(withToken token: String) -> User? {
        [TestUsers.alice, TestUsers.bob].first { $0.name == token }
    }
}

/// Runs a body with a client of a server that uses the bindings of the current test.
func withServer(_ body: @Sendable (Client) async throws -> Void) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = try Served(application: makeApplication(with: .default), ports: continuation)
    let services = ServiceGroup(services: [application], logger: application.logger)
    try await withThrowingTaskGroup { group in
        group.addTask {
            defer { continuation.finish() }
            try await services.run()
        }
        for await port in ports {
            try await body(Client(port: port))
            await services.triggerGracefulShutdown()
        }
        try await group.waitForAll()
    }
}

/// The application on a free port, which it tells when it listens.
private struct Served<Base: ApplicationProtocol>: ApplicationProtocol {
    let application: Base
    let ports: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await application.responder } }
    var services: [any Service] { application.services }
    var logger: Logger { application.logger }
    var configuration: ApplicationConfiguration {
        application.configuration.with(address: .hostname("127.0.0.1", port: 0))
    }

    func onServerRunning(_ channel: any Channel) async {
        ports.yield(channel.localAddress?.port ?? 0)
        ports.finish()
    }
}

/// Sends the requests of a user.
struct Client: Sendable {
    let port: Int
    var user: User? = TestUsers.alice

    /// A client of the same server with another user, or without a user.
    func with(_ user: User?) -> Client {
        Client(port: port, user: user)
    }

    /// Sends a request and returns the response.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Connection.Response {
        var headers = headers
        if let user {
            headers[.authorization] = "Bearer \(user.name)"
        }
        return try await Connection.open(port: port) { try await $0.send(method, path, body, headers: headers) }
    }

    /// Sends a request and expects a status and a body.
    func expect(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        gives status: Int,
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await send(method, path, body)
        #expect(response.status.code == status, sourceLocation: sourceLocation)
        #expect(String(buffer: response.body) == text, sourceLocation: sourceLocation)
    }

    /// The notes that the server lists.
    func notes() async throws -> [Note] {
        try await JSONDecoder().decode([Note].self, from: send(.get, "/notes").body)
    }

    /// Expects the server to list exactly these notes.
    func expectNotes(_ expected: [Note], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let notes = try await notes()
        #expect(notes == expected, sourceLocation: sourceLocation)
    }
}
