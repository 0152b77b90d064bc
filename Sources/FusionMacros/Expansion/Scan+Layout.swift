extension Scan {
    /// Returns the white space at the start of the line that contains the byte.
    func indentation(at offset: Int) -> ArraySlice<UInt8> {
        let lineStart = source[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
        return source[lineStart..<offset].prefix(while: \.isBlank)
    }

    /// Returns the number of lines that end before the byte.
    ///
    /// `\r\n` ends one line.
    func lineBreaks(before offset: Int) -> Int {
        var count = 0
        var previous: UInt8?
        for byte in source[..<offset] {
            if byte == .carriageReturn || (byte == .lineFeed && previous != .carriageReturn) { count += 1 }
            previous = byte
        }
        return count
    }

    /// Returns the text of the range, with one indentation replaced by another at the start of each line after the
    /// first.
    ///
    /// The text does not change if it contains a string, regular expression or comment that spans several lines, or a
    /// line with another indentation.
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
