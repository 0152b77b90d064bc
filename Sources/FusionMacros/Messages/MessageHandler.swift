#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A handler that turns the bytes of a message into the bytes of the answer.
///
/// Every message gets an answer.
enum MessageHandler {
    static func answer(to bytes: [UInt8]) -> [UInt8] {
        let message = try? JSONDecoder().decode(HostMessage.self, from: Data(bytes))
        let answer: PluginMessage =
            if message?.getCapability != nil {
                .capability
            } else if let request = message?.expandAttachedMacro {
                PluginMessage(expandMacroResult: expand(request))
            } else if message == nil {
                refusal("be expanded by a compatible compiler; its message is unreadable")
            } else {
                refusal("be attached to a property; its plugin has no other macro")
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // An answer contains only strings and integers, which can always be encoded.
        return (try? encoder.encode(answer)).map { [UInt8]($0) } ?? []
    }

    static func expand(_ request: ExpansionRequest) -> Expansion {
        switch request.macro.typeName {
        case "MainServiceMacro": MacroUse(request).expandMainService()
        default: MacroUse(request).expand()
        }
    }

    private static func refusal(_ rule: String) -> PluginMessage {
        let diagnostic = Diagnostic("@Service", must: rule, position: .unknown)
        return PluginMessage(expandMacroResult: Expansion(diagnostics: [diagnostic]))
    }
}
