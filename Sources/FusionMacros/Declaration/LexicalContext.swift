/// Where a declaration stands, as far as the compiler tells.
enum LexicalContext: Equatable {
    case extensionOfContainer
    /// Requirements get no accessors, so the compiler asks for the peer only.
    case protocolBody
    case elsewhere
    /// Compilers before 6.0 do not say.
    case unknown

    init(_ excerpts: [SourceExcerpt]?) {
        guard let excerpts else {
            self = .unknown
            return
        }
        guard let innermost = excerpts.first else {
            self = .elsewhere
            return
        }
        let scan = Scanner.scan(innermost.source)
        guard let declaration = try? DeclarationReader.read(scan),
            let keyword = scan.tokens.firstIndex(where: { $0.range == declaration.keyword })
        else {
            self = .elsewhere
            return
        }
        switch declaration.keywordText {
        case "protocol": self = .protocolBody
        case "extension" where Self.namesContainer(scan.tokens[(keyword + 1)...].lazy.map(scan.text)):
            self = .extensionOfContainer
        default: self = .elsewhere
        }
    }

    /// `Container`, `Fusion.Container` or `Fusion::Container`, and not `Container.Scope` or `Some.Container`.
    private static func namesContainer(_ words: some Sequence<String>) -> Bool {
        var path: [String] = []
        for word in words {
            guard word != "{", word != "where", path.last != "Container" || word == "." else { break }
            path.append(word)
        }
        return [["Container"], ["Fusion", ".", "Container"], ["Fusion", ":", ":", "Container"]].contains(path)
    }
}
