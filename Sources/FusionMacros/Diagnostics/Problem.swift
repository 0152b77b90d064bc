/// A mistake in a declaration.
///
/// Positions are in bytes of the declaration's text.
struct Problem: Equatable {
    struct Edit: Equatable {
        var range: Range<Int>
        var text: String
    }

    struct Repair: Equatable {
        var message: String
        var edits: [Edit]
    }

    var message: String
    var range: Range<Int>
    var repair: Repair?
    /// Whether the expansion must contain a getter, so that the compiler does not also report a stored property.
    var needsStandIn = false

    init(_ message: String, at range: Range<Int>, repair: Repair? = nil, needsStandIn: Bool = false) {
        self.message = message
        self.range = range
        self.repair = repair
        self.needsStandIn = needsStandIn
    }

    /// Returns the diagnostic for this mistake, with positions in the file.
    func diagnostic(in location: SourceExcerpt.Location) -> Diagnostic {
        func place(_ range: Range<Int>) -> Diagnostic.PositionRange {
            Diagnostic.PositionRange(
                fileName: location.fileName,
                startOffset: location.offset + range.lowerBound,
                endOffset: location.offset + range.upperBound
            )
        }
        let fixIt = repair.map { repair in
            Diagnostic.FixIt(
                message: repair.message,
                changes: repair.edits.map { Diagnostic.Change(range: place($0.range), newText: $0.text) }
            )
        }
        return Diagnostic(
            message: message,
            position: Diagnostic.Position(
                fileName: location.fileName,
                offset: location.offset + range.lowerBound
            ),
            fixIts: fixIt.map { [$0] } ?? []
        )
    }
}

extension Problem.Edit {
    static func insert(_ text: String, at offset: Int) -> Problem.Edit {
        Problem.Edit(range: offset..<offset, text: text)
    }

    static func remove(_ range: Range<Int>) -> Problem.Edit {
        Problem.Edit(range: range, text: "")
    }
}
