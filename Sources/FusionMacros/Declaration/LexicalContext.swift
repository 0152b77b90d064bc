/// The kind of code that contains a declaration, as far as the compiler reports it.
enum LexicalContext: Equatable {
    case extensionOfContainer
    /// A protocol. A requirement has no accessors, so the compiler asks only for the peer.
    case protocolBody
    /// A struct, a class, an actor, or code. A property there can have a wrapper.
    case placeOfWrappers
    /// An enum, another extension, or no declaration at all.
    case elsewhere

    /// Determines the kind of code from the enclosing declarations.
    ///
    /// - Parameter excerpts: The enclosing declarations, innermost first.
    init(_ excerpts: [SourceExcerpt]) {
        guard let innermost = excerpts.first else {
            self = .elsewhere
            return
        }
        let scan = Scanner.scan(innermost.source)
        guard let declaration = try? DeclarationReader.read(scan),
            let keyword = scan.tokens.firstIndex(where: { $0.range == declaration.keyword })
        else {
            // A closure.
            self = .placeOfWrappers
            return
        }
        switch declaration.keywordText {
        case "protocol": self = .protocolBody
        case "extension" where Self.namesContainer(scan.tokens[(keyword + 1)...].lazy.map(scan.text)):
            self = .extensionOfContainer
        case "extension", "enum": self = .elsewhere
        default: self = .placeOfWrappers
        }
    }

    /// Returns whether the name is `Container`, `Fusion.Container` or `Fusion::Container`, but not `Container.Scope` or
    /// `Some.Container`.
    private static func namesContainer(_ words: some Sequence<String>) -> Bool {
        var path: [String] = []
        for word in words {
            guard word != "{", word != "where", path.last != "Container" || word == "." else { break }
            path.append(word)
        }
        return [["Container"], ["Fusion", ".", "Container"], ["Fusion", ":", ":", "Container"]].contains(path)
    }
}
