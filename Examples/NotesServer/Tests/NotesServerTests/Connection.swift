import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// A connection to a server on this machine, which serves one request after another.
///
/// HummingbirdTesting has such a client too. It comes with TLS and a second client, which take minutes to compile.
struct Connection: ~Copyable {
    struct Response: Sendable {
        let head: HTTPResponse
        let body: ByteBuffer

        var status: HTTPResponse.Status { head.status }
        var headers: HTTPFields { head.headerFields }
    }

    struct Closed: Error {}

    private let requests: NIOAsyncChannelOutboundWriter<HTTPRequestPart>
    private var responses: NIOAsyncChannelInboundStream<HTTPResponsePart>.AsyncIterator

    /// Runs a body with a new connection.
    static func open<Result>(
        port: Int,
        _ body: (inout Connection) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                    return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = Connection(requests: outbound, responses: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    /// Sends a request and returns the response.
    mutating func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Response {
        var headers = headers
        headers[.contentLength] = body.map { String($0.utf8.count) }
        try await requests.write(
            .head(
                HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
            )
        )
        if let body {
            try await requests.write(.body(ByteBuffer(string: body)))
        }
        try await requests.write(.end(nil))

        guard case .head(let head) = try await responses.next() else { throw Closed() }
        var received = ByteBuffer()
        while case .body(var part) = try await responses.next() {
            received.writeBuffer(&part)
        }
        return Response(head: head, body: received)
    }
}
