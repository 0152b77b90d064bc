import Foundation
import Hummingbird
import Notes
import Testing

@Suite("The program serves requests over a socket and stores notes in a file", .timeLimit(.minutes(2)))
struct EndToEndTests {
    @Test("Acknowledged notes exist after the program was killed and restarted")
    func killing() async throws {
        let folder = try Folder()
        let first = try await Program(database: folder.database)
        let created = try await first.post("before")
        #expect(created == Note(id: 1, text: "before"))

        // Four clients write until the connection breaks.
        let writers = Task {
            await withTaskGroup(returning: [Note].self) { group in
                for number in 0..<4 {
                    group.addTask { await first.postUntilItBreaks("writer \(number)") }
                }
                return await group.reduce(into: [created]) { $0 += $1 }
            }
        }
        while try await first.notes().count < 20 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try first.end(with: SIGKILL) == SIGKILL)
        let acknowledged = await writers.value
        #expect(acknowledged.count > 4)

        let second = try await Program(database: folder.database)
        let kept = try await second.notes()
        #expect(Set(acknowledged.map(\.id)).isSubset(of: kept.map(\.id)))
        #expect(acknowledged.allSatisfy { kept.contains($0) })
        // The program may have stored the last notes without sending a response. It has stored no other notes.
        #expect(kept.count <= acknowledged.count + 4)
        let next = try await second.post("after")
        #expect(kept.allSatisfy { $0.id < next.id })

        // SIGTERM ends the program while a client keeps its connection open.
        try await Connection.open(port: second.port) { connection in
            let response = try await connection.send(.get, "/health")
            #expect(response.status == .ok)
            #expect(try second.end(with: SIGTERM) == 0)
        }
        #expect(
            second.lines().suffix(2) == [
                "info notes: [NotesStorage] store closed",
                "info notes: [NotesStorage] database closed",
            ]
        )
        let third = try await Program(database: folder.database)
        let all = try await third.notes()
        #expect(all == kept + [next])
        #expect(try third.end(with: SIGINT) == 0)
    }

    @Test("At the start, the log has the number of verified bindings and the address of the graph and the timeline")
    func start() async throws {
        let folder = try Folder()
        let program = try await Program(database: folder.database)
        let page = try await program.send(.get, "/graph")
        #expect(page.status == .ok)
        let title = /<g><title>[^<]+\n\d+\.\d ms, own \d+\.\d ms\nNotesStorage\//
        #expect(String(buffer: page.body).contains(title))
        #expect(try program.end(with: SIGTERM) == 0)
        let lines = program.lines()
        #expect(lines.contains { $0.wholeMatch(of: /info notes: \[NotesServer\] \d\d bindings verified/) != nil })
        let address = "http://127.0.0.1:\(program.port)/graph"
        #expect(lines.contains("info notes: [NotesHTTP] the graph of the bindings: \(address)"))
    }

    @Test("After a bad request over a socket, the program still serves other requests")
    func badInput() async throws {
        let folder = try Folder()
        let program = try await Program(database: folder.database)
        let note = try await program.post("kept")
        let oversized = try await program.send(.post, "/notes", String(repeating: "x", count: 1_000_000))
        #expect(oversized.status == .contentTooLarge)
        #expect(String(buffer: oversized.body).hasPrefix(#"{"error":{"message":"#))
        let malformed = try await program.send(.post, "/notes", "{")
        #expect(malformed.status == .badRequest)
        let notes = try await program.notes()
        #expect(notes == [note])
        #expect(try program.end(with: SIGTERM) == 0)
    }

    @Test("Two users with 200 concurrent requests never see each other's notes or identifiers")
    func users() async throws {
        let folder = try Folder()
        let program = try await Program(database: folder.database, logLevel: "debug")
        let alice = try await Visitor("alice", token: "apple", of: program)
        let bob = try await Visitor("bob", token: "banana", of: program)
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { try await alice.send(number, beside: bob) }
                group.addTask { try await bob.send(number, beside: alice) }
            }
            try await group.waitForAll()
        }
        for visitor in [alice, bob] {
            let texts = try await visitor.notes().map(\.text)
            #expect(texts.sorted() == visitor.expectedTexts.sorted())
        }
        #expect(try program.end(with: SIGTERM) == 0)
        for line in program.lines() {
            if let match = line.firstMatch(of: /request=(alice|bob)-\d+ user=(\w+)/) {
                #expect(match.1 == match.2)
            }
        }
        for visitor in [alice, bob] {
            let logged = program.lines().compactMap { $0.firstMatch(of: /request=((alice|bob)-\d+) user=/)?.1 }
            let own = logged.filter { $0.hasPrefix(visitor.name) }
            #expect(Set(own).count == 100)
        }
    }

    @Test("A database that is locked or cannot be opened ends the program with an error")
    func databaseInUse() async throws {
        let folder = try Folder()
        let program = try await Program(database: folder.database)
        let refused = await #expect(throws: Program.DidNotStart.self) { try await Program(database: folder.database) }
        #expect(refused?.output.contains("database is locked") == true)
        #expect(refused?.code == 1)
        #expect(try program.end(with: SIGTERM) == 0)

        let nowhere = await #expect(throws: Program.DidNotStart.self) {
            try await Program(database: folder.database + "/notes.sqlite")
        }
        #expect(nowhere?.output.contains("unable to open database file") == true)
    }
}

/// A temporary folder that is removed with its last reference.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var database: String {
        url.appending(path: "notes.sqlite").path
    }
}
