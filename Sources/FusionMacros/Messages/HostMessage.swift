/// What the compiler says.
///
/// Only what is used here is decoded; every other key is ignored, so that a newer compiler may say more.
struct HostMessage: Decodable {
    struct Nothing: Decodable {}

    var getCapability: Nothing?
    var expandAttachedMacro: ExpansionRequest?
}

/// The wish to have an attribute expanded on a declaration in a role.
struct ExpansionRequest: Decodable {
    var macro: Macro
    var macroRole: String
    /// The mangled name of the expansion; it holds the name of the one variable that is meant.
    var discriminator: String?
    var attributeSyntax: SourceExcerpt
    var declSyntax: SourceExcerpt
    /// The declarations around, innermost first, each without its members.
    ///
    /// Compilers before 6.0 do not send it.
    var lexicalContext: [SourceExcerpt]?

    struct Macro: Decodable {
        var typeName: String
    }
}

/// A piece of source with its exact text, white space and comments before it included.
struct SourceExcerpt: Decodable {
    var source: String
    var location: Location

    struct Location: Decodable {
        /// As `#fileID` spells it.
        var fileID: String
        var fileName: String
        /// In bytes of UTF-8 from the start of the file.
        var offset: Int
        var line: Int
    }
}
