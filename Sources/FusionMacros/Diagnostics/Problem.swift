/// A mistake in a declaration.
///
/// Positions are in bytes of the declaration's text.
struct Problem: Error {
    struct Edit {
        var range: Range<Int>
        var text: String

        static func insert(_ text: String, at offset: Int) -> Edit { Edit(range: offset..<offset, text: text) }

        static func remove(_ range: Range<Int>) -> Edit { Edit(range: range, text: "") }
    }

    /// The message of a fix-it, and what it changes.
    typealias Repair = (message: String, edits: [Edit])

    /// The verb and the object after "must": what the attribute must be or have instead.
    var rule: String
    var range: Range<Int>
    var repair: Repair?

    init(must rule: String, at range: Range<Int>, repair: Repair? = nil) {
        (self.rule, self.range, self.repair) = (rule, range, repair)
    }

    /// Returns the diagnostic for this mistake with a macro, with positions in the file.
    func diagnostic(of macro: String, in location: SourceExcerpt.Location) -> Diagnostic {
        let (file, start) = (location.fileName, location.offset)
        let fixIts = [repair].compactMap(\.self).map { message, edits in
            let changes = edits.map { edit in
                let (first, last) = (start + edit.range.lowerBound, start + edit.range.upperBound)
                return Diagnostic.Change(
                    range: Diagnostic.PositionRange(fileName: file, startOffset: first, endOffset: last),
                    newText: edit.text
                )
            }
            return Diagnostic.FixIt(message: message, changes: changes)
        }
        let position = Diagnostic.Position(fileName: file, offset: start + range.lowerBound)
        return Diagnostic("@\(macro)", must: rule, position: position, fixIts: fixIts)
    }
}
