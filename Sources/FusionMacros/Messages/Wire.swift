#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The pipe to the compiler.
///
/// A message is an 8-byte little-endian length and that many bytes of JSON.
enum Wire {
    /// The maximum length of a message.
    ///
    /// A larger length means that the stream is corrupt.
    static let longestMessage = 1 << 30

    /// Returns the next message, or nil if the compiler closed the pipe or sent invalid data.
    static func read() -> [UInt8]? {
        guard let header = readBytes(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(longestMessage) else { return nil }
        return readBytes(Int(length))
    }

    /// Sends a message.
    ///
    /// Returns false if the pipe is closed.
    static func write(_ message: [UInt8]) -> Bool {
        let length = UInt64(message.count)
        let header = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
        return writeBytes(header + message)
    }

    /// Repeats `read`, which may return fewer bytes than it was asked for, until the message is complete.
    private static func readBytes(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let received = bytes.withUnsafeMutableBytes {
                transfer { [space = UnsafeMutableRawBufferPointer(rebasing: $0[filled...])] in
                    systemRead(0, space.baseAddress, space.count)
                }
            }
            guard received > 0 else { return nil }
            filled += received
        }
        return bytes
    }

    private static func writeBytes(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let accepted = bytes.withUnsafeBytes {
                transfer { [rest = UnsafeRawBufferPointer(rebasing: $0[sent...])] in
                    systemWrite(1, rest.baseAddress, rest.count)
                }
            }
            guard accepted > 0 else { return false }
            sent += accepted
        }
        return true
    }

    /// Repeats a transfer that a signal interrupted before it moved any bytes, which is not an error.
    private static func transfer(_ attempt: () -> Int) -> Int {
        while true {
            let count = attempt()
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

// This function is declared outside the type, because the functions of the type hide the names of libc.
private func systemRead(_ file: Int32, _ space: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, space, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
