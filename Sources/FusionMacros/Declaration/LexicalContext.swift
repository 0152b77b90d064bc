/// The kind of code that contains a declaration, as far as the compiler reports it.
enum LexicalContext: Equatable {
    case extensionOfContainer
    /// A protocol. A requirement has no accessors, so the compiler asks only for the peer.
    case protocolBody
    /// A struct, a class, an actor, or code. A property there can have a wrapper.
    case placeOfWrappers
    /// An enum, another extension, or no declaration at all.
    case elsewhere
    /// Unknown, because compilers before 6.0 do not report it.
    case unknown

    /// Determines the kind of code from the enclosing declarations.
    ///
    /// - Parameters:
    ///   - excerpts: The enclosing declarations, innermost first.
    ///   - discriminator: The mangled name of the expansion. It contains the type that an alias stands for.
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
        case "extension" where discriminator.map(isInExtensionOfContainer) == true: self = .extensionOfContainer
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

/// Returns whether a mangled name is in an extension of `Container`, or false if the name cannot be read.
///
/// `$s6Fusion9ContainerC6ClientE...` is in the extension of `Container` in the module `Client`.
private func isInExtensionOfContainer(_ name: String) -> Bool {
    let container = "$s6Fusion9ContainerC"
    guard name.hasPrefix(container) else { return false }
    // For a type nested in `Container`, this letter is the kind of the type; for an extension, it is an `E`.
    return endOfIdentifier(name.dropFirst(container.count)).first == "E"
}

/// Returns the text after an identifier in a mangled name.
///
/// An identifier is a length and as many bytes, or a zero and words that repeat earlier ones, as in `0A6Client`.
private func endOfIdentifier(_ text: Substring) -> Substring {
    var rest = text
    if rest.first == "0" {
        rest = rest.dropFirst().drop(while: \.isLowercase)
        guard rest.popFirst()?.isUppercase == true else { return "" }
    }
    let digits = rest.prefix(while: \.isNumber)
    guard let length = Int(digits) else { return "" }
    let bytes = rest.utf8.dropFirst(digits.utf8.count)
    return bytes.count > length ? Substring(bytes.dropFirst(length)) : ""
}
