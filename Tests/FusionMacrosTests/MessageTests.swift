import Foundation
import Testing

#if canImport(FusionMacros)
    @testable import FusionMacros

    @Suite("The plugin answers the messages of the compiler")
    struct MessageTests {
        private func answer(_ message: String) -> String {
            String(decoding: MessageHandler.answer(to: Array(message.utf8)), as: UTF8.self)
        }

        private func refusal(_ text: String) -> String {
            #"{"expandMacroResult":{"diagnostics":[{"fixIts":[],"highlights":[],"message":"\#(text)","notes":[],"#
                + #""position":{"fileName":"","offset":0},"severity":"error"}]}}"#
        }

        private func expandMessage(_ declaration: String, role: String = "accessor", extra: String = "") -> String {
            let place = #""location":{"column":1,"fileID":"A/B.swift","fileName":"/B.swift","line":1,"offset":0}"#
            return #"{"expandAttachedMacro":{\#(extra)"#
                + #""attributeSyntax":{"kind":"attribute","source":"@Service ",\#(place)},"#
                + #""declSyntax":{"kind":"declaration","source":"\#(declaration)",\#(place)},"discriminator":"$s","#
                + #""lexicalContext":[{"kind":"declaration","source":"extension Container {}",\#(place)}],"#
                + #""macro":{"moduleName":"FusionMacros","name":"Service","typeName":"ServiceMacro"},"#
                + #""macroRole":"\#(role)"}}"#
        }

        @Test("The plugin announces protocol version 7, whatever version the compiler announces")
        func capability() {
            let expected = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
            #expect(answer(#"{"getCapability":{"capability":{"protocolVersion":99,"new":[]}}}"#) == expected)
            #expect(answer(#"{"getCapability":{}}"#) == expected)
        }

        @Test("The answer to an expansion contains its source")
        func expansion() {
            #expect(
                answer(expandMessage("@Service var x: T", role: "accessor"))
                    == #"{"expandMacroResult":{"diagnostics":[],"expandedSource":"get {\n    Self.__service_x.get(from: self)"#
                    + #" { $0.x }\n}\nset {\n    Self.__service_x.set(newValue, in: self)\n}"}}"#
            )
        }

        @Test("The plugin ignores unknown keys")
        func unknownKeys() {
            let message = expandMessage(
                "@Service var x = 1",
                extra: #""staticBuildConfiguration":"{}","new":{"a":[1]},"#
            )
            #expect(answer(message) == answer(expandMessage("@Service var x = 1")))
            #expect(answer(message).contains("Self.__service_x.get(from: self, .init()) { __owner in"))
        }

        @Test("The plugin accepts a property if the compiler sends no context")
        func withoutContext() {
            #expect(FusionMacrosTests.expansion("@Service var x = 1", context: nil).source != nil)
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

        @Test("The answer for a macro of another type is an error")
        func unknownMacro() {
            let message = expandMessage("@Service var x = 1").replacing("\"ServiceMacro\"", with: "\"Other\"")
            #expect(
                answer(message) == refusal("'@Service' must be declared with the type 'ServiceMacro', not 'Other'")
            )
        }

        @Test("The answer for a role that @Service does not have is an error")
        func unknownRole() {
            #expect(
                messages(FusionMacrosTests.expansion("@Service var x = 1", role: "body")) == [
                    "'@Service' must be declared as an accessor and a peer macro, not with the role 'body'"
                ]
            )
        }

        @Test("The answer to a text that is no property declaration is an error in one of the two roles")
        func unreadableDeclaration() {
            let text = ["'@Service' must be attached to a complete property declaration"]
            for source in [
                "@Service var x = \"", "@Service var x = (1", "@Service var x = 1 }", "@Service var",
                "@Service var _ = 1",
            ] {
                #expect(messages(FusionMacrosTests.expansion(source)) == text, "\(source)")
                #expect(FusionMacrosTests.expansion(source, role: "peer") == .nothing, "\(source)")
            }
            for source in ["", "@Service", "@Service something else", "/*"] {
                #expect(messages(FusionMacrosTests.expansion(source, role: "peer")) == text, "\(source)")
                #expect(FusionMacrosTests.expansion(source) == .nothing, "\(source)")
            }
        }

        @Test("The plugin reads a message in pieces, answers messages in order and ends with its input")
        func pieces() throws {
            // A plugin that ends early fails the expectation and does not end the tests.
            signal(SIGPIPE, SIG_IGN)
            let plugin = Process()
            plugin.executableURL = try BuildProducts.plugin
            let (input, output) = (Pipe(), Pipe())
            plugin.standardInput = input
            plugin.standardOutput = output
            try plugin.run()
            let message = Array(expandMessage("@Service var x = 1").utf8)
            let frame = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message
            let expected = MessageHandler.answer(to: message)
            let expectedFrame = (0..<8).map { UInt8(truncatingIfNeeded: expected.count >> ($0 * 8)) } + expected
            // The first answer shows that the plugin is waiting, so that it receives the pieces one by one.
            try input.fileHandleForWriting.write(contentsOf: Data(frame))
            var answers = [UInt8](try output.fileHandleForReading.read(upToCount: 1) ?? Data())
            for start in stride(from: 0, to: frame.count, by: 200) {
                try? input.fileHandleForWriting.write(contentsOf: Data(frame[start..<min(start + 200, frame.count)]))
                usleep(10_000)
            }
            try input.fileHandleForWriting.close()
            answers += [UInt8](output.fileHandleForReading.readDataToEndOfFile())
            plugin.waitUntilExit()
            #expect(answers == expectedFrame + expectedFrame)
            #expect(plugin.terminationStatus == 0)
        }

        @Test("An impossible message length ends the plugin")
        func absurdLength() throws {
            let plugin = Process()
            plugin.executableURL = try BuildProducts.plugin
            let input = Pipe()
            plugin.standardInput = input
            plugin.standardOutput = Pipe()
            try plugin.run()
            input.fileHandleForWriting.write(Data(repeating: 0xFF, count: 8))
            plugin.waitUntilExit()
            #expect(plugin.terminationStatus == 0)
            #expect(plugin.terminationReason == .exit)
        }
    }
#endif
