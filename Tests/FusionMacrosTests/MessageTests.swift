import Foundation
import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("The plugin answers the messages of the compiler")
    struct MessageTests {
        private func answer(_ message: String) -> String { answer(Array(message.utf8)) }

        private func answer(_ message: [UInt8]) -> String {
            String(decoding: MessageHandler.answer(to: message), as: UTF8.self)
        }

        private func refusal(_ text: String) -> String {
            #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[],"message":"\#(text)","notes":[],"#
                + #""position":{"fileName":"","offset":0},"severity":"error"}]}}"#
        }

        @Test("The plugin announces protocol version 7, whatever version the compiler announces")
        func capability() {
            let expected = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
            #expect(answer(#"{"getCapability":{"capability":{"protocolVersion":99,"new":[]}}}"#) == expected)
            #expect(answer(#"{"getCapability":{}}"#) == expected)
        }

        @Test("The answer to an expansion contains its source, whatever unknown keys the message has")
        func expansion() throws {
            let source =
                #"{"expandMacroResult":{"diagnostics":[],"expandedSource":"get {\n    Fusion._ServiceKey(Self.__Service_x.self).get(from: self)"#
                + #" { $0.x }\n}\nset {\n    Fusion._ServiceKey(Self.__Service_x.self).set(newValue, in: self)\n}\n"#
                + #"_modify {\n    var __value: T = Fusion._ServiceKey.changing { self.x }\n"#
                + #"    defer { self.x = __value }\n    yield &__value\n}"}}"#
            let expected = source.replacing("Fusion.", with: fusion)
            let unknown: [String: Any] = ["staticBuildConfiguration": "{}", "new": ["a": [1]]]
            #expect(answer(try message("@Service var x: T")) == expected)
            #expect(answer(try message("@Service var x: T", extra: unknown)) == expected)
        }

        @Test("The plugin accepts a property if the compiler sends no context")
        func withoutContext() {
        }

        @Test(
            "The answer to an unreadable message is an error",
            arguments: [
                "", "{", "null", "[]", "\"\"", "{\"expandAttachedMacro\":{}}", "{\"expandAttachedMacro\":7}", "\u{0}",
                String(repeating: "[", count: 10_000),
            ]
        )
        func unreadable(message: String) {
            #expect(
                answer(message)
                    == refusal("'@Service' must be expanded by a compatible compiler; its message is unreadable")
            )
        }

        @Test("The answer to an unknown message is an error")
        func unknown() {
            let text = refusal("'@Service' must be attached to a property; its plugin has no other macro")
            #expect(answer(#"{"expandFreestandingMacro":{"macro":{}}}"#) == text)
            #expect(answer(#"{"loadPluginLibrary":{"libraryPath":"a"}}"#) == text)
            #expect(answer("{}") == text)
        }

        @Test("The answer to a text that is no property declaration is an error in one of the two roles")
        func unreadableDeclaration() {
            func text(_ source: String) -> [String] {
                let rule = "'@Service' must be attached to a complete property declaration"
                let isScanned = Scanner.scan(source).trouble == nil
                return [isScanned ? rule : rule + "; write a regular expression as '#/.../#'"]
            }
            for source in [
                "@Service var x = \"", "@Service var x = (1", "@Service var x = 1 }", "@Service var",
                "@Service var _ = 1",
            ] {
                #expect(messages(FusionMacrosTests.expansion(source)) == text(source), "\(source)")
                #expect(FusionMacrosTests.expansion(source, role: "peer") == Expansion(), "\(source)")
            }
            for source in ["", "@Service", "@Service something else", "/*"] {
                #expect(messages(FusionMacrosTests.expansion(source, role: "peer")) == text(source), "\(source)")
                #expect(FusionMacrosTests.expansion(source) == Expansion(), "\(source)")
            }
        }

        @Test("The plugin reads a message in pieces, answers messages in order and ends with its input")
        func pieces() throws {
            func frame(_ message: [UInt8]) -> Data {
                Data((0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message)
            }
            let message = try message("@Service var x = 1")
            let (sent, expected) = (frame(message), frame(MessageHandler.answer(to: message)))
            let (status, answers) = try BuildProducts.run(BuildProducts.plugin.path) { input, output in
                // The first answer shows that the plugin is waiting, so that it receives the pieces one by one.
                try input.write(contentsOf: sent)
                let first = try output.read(upToCount: 1) ?? Data()
                for start in stride(from: 0, to: sent.count, by: 200) {
                    try? input.write(contentsOf: sent[start..<min(start + 200, sent.count)])
                    usleep(10_000)
                }
                return first
            }
            #expect(answers == expected + expected)
            #expect(status == 0)
        }

        @Test("An impossible message length ends the plugin")
        func absurdLength() throws {
            let (status, answers) = try BuildProducts.run(BuildProducts.plugin.path) { input, _ in
                input.write(Data(repeating: 0xFF, count: 8))
                return Data()
            }
            #expect(status == 0 && answers.isEmpty)
        }
    }
#endif
