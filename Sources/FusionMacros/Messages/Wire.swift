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
    static func next() -> [UInt8]? {
        guard let header = receive(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return length <= UInt64(longestMessage) ? receive(Int(length)) : nil
    }

    /// Sends a message.
    ///
    /// Returns false if the pipe is closed.
    static func send(_ message: [UInt8]) -> Bool {
        let length = UInt64(message.count)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message
        return bytes.withUnsafeBytes { bytes in
            transfer(bytes.count) { write(1, bytes.baseAddress?.advanced(by: $0), bytes.count - $0) }
        }
    }

    private static func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let isComplete = bytes.withUnsafeMutableBytes { bytes in
            transfer(count) { read(0, bytes.baseAddress?.advanced(by: $0), count - $0) }
        }
        return isComplete ? bytes : nil
    }

    /// Transfers bytes, of which each attempt may move fewer than it was asked for.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - attempt: Moves the bytes after those that were moved, and returns how many it has moved.
    /// - Returns: Whether all were moved.
    private static func transfer(_ count: Int, _ attempt: (_ moved: Int) -> Int) -> Bool {
        var moved = 0
        while moved < count {
            let more = attempt(moved)
            // A signal may interrupt an attempt before it has moved any bytes, which is not an error.
            guard more > 0 || (more < 0 && errno == EINTR) else { return false }
            moved += max(0, more)
        }
        return true
    }
}
