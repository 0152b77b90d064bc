/// An answer of the plugin, which has one of the parts.
struct PluginMessage: Encodable {
    var getCapabilityResult: [String: [String: Int]]?
    var expandMacroResult: Expansion?

    /// The version of the protocol that sends `lexicalContext` and expects `expandMacroResult`.
    static let capability = PluginMessage(getCapabilityResult: ["capability": ["protocolVersion": 7]])
}

/// The answer to one expansion request.
struct Expansion: Encodable, Equatable {
    var expandedSource: String?
    var diagnostics: [Diagnostic] = []
}

/// An error with its position and its fix-its.
struct Diagnostic: Encodable, Equatable {
    var message: String
    var severity = "error"
    var position: Position
    /// Always empty; the compiler requires the keys.
    var highlights: [String] = []
    var notes: [String] = []
    var fixIts: [FixIt] = []

    /// Creates an error from what an attribute must be or have.
    init(_ attribute: String, must rule: String, position: Position, fixIts: [FixIt] = []) {
        message = "'\(attribute)' must " + rule
        (self.position, self.fixIts) = (position, fixIts)
    }

    struct Position: Encodable, Equatable {
        var fileName: String
        var offset: Int

        /// The position that makes the compiler show an error without a position.
        static let unknown = Position(fileName: "", offset: 0)
    }

    struct PositionRange: Encodable, Equatable {
        var fileName: String
        var startOffset: Int
        var endOffset: Int
    }

    struct FixIt: Encodable, Equatable {
        var message: String
        var changes: [Change]
    }

    struct Change: Encodable, Equatable {
        var range: PositionRange
        var newText: String
    }
}
