import Foundation

/// The outcome of one kind of measurement.
struct Outcome {
    /// The tables, which the article on speed also has.
    let tables: [Table]
    /// The cells of other documents that repeat sizes, by document and title of the row.
    ///
    /// Other documents compare Wormer with other libraries, so they must not repeat times: all times in a comparison
    /// come from one run of one program.
    var quotes: [String: [String: String]] = [:]
    /// Whether every figure that does not depend on the machine's load is within its bound.
    var isAcceptable = true

    static let readme = "README.md"
    static let comparison = "Sources/Wormer/Wormer.docc/Articles/ChoosingAnInjector.md"

    /// Returns the documents with these figures, or throws an error if the place of one is not found.
    func documents() throws -> [Document] {
        var article = try Document("Sources/Wormer/Wormer.docc/Articles/Speed.md")
        for table in tables {
            try article.replace(table)
        }
        return try [article]
            + quotes.map { path, rows in
                var document = try Document(path)
                for (title, cell) in rows {
                    try document.replace(cell, of: title)
                }
                return document
            }
    }
}

/// A Markdown document of the repository.
struct Document {
    private let path: String
    private var lines: [String]

    init(_ path: String) throws {
        self.path = repository.appendingPathComponent(path).path
        lines = try String(contentsOfFile: self.path, encoding: .utf8).components(separatedBy: "\n")
    }

    func save() throws {
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Replaces the table that has the same header.
    mutating func replace(_ table: Table) throws {
        let begin = try onlyLine(beginningWith: table.lines[0])
        let end = lines[begin...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        lines.replaceSubrange(begin..<end, with: table.lines)
    }

    /// Replaces the cell after the title of a row.
    mutating func replace(_ cell: String, of title: String) throws {
        let line = try onlyLine(beginningWith: "| \(title) |")
        var cells = lines[line].components(separatedBy: "|")
        cells[2] = " \(cell) "
        lines[line] = cells.joined(separator: "|")
    }

    private func onlyLine(beginningWith text: String) throws -> Int {
        let found = lines.indices.filter { lines[$0].hasPrefix(text) }
        guard found.count == 1 else {
            throw Failure(description: "\(path) must have one line that begins with '\(text)', but has \(found.count)")
        }
        return found[0]
    }
}
