import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Notes
import NotesHTTP
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
    try await makeApplication(with: .default).test(.router) { try await body(Client(server: $0)) }
}

/// Sends the requests of a user.
struct Client: Sendable {
    let server: any TestClientProtocol
    var user: User? = TestUsers.alice

    /// A client of the same server with another user, or without a user.
    func with(_ user: User?) -> Client {
        Client(server: server, user: user)
    }

    /// Sends a request and returns the response.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if let user {
            headers[.authorization] = "Bearer \(user.name)"
        }
        let body = body.map(ByteBuffer.init(string:))
        return try await server.executeRequest(uri: path, method: method, headers: headers, body: body)
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
