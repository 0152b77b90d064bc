/// An answer of the plugin.
enum PluginMessage: Encodable {
    case getCapabilityResult(capability: [String: Int])
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])

    /// The version of the protocol that sends `lexicalContext` and expects `expandMacroResult`.
    static let capability = PluginMessage.getCapabilityResult(capability: ["protocolVersion": 7])
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
