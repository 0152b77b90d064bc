#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A text file with one event in each line, in which empty lines and lines that begin with `#` are ignored.
struct EventFile {
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    /// The sample beside this source file, independent of the working directory.
    static let sample: EventFile = {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return EventFile(path: (folder + ["proximity-events.txt"]).joined(separator: "/"))
    }()

    /// The events of the file, and the errors of the lines that are not events.
    func events() throws(Unreadable) -> (events: [ProximityEvent], faults: [String]) {
        var events: [ProximityEvent] = []
        var faults: [String] = []
        let lines = try contents().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let text = line.drop(while: \.isWhitespace)
            guard !text.isEmpty, !text.hasPrefix("#") else {
                continue
            }
            do {
                events.append(try ProximityEvent(line: text))
            } catch {
                faults.append("line \(index + 1): \(error); skipped")
            }
        }
        return (events, faults)
    }

    private func contents() throws(Unreadable) -> String {
        guard let file = fopen(path, "r") else {
            throw Unreadable(description: "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        guard ferror(file) == 0 else {
            throw Unreadable(description: "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
