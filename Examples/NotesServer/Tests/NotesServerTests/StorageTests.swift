import Foundation
import Fusion
import GRDB
import Hummingbird
import InMemoryLogging
import Logging
import Notes
import NotesStorage
import Testing
import Wormer

extension NotesServerTests {
    @Suite("Notes are stored in a database file")
    final class StorageTests {
        private let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).sqlite")

        init() {
            bindStorage(in: .default)
            Container.configuration.database = file.path
        }

        deinit {
            try? FileManager.default.removeItem(at: file)
        }

        @Test("When the server stops, it closes the store and then the database")
        func shutdown() async throws {
            let log = InMemoryLogHandler()
            Injector.default.bind(Logger.self, lifetime: .singleton, to: .make { Logger(label: "tests") { _ in log } })
            var stores: [any NoteStore] = []
            for expected in 0...1 {
                try await Injector.default.prepare()
                // Fails in the second round if the database of the first store still locks the file.
                stores.append(Injector.default.instance())
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
            let lines = log.entries.filter { $0.level == .info }.map(\.message.description)
            let once = ["database opened", "store closed", "database closed"]
            #expect(lines.filter(once.contains) == once + once)
        }

        @Test("On each route, users find and change only their own notes")
        func owners() async throws {
            try await Injector.default.prepare()
            try await withServer { alice in
                let bob = alice.with(TestUsers.bob)
                try await alice.send(.post, "/notes", #"{"text":"one"}"#)
                try await bob.send(.post, "/import", #"[{"text":"two"},{"text":"three"}]"#)
                let missing = #"{"error":{"message":"There is no note 1."}}"#
                try await bob.expect(.get, "/notes/1", gives: 404, missing)
                try await bob.expect(.put, "/notes/1", #"{"text":"mine"}"#, gives: 404, missing)
                try await bob.expect(.delete, "/notes/1", gives: 404, missing)
                try await alice.expectNotes([Note(id: 1, text: "one")])
                try await bob.expectNotes([Note(id: 2, text: "two"), Note(id: 3, text: "three")])
                try await alice.expect(.put, "/notes/1", #"{"text":"eins"}"#, gives: 200, #"{"id":1,"text":"eins"}"#)
                try await bob.expect(.delete, "/notes/2", gives: 204, "")
                try await alice.expectNotes([Note(id: 1, text: "eins")])
                try await bob.expectNotes([Note(id: 3, text: "three")])
            }
        }

        @Test("Notes of versions without users stay in the file and are visible to no user")
        func migration() async throws {
            let old = try DatabaseQueue(path: file.path)
            try migrations.migrate(old, upTo: "notes")
            try await old.write { try $0.execute(sql: "INSERT INTO note (text) VALUES ('old')") }
            try old.close()

            try await Injector.default.prepare()
            try await withServer { alice in
                try await alice.expectNotes([])
                try await alice.expect(.get, "/notes/1", gives: 404, #"{"error":{"message":"There is no note 1."}}"#)
                try await alice.expect(.post, "/notes", #"{"text":"new"}"#, gives: 201, #"{"id":2,"text":"new"}"#)
            }
            let new = try DatabaseQueue(path: file.path)
            let rows = try await new.read { try Row.fetchAll($0, sql: "SELECT * FROM note").map(\.description) }
            #expect(rows == [#"[id:1 text:"old" owner:NULL]"#, #"[id:2 text:"new" owner:"alice"]"#])
        }
    }
}
