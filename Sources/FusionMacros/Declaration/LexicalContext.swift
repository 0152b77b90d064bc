/// The kind of code that contains a declaration, as far as the compiler reports it.
enum LexicalContext: Equatable {
    case extensionOfContainer
    /// A protocol. A requirement has no accessors, so the compiler asks only for the peer.
    case protocolBody
    /// A struct, a class, an actor, or code. A property there can have a wrapper.
    case placeOfWrappers
    /// An enum, another extension, or no declaration at all.
    case elsewhere

    /// Determines the kind of code from the innermost enclosing declaration, if there is one.
    init(_ scan: Scan) {
        let words = scan.outerIndices(after: -1, before: scan.tokens.count).map(scan.text(at:))
        switch words.first(where: { ["protocol", "extension", "enum"].contains($0) }) {
        case "protocol"?: self = .protocolBody
        case "extension"?:
            let name = words.drop { $0 != "extension" }.dropFirst().prefix { $0 != "{" && $0 != "where" }.joined()
            // A colon follows in `Container: P`, and another one in `Container::Scope`.
            let isOfContainer = ["Container", "Fusion.Container", "Fusion::Container"].contains { container in
                name == container || name.hasPrefix(container + ":") && !name.hasPrefix(container + "::")
            }
            self = isOfContainer ? .extensionOfContainer : .elsewhere
        case "enum"?: self = .elsewhere
        default: self = words.isEmpty ? .elsewhere : .placeOfWrappers
        }
    }
}
