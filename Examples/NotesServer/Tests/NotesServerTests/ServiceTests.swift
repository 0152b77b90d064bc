import Foundation
import Fusion
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Notes
import NotesHTTP
import NotesStorage
import Testing
import Wormer
import WormerTesting

extension NotesServerTests {
    @Suite("What the server is made of")
    struct ServiceTests {
        struct FailingCheck: HealthCheck {
            struct Failure: Error, CustomStringConvertible { let description = "full" }

            let name = "disk"
            func check() throws { throw Failure() }
        }

        /// A store that cannot write.
        struct FullStore: NoteStore {
            struct DiskFull: Error {}

            func notes() -> [Note] { [] }
            func note(id: Note.ID) -> Note? { nil }
            func nextID() -> Note.ID { 1 }
            func apply(_ changes: [Change]) throws { throw DiskFull() }
        }

        @Test("The bindings need nothing that nobody binds")
        func verification() throws {
            try Injector.default.verify()
        }

        @Test("Health runs the checks that were contributed")
        func health() async throws {
            try await withServer { client in
                try await client.expect(.get, "/health", gives: 200, #"{"checks":{"store":"ok"},"status":"ok"}"#)
            }
        }

        @Test("A check that fails makes the server unavailable")
        func failingCheck() async throws {
            Injector.default.contribute(to: (any HealthCheck).self, .make { FailingCheck() })
            try await withServer { client in
                let report = #"{"checks":{"disk":"full","store":"ok"},"status":"failing"}"#
                try await client.expect(.get, "/health", gives: 503, report)
            }
        }

        @Test("Nobody is told that a note is stored when it is not")
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

        @Test("The decorator logs what is asked of the store")
        func logging() async throws {
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
            try await withServer { client in
                try await client.send(.post, "/notes", #"{"text":"three"}"#)
                try await client.send(.delete, "/notes/4")
            }
            let lines = log.entries.map(\.message.description).filter { $0.hasPrefix("store:") }
            #expect(lines == ["store: apply", "store: apply failed"])
        }

        @Test("The graph is a page with everything in it")
        func graph() async throws {
            try await makeApplication(with: .default).test(.router) { client in
                let response = try await client.executeRequest(uri: "/graph", method: .get, headers: [:], body: nil)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none';") == true)
                let page = String(buffer: response.body)
                let json = try #require(page.firstMatch(of: /const graph = (.*);\n/)?.1)
                let graph = try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8))
                #expect(graph == Injector.default.graph)
                #expect(page.firstMatch(of: /(src|href)=|@import|url\((?!#)|fetch\(|import\(/) == nil)
            }
        }

        @Test("The configuration comes from the environment")
        func configuration() throws {
            let configuration = try NotesConfiguration(environment: ["NOTES_PORT": "80", "NOTES_LOG_LEVEL": "error"])
            #expect(configuration.port == 80)
            #expect(configuration.logLevel == .error)
            #expect(configuration.database == "notes.sqlite")
        }

        @Test(
            "A configuration that makes no sense says so",
            arguments: [
                ("NOTES_PORT", "http", "NOTES_PORT is 'http', which is no port: take 0 to 65535."),
                ("NOTES_PORT", "65536", "NOTES_PORT is '65536', which is no port: take 0 to 65535."),
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

        @Test("The database is closed when the server has stopped")
        func shutdown() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).sqlite")
            defer { try? FileManager.default.removeItem(at: file) }
            bindStorage(in: .default)
            Container.configuration.database = file.path
            var stores: [any NoteStore] = []
            for expected in 0...1 {
                // The second time fails if the first store's database, which is kept here, has not let go of the file.
                stores.append(try await Injector.default.asyncInstance())
                try await withServer { client in
                    let count = try await client.notes().count
                    #expect(count == expected)
                    try await client.send(.post, "/notes", #"{"text":"one"}"#)
                    try await client.expect(
                        .get,
                        "/health",
                        gives: 200,
                        #"{"checks":{"database":"ok","store":"ok"},"status":"ok"}"#
                    )
                }
            }
            #expect(stores.count == 2)
        }
    }
}
