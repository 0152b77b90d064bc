extension Scan {
    /// The white space at the start of the line that the byte is on.
    func indentation(at offset: Int) -> ArraySlice<UInt8> {
        let lineStart = source[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
        return source[lineStart..<offset].prefix(while: \.isBlank)
    }

    /// How many lines end before the byte; `\r\n` ends one.
    func lineBreaks(before offset: Int) -> Int {
        var count = 0
        var previous: UInt8?
        for byte in source[..<offset] {
            if byte == .carriageReturn || (byte == .lineFeed && previous != .carriageReturn) { count += 1 }
            previous = byte
        }
        return count
    }

    /// The text of the range with one indentation exchanged for another at the start of each further line.
    ///
    /// A range with a string, regular expression or comment over several lines stays as it is, and so does one with a
    /// line that is not indented like the rest.
    func reindented(_ range: Range<Int>, from old: ArraySlice<UInt8>, to new: String) -> String {
        let text = source[range]
        guard !hasMultilineContent(in: range) else { return self.text(range) }
        var result: [UInt8] = []
        var rest = text
        while let lineBreak = rest.firstIndex(of: .lineFeed) {
            result += rest[...lineBreak]
            rest = rest[(lineBreak + 1)...]
            let isEmptyLine = rest.first { !$0.isBlank }.map(\.isLineBreak) ?? true
            if isEmptyLine { continue }
            guard rest.starts(with: old) else { return self.text(range) }
            rest = rest.dropFirst(old.count)
            result += new.utf8
        }
        return String(decoding: result + rest, as: UTF8.self)
    }
}
