/// A note that is, or is about to be, in the store.
package struct Note: Codable, Sendable, Equatable, Identifiable {
    package let id: Int
    package var text: String

    package init(id: Int, text: String) {
        self.id = id
        self.text = text
    }
}

/// What somebody wants to be written down.
package struct Draft: Codable, Sendable {
    package var text: String

    package init(text: String) {
        self.text = text
    }

    package static let longestText = 10_000

    /// The text, if every store can keep it and it is worth it.
    func checkedText() throws(NoteError) -> String {
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !isBlank else {
            throw .unusable("The text is empty.")
        }
        // SQLite's functions end a text there.
        guard !text.unicodeScalars.contains("\0") else {
            throw .unusable("The text has a NUL character in it.")
        }
        guard text.count <= Draft.longestText else {
            throw .unusable("The text has \(text.count) characters; \(Draft.longestText) are allowed.")
        }
        return text
    }
}

/// Why a request about notes cannot be fulfilled.
package enum NoteError: Error, Equatable {
    /// No note has this id.
    case unknown(id: String)
    /// The draft cannot become a note.
    case unusable(String)
}
