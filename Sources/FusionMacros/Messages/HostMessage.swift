/// A message from the compiler.
///
/// Unknown keys are ignored, so that newer compilers can send additional ones.
struct HostMessage: Decodable {
    struct Nothing: Decodable {}

    var getCapability: Nothing?
    var expandAttachedMacro: ExpansionRequest?
}

/// A request to expand an attribute on a declaration in a role.
struct ExpansionRequest: Decodable {
    struct Macro: Decodable {
        /// The type that `#externalMacro` names.
        var typeName: String
    }

    var macro: Macro
    var macroRole: String
    var attributeSyntax: SourceExcerpt
    var declSyntax: SourceExcerpt
    /// The enclosing declarations, innermost first, without their members.
    var lexicalContext: [SourceExcerpt]
}

/// An excerpt of the source, with the white space and comments before it.
struct SourceExcerpt: Decodable {
    var source: String
    var location: Location

    struct Location: Decodable {
        /// The file in the form of `#fileID`.
        var fileID: String
        var fileName: String
        /// The offset from the start of the file, in bytes of UTF-8.
        var offset: Int
        var line: Int
    }
}
