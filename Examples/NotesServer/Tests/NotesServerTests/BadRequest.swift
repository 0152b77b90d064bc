import Hummingbird
import Testing

/// An invalid request and the expected response.
struct BadRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: HTTPRequest.Method
    let path: String
    var body: String?
    let status: Int
    let message: String
}

extension BadRequest {
    private static let malformed =
        #"The body must be JSON of the form {\"text\": \"Buy milk\"}, or for /import a list of them."#

    static let all = [
        BadRequest(
            testDescription: "malformed JSON",
            method: .post,
            path: "/notes",
            body: #"{"text":"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "no body",
            method: .post,
            path: "/notes",
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "no text",
            method: .post,
            path: "/notes",
            body: #"{"title":"three"}"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "a number as text",
            method: .put,
            path: "/notes/1",
            body: #"{"text":3}"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "a text without a value",
            method: .post,
            path: "/notes",
            body: #"{"text":null}"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "a list instead of a note",
            method: .put,
            path: "/notes/1",
            body: #"[{"text":"three"}]"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "an import of a note that is no list",
            method: .post,
            path: "/import",
            body: #"{"text":"three"}"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "an import with a number as text",
            method: .post,
            path: "/import",
            body: #"[{"text":"three"},{"text":3}]"#,
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "bytes that are no text",
            method: .post,
            path: "/notes",
            body: "\u{0}\u{1F600}",
            status: 400,
            message: malformed
        ),
        BadRequest(
            testDescription: "an empty text",
            method: .post,
            path: "/notes",
            body: #"{"text":" \n"}"#,
            status: 422,
            message: "The text is empty."
        ),
        BadRequest(
            testDescription: "a text with a NUL character",
            method: .post,
            path: "/notes",
            body: #"{"text":"a\u0000b"}"#,
            status: 422,
            message: "The text has a NUL character in it."
        ),
        BadRequest(
            testDescription: "a text that is too long",
            method: .put,
            path: "/notes/1",
            body: #"{"text":"\#(String(repeating: "x", count: 10_001))"}"#,
            status: 422,
            message: "The text has 10001 characters; 10000 are allowed."
        ),
        BadRequest(
            testDescription: "an oversized body",
            method: .post,
            path: "/notes",
            body: String(repeating: " ", count: 65_537),
            status: 413,
            message: "The body has more than 65536 bytes."
        ),
        BadRequest(
            testDescription: "an import with one invalid note",
            method: .post,
            path: "/import",
            body: #"[{"text":"three"},{"text":""}]"#,
            status: 422,
            message: "The text is empty."
        ),
        BadRequest(
            testDescription: "an unknown id",
            method: .get,
            path: "/notes/4",
            status: 404,
            message: "There is no note 4."
        ),
        BadRequest(
            testDescription: "an id that is not a number",
            method: .get,
            path: "/notes/one",
            status: 404,
            message: "There is no note one."
        ),
        BadRequest(
            testDescription: "a replacement of a missing note",
            method: .put,
            path: "/notes/4",
            body: #"{"text":"three"}"#,
            status: 404,
            message: "There is no note 4."
        ),
        BadRequest(
            testDescription: "a removal of a missing note",
            method: .delete,
            path: "/notes/4",
            status: 404,
            message: "There is no note 4."
        ),
        BadRequest(
            testDescription: "another user's note",
            method: .get,
            path: "/notes/3",
            status: 404,
            message: "There is no note 3."
        ),
        BadRequest(
            testDescription: "a replacement of another user's note",
            method: .put,
            path: "/notes/3",
            body: #"{"text":"mine"}"#,
            status: 404,
            message: "There is no note 3."
        ),
        BadRequest(
            testDescription: "a removal of another user's note",
            method: .delete,
            path: "/notes/3",
            status: 404,
            message: "There is no note 3."
        ),
        BadRequest(
            testDescription: "an unknown path",
            method: .get,
            path: "/note",
            status: 404,
            message: "There is nothing at GET /note."
        ),
        BadRequest(
            testDescription: "an unknown method",
            method: .patch,
            path: "/notes/1",
            body: #"{"text":"three"}"#,
            status: 404,
            message: "There is nothing at PATCH /notes/1."
        ),
    ]
}
