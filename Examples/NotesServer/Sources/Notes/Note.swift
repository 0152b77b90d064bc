/// A note that is in the store, or is about to be stored.
package struct Note: Codable, Sendable, Equatable, Identifiable {
    package let id: Int
    package var text: String

    package init(id: Int, text: String) {
        self.id = id
        self.text = text
    }
}

/// The content of a note before it is stored.
package struct Draft: Codable, Sendable {
    package var text: String

    package init(text: String) {
        self.text = text
    }

    package static let longestText = 10_000

    /// Returns the text if it is not blank and every store can keep it.
    func checkedText() throws(NoteError) -> String {
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !isBlank else {
            throw .unusable("The text is empty.")
        }
        // For functions of SQLite, a text ends there.
        guard !text.unicodeScalars.contains("\0") else {
            throw .unusable("The text has a NUL character in it.")
        }
        guard text.count <= Draft.longestText else {
            throw .unusable("The text has \(text.count) characters; \(Draft.longestText) are allowed.")
        }
        return text
    }
}

/// The error of a request for notes.
package enum NoteError: Error, Equatable {
    /// No note has this id.
    case unknown(id: String)
    /// The draft cannot become a note.
    case unusable(String)
}
