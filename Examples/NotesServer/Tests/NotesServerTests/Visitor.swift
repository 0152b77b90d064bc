import Foundation
import Hummingbird
import Notes
import NotesHTTP
import Testing

/// A user of a program, with requests that check their responses.
struct Visitor: Sendable {
    let name: String
    private let token: String
    private let program: Program
    private let first: Note

    /// Adds a first note.
    init(_ name: String, token: String, of program: Program) async throws {
        self.name = name
        self.token = token
        self.program = program
        first = try await program.post("\(name)'s", token: token)
    }

    /// Sends one of a hundred requests while another user does the same.
    func send(_ number: Int, beside other: Visitor) async throws {
        let id = "\(name)-\(number)"
        let mine = #"{"text":"\#(name)'s \#(number)"}"#
        let response: Connection.Response
        switch number % 5 {
        case 0:
            response = try await program.send(.post, "/notes", mine, token: token, id: id)
            #expect(response.status == .created)
            #expect(try decode(Note.self, from: response).text == "\(name)'s \(number)")
        case 1:
            response = try await program.send(.get, "/notes", token: token, id: id)
            let texts = try decode([Note].self, from: response).map(\.text)
            #expect(texts.first == "\(name)'s")
            #expect(texts.allSatisfy { $0.hasPrefix("\(name)'s") })
        case 2:
            response = try await program.send(.get, "/notes/\(first.id)", token: token, id: id)
            #expect(try decode(Note.self, from: response) == first)
        case 3:
            response = try await program.send(.get, "/notes/\(other.first.id)", token: token, id: id)
            #expect(response.status == .notFound)
        default:
            response = try await program.send(.put, "/notes/\(other.first.id)", mine, token: token, id: id)
            #expect(response.status == .notFound)
        }
        #expect(response.headers[.requestID] == id)
    }

    /// The expected notes after a hundred requests.
    var expectedTexts: [String] {
        ["\(name)'s"] + stride(from: 0, to: 100, by: 5).map { "\(name)'s \($0)" }
    }

    func notes() async throws -> [Note] {
        try await program.notes(token: token)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from response: Connection.Response) throws -> Value {
        try JSONDecoder().decode(type, from: response.body)
    }
}
