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
        let answer: PluginMessage
        do {
            answer = reply(to: try JSONDecoder().decode(HostMessage.self, from: Data(bytes)))
        } catch {
            answer = refusal("'@Service' must be expanded by a compatible compiler; its message is unreadable")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // An answer contains only strings and integers, which can always be encoded.
        let encoded = try? encoder.encode(answer)
        return encoded.map { [UInt8]($0) } ?? Array(#"{"expandMacroResult":{"diagnostics":[]}}"#.utf8)
    }

    private static func reply(to message: HostMessage) -> PluginMessage {
        if message.getCapability != nil {
            return .capability
        }
        guard let request = message.expandAttachedMacro else {
            return refusal("'@Service' must be attached to a property; its plugin has no other macro")
        }
        return PluginMessage(expandMacroResult: ServiceMacro(request).expand())
    }

    private static func refusal(_ text: String) -> PluginMessage {
        PluginMessage(expandMacroResult: Expansion(diagnostics: [Diagnostic(message: text, position: .unknown)]))
    }
}
