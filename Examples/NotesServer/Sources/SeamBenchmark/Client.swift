import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A client that requests the same note repeatedly from a local server, on one connection.
final class Client: Sendable {
    private let connection: Int32

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(port: UInt16) throws {
        connection = try Client.connect(to: port)
    }

    deinit {
        close(connection)
    }

    /// Sends requests one after another.
    func ask(_ requests: Int) throws {
        let request = Array(
            "GET /notes/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(Sides.token)\r\n\r\n".utf8
        )
        let body = Array(#"{"id":1,"text":"Buy milk"}"#.utf8)
        var buffer = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<requests {
            guard send(connection, request, request.count, 0) == request.count else {
                throw Failure(description: "the server takes no request")
            }
            // The response needs only a few reads, and ends with the body.
            var count = 0
            repeat {
                let more = buffer.withUnsafeMutableBytes { buffer in
                    recv(connection, buffer.baseAddress.map { $0 + count }, buffer.count - count, 0)
                }
                guard more > 0 else {
                    throw Failure(description: "no answer: \(String(decoding: buffer[..<count], as: UTF8.self))")
                }
                count += more
            } while !buffer[..<count].suffix(body.count).elementsEqual(body)
        }
    }

    private static func connect(to port: UInt16) throws -> Int32 {
        #if canImport(Glibc)
            let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let connection = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                #if canImport(Darwin)
                    Darwin.connect(connection, address, size)
                #elseif canImport(Musl)
                    Musl.connect(connection, address, size)
                #else
                    Glibc.connect(connection, address, size)
                #endif
            }
        }
        guard result == 0 else {
            throw Failure(description: "cannot connect: \(String(cString: strerror(errno)))")
        }
        var yes: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return connection
    }
}
