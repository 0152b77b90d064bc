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
        return fwrite(bytes, 1, bytes.count, output) == bytes.count && fflush(output) == 0
    }

    private static func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return fread(&bytes, 1, count, input) == count ? bytes : nil
    }

    // Only the function of `Plugin` uses them.
    private nonisolated(unsafe) static let input = fdopen(0, "rb")
    private nonisolated(unsafe) static let output = fdopen(1, "wb")
}
