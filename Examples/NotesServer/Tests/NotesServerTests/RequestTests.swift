import Hummingbird
import InMemoryLogging
import Logging
import Notes
import NotesHTTP
import Testing
import Wormer

extension NotesServerTests {
    @Suite("A request for notes has a user, and every request has an identifier")
    struct RequestTests {
        @Test(
            "A request for notes without the token of a user gets the status 401",
            arguments: [nil, "", "alice", "Bearer", "Bearer ", "Bearer carol", "Bearer alice bob", "Basic alice"],
            ["GET /notes", "POST /notes", "POST /import", "GET /notes/1", "PUT /notes/1", "DELETE /notes/1"]
        )
        func refusing(credentials: String?, route: String) async throws {
            try await withServer { client in
                let parts = route.split(separator: " ")
                var headers: HTTPFields = [:]
                headers[.authorization] = credentials
                let method = try #require(HTTPRequest.Method(String(parts[0])))
                let response = try await client.with(nil).send(method, String(parts[1]), "[]", headers: headers)
                #expect(response.status == .unauthorized)
                #expect(response.headers[.wwwAuthenticate] == "Bearer")
                #expect(String(buffer: response.body) == #"{"error":{"message":"A user's token is needed."}}"#)
                #expect(response.headers[.requestID]?.isEmpty == false)
                try await client.expectNotes([Note(id: 1, text: "one"), Note(id: 2, text: "two")])
            }
        }

        @Test("The authentication scheme is not case-sensitive")
        func scheme() async throws {
            try await withServer { client in
                let response = try await client.with(nil).send(.get, "/notes", headers: [.authorization: "bearer bob"])
                #expect(String(buffer: response.body) == #"[{"id":3,"text":"three"}]"#)
            }
        }

        @Test("The health and graph routes need no user", arguments: ["/health", "/graph"])
        func open(path: String) async throws {
            try await withServer { client in
                let response = try await client.with(nil).send(.get, path, headers: [.requestID: "probe"])
                #expect(response.status == .ok)
                #expect(response.headers[.requestID] == "probe")
            }
        }

        @Test(
            "Every response contains the identifier of its request",
            arguments: [("/notes/1", 200), ("/notes/3", 404), ("/nothing", 404), ("/health", 200)]
        )
        func identifier(path: String, status: Int) async throws {
            let id = "aZ-09_." + String(repeating: "x", count: 57)
            try await withServer { client in
                let response = try await client.send(.get, path, headers: [.requestID: id])
                #expect(response.status.code == status)
                #expect(response.headers[.requestID] == id)
            }
        }

        @Test(
            "A missing or invalid request identifier is replaced with a new one",
            arguments: [nil, "", "a b", "a\tb", "a,b", "a=b", "ä", String(repeating: "x", count: 65)]
        )
        func newIdentifier(id: String?) async throws {
            try await withServer { client in
                var seen: Set<String> = []
                for _ in 0..<2 {
                    var headers: HTTPFields = [:]
                    headers[.requestID] = id
                    let response = try await client.send(.get, "/notes/1", headers: headers)
                    let new = try #require(response.headers[.requestID])
                    #expect(new.wholeMatch(of: /[0-9a-f]{1,32}/) != nil)
                    seen.insert(new)
                }
                #expect(seen.count == 2)
            }
        }

        /// Binds a logger whose lines a test can read.
        private func bindLog() -> InMemoryLogHandler {
            let log = InMemoryLogHandler()
            Injector.default.bind(
                Logger.self,
                lifetime: .singleton,
                to: .make {
                    var logger = Logger(label: "tests") { _ in log }
                    logger.logLevel = .debug
                    return logger
                }
            )
            return log
        }

        @Test("A request that is answered with an error of the client logs nothing above 'debug'")
        func ordinaryErrors() async throws {
            let log = bindLog()
            try await withServer { client in
                for request in BadRequest.all {
                    try await client.send(request.method, request.path, request.body, headers: [.requestID: "bad"])
                }
            }
            let lines = log.entries.filter { $0.metadata["request"] != nil && $0.level > .debug }
            #expect(lines.map { "\($0.level) \($0.message)" } == [])
        }

        @Test("Each log line of a request has its identifier, and each line of its scope has its user")
        func logging() async throws {
            let log = bindLog()
            try await withServer { client in
                try await client.send(.post, "/notes", #"{"text":"four"}"#, headers: [.requestID: "add"])
                try await client.send(.delete, "/notes/5", headers: [.requestID: "remove"])
                try await client.send(.post, "/import", #"[{"text":"a"},{"text":""}]"#, headers: [.requestID: "import"])
                try await client.with(TestUsers.bob).send(.get, "/notes/3", headers: [.requestID: "read"])
                Injector.default.bind((any NoteStore).self, to: .make { throw CancellationError() })
                try await client.send(.get, "/notes", headers: [.requestID: "fail"])
            }
            let lines = log.entries.compactMap { entry in
                entry.metadata["request"].map { id in
                    "\(id) \(entry.metadata["user"] ?? "-"): \(entry.message)"
                }
            }
            #expect(
                lines == [
                    "add alice: store: apply",
                    "add alice: unit of work: committed",
                    "remove alice: store: apply refused",
                    "import alice: unit of work: rolled back",
                    "read bob: store: note",
                    "fail -: request failed",
                ]
            )
        }
    }
}
