/// Where a declaration stands, as far as the compiler tells.
enum LexicalContext: Equatable {
    case extensionOfContainer
    /// Requirements get no accessors, so the compiler asks for the peer only.
    case protocolBody
    /// A struct, a class, an actor, or code: a property there can have a wrapper.
    case placeOfWrappers
    /// An enum, another extension, or no declaration at all.
    case elsewhere
    /// Compilers before 6.0 do not say.
    case unknown

    /// - Parameters:
    ///   - excerpts: The declarations around, innermost first.
    ///   - discriminator: The mangled name of the expansion, which tells what an alias stands for.
    init(_ excerpts: [SourceExcerpt]?, discriminator: String? = nil) {
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
            // A closure.
            self = .placeOfWrappers
            return
        }
        switch declaration.keywordText {
        case "protocol": self = .protocolBody
        case "extension" where Self.namesContainer(scan.tokens[(keyword + 1)...].lazy.map(scan.text)):
            self = .extensionOfContainer
        case "extension" where discriminator.map(MangledExtension.isOfContainer) == true: self = .extensionOfContainer
        case "extension", "enum": self = .elsewhere
        default: self = .placeOfWrappers
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

/// The start of a mangled name: `$s6Fusion9ContainerC6ClientE...` is in the module `Client`'s extension of `Container`.
private enum MangledExtension {
    /// False too for a name that is not understood.
    static func isOfContainer(_ name: String) -> Bool {
        let container = "$s6Fusion9ContainerC"
        guard name.hasPrefix(container) else { return false }
        // A type nested in `Container` has its kind where an extension has its `E`.
        return endOfIdentifier(Substring(name.dropFirst(container.count))).first == "E"
    }

    /// The rest behind a length and as many bytes, or behind a zero and words that repeat earlier ones: `0A6Client`.
    private static func endOfIdentifier(_ text: Substring) -> Substring {
        var rest = text
        if rest.first == "0" {
            rest = rest.dropFirst().drop(while: \.isLowercase)
            guard rest.first?.isUppercase == true else { return "" }
            rest.removeFirst()
        }
        let digits = rest.prefix(while: \.isNumber)
        guard let length = Int(digits) else { return "" }
        let bytes = rest.utf8.dropFirst(digits.utf8.count)
        return bytes.count > length ? Substring(bytes.dropFirst(length)) : ""
    }
}
