import Notes
import Testing
import Wormer
import WormerTesting

extension NotesServerTests {
    @Suite("The routes add, replace, remove and import notes")
    struct RouteTests {
        let kept = [Note(id: 1, text: "one"), Note(id: 2, text: "two")]

        @Test("A note that was stored can be read")
        func adding() async throws {
            try await withServer { client in
                try await client.expect(.post, "/notes", #"{"text":"four"}"#, gives: 201, #"{"id":4,"text":"four"}"#)
                try await client.expect(.get, "/notes/4", gives: 200, #"{"id":4,"text":"four"}"#)
                try await client.expectNotes(kept + [Note(id: 4, text: "four")])
            }
        }

        @Test("A note is replaced")
        func replacing() async throws {
            try await withServer { client in
                try await client.expect(.put, "/notes/2", #"{"text":"zwei"}"#, gives: 200, #"{"id":2,"text":"zwei"}"#)
                try await client.expectNotes([Note(id: 1, text: "one"), Note(id: 2, text: "zwei")])
            }
        }

        @Test("A note is removed")
        func removing() async throws {
            try await withServer { client in
                try await client.expect(.delete, "/notes/1", gives: 204, "")
                try await client.expect(.get, "/notes/1", gives: 404, #"{"error":{"message":"There is no note 1."}}"#)
                try await client.expectNotes([Note(id: 2, text: "two")])
            }
        }

        @Test("Several notes are imported with one request")
        func importing() async throws {
            try await withServer { client in
                try await client.expect(
                    .post,
                    "/import",
                    #"[{"text":"four"},{"text":"five"}]"#,
                    gives: 201,
                    #"[{"id":4,"text":"four"},{"id":5,"text":"five"}]"#
                )
                try await client.expectNotes(kept + [Note(id: 4, text: "four"), Note(id: 5, text: "five")])
            }
        }

        @Test("Each of several concurrent requests has its own unit of work")
        func concurrency() async throws {
            try await withServer { client in
                try await withThrowingTaskGroup { group in
                    for number in 0..<200 {
                        group.addTask {
                            let text = number.isMultiple(of: 2) ? "number \(number)" : ""
                            let status = try await client.send(.post, "/notes", #"{"text":"\#(text)"}"#).status.code
                            #expect(status == (text.isEmpty ? 422 : 201))
                        }
                    }
                    try await group.waitForAll()
                }
                let added = try await client.notes().dropFirst(2)
                #expect(Set(added.map(\.text)) == Set(stride(from: 0, to: 200, by: 2).map { "number \($0)" }))
                #expect(Set(added.map(\.id)).count == 100)
            }
        }

        @Test("A bad request gets an error response and changes nothing", arguments: BadRequest.all)
        func refusing(_ request: BadRequest) async throws {
            try await withServer { client in
                try await client.expect(
                    request.method,
                    request.path,
                    request.body,
                    gives: request.status,
                    #"{"error":{"message":"\#(request.message)"}}"#
                )
                try await client.expectNotes(kept)
                try await client.with(TestUsers.bob).expectNotes([Note(id: 3, text: "three")])
            }
        }
    }
}
