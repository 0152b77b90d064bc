import Foundation
import Hummingbird
import Notes
import NotesHTTP
import Testing
import Wormer
import WormerTesting

extension NotesServerTests {
    @Suite("The bindings of the server are complete")
    struct ServiceTests {
        struct FailingCheck: HealthCheck {
            struct Failure: Error, CustomStringConvertible { let description = "full" }

            let name = "disk"
            func check() throws { throw Failure() }
        }

        /// A store that cannot write.
        struct FullStore: NoteStore {
            struct DiskFull: Error {}

            func notes(of owner: User) -> [Note] { [] }
            func note(id: Note.ID, of owner: User) -> Note? { nil }
            func nextID() -> Note.ID { 1 }
            func apply(_ changes: [Change], of owner: User) throws { throw DiskFull() }
            func close() {}
        }

        @Test("verify() finds no fault in the bindings of the server")
        func verification() throws {
            try Injector.default.verify()
        }

        @Test("The health route runs all contributed checks")
        func health() async throws {
            try await withServer { client in
                try await client.expect(.get, "/health", gives: 200, #"{"checks":{"store":"ok"},"status":"ok"}"#)
            }
        }

        @Test("A failing check makes the server unavailable")
        func failingCheck() async throws {
            Injector.default.contribute(to: (any HealthCheck).self, .make { FailingCheck() })
            try await withServer { client in
                let report = #"{"checks":{"disk":"full","store":"ok"},"status":"failing"}"#
                try await client.expect(.get, "/health", gives: 503, report)
            }
        }

        @Test("A response reports a note as stored only if it was stored")
        func failingCommit() async throws {
            Injector.default.bind((any NoteStore).self, to: .make { FullStore() })
            try await withServer { client in
                try await client.expect(
                    .post,
                    "/notes",
                    #"{"text":"three"}"#,
                    gives: 500,
                    #"{"error":{"message":"The server failed. Nothing was changed."}}"#
                )
            }
        }

        @Test("The graph page shows every binding")
        func graph() async throws {
            try await withServer { client in
                let response = try await client.with(nil).send(.get, "/graph")
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none';") == true)
                let page = String(buffer: response.body)
                let json = try #require(page.firstMatch(of: /const graph = (.*);\n/)?.1)
                let graph = Injector.default.graph
                let shown = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
                let expected = try JSONSerialization.jsonObject(with: JSONEncoder().encode(graph)) as? NSDictionary
                #expect(shown != nil && shown == expected)
                let configuration = graph.nodes.first { $0.identifier == "configuration" }
                #expect(configuration?.isService == true)
                #expect(graph.edges.contains { $0.to == configuration?.id && $0.kind == .declared })
                #expect(page.firstMatch(of: /(src|href)=|@import|url\((?!#)|fetch\(|import\(/) == nil)
            }
        }

        @Test("The configuration comes from the environment")
        func configuration() throws {
            let configuration = try NotesConfiguration(environment: [
                "NOTES_PORT": "80", "NOTES_LOG_LEVEL": "error", "NOTES_TOKENS": "alice:1,bob:2,alice:3",
            ])
            #expect(configuration.port == 80)
            #expect(configuration.logLevel == .error)
            #expect(configuration.database == "notes.sqlite")
            #expect(configuration.users == ["1": TestUsers.alice, "2": TestUsers.bob, "3": TestUsers.alice])
        }

        private static func tokens(malformedAt entry: Int) -> String {
            "NOTES_TOKENS is malformed: its entry \(entry) is not of the form user:token, of letters, digits, '-', '_' "
                + "and '.'."
        }

        @Test(
            "The error for a malformed configuration names the variable and the fault",
            arguments: [
                ("NOTES_PORT", "http", "NOTES_PORT is 'http', which is no port: take 0 to 65535."),
                ("NOTES_PORT", "65536", "NOTES_PORT is '65536', which is no port: take 0 to 65535."),
                ("NOTES_TOKENS", "", tokens(malformedAt: 1)),
                ("NOTES_TOKENS", "alice", tokens(malformedAt: 1)),
                ("NOTES_TOKENS", "alice:1,", tokens(malformedAt: 2)),
                ("NOTES_TOKENS", "alice:1,:2", tokens(malformedAt: 2)),
                ("NOTES_TOKENS", "alice:1,bob:", tokens(malformedAt: 2)),
                ("NOTES_TOKENS", "alice:1,bob:2:3", tokens(malformedAt: 2)),
                ("NOTES_TOKENS", "alice:1, bob:2", tokens(malformedAt: 2)),
                ("NOTES_TOKENS", "alice:ünsafe", tokens(malformedAt: 1)),
                ("NOTES_TOKENS", "alice:1,bob:1", "NOTES_TOKENS is malformed: its entry 2 has the token of another."),
                (
                    "NOTES_LOG_LEVEL", "loud",
                    "NOTES_LOG_LEVEL is 'loud': take one of trace, debug, info, notice, warning, error, critical."
                ),
            ]
        )
        func malformedConfiguration(variable: String, value: String, text: String) {
            let error = #expect(throws: NotesConfiguration.Malformed.self) {
                try NotesConfiguration(environment: [variable: value])
            }
            #expect(error?.description == text)
        }
    }
}
