import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Provides copies the statements of a body")
    struct ProvidesBodyTests {
        /// The lines of the expansion between the directives around the statements, of a body that begins in line 10.
        private func statements(_ body: String, effects: String = "") -> [String]? {
            let lines = provided("@Provides func x()\(effects) -> T {\(body)}").expandedSource?.split(separator: "\n")
            guard let lines, let first = lines.firstIndex(where: { $0.hasSuffix(", line: 10)") }) else { return nil }
            return lines[(first + 1)...].prefix { $0 != "#sourceLocation()" }.map(String.init)
        }

        @Test("The statements keep their lines and columns")
        func positions() {
            let blanks = String(repeating: " ", count: 25)
            #expect(statements(" y ") == [blanks + " y }"])
            #expect(statements("\n\tlet y = 1 // }\n\ty\n") == [blanks, "\tlet y = 1 // }", "\ty", "}"])
        }

        @Test("'#warning' and '#error', which the compiler reports for the declaration, are left out")
        func diagnostics() {
            let body = "\n#warning(\"a \\(1)\")\n  #error(\n\"\"\"\nb\n\"\"\") ; y; #warn(2)\n"
            let copied = statements(body)?.dropFirst().map { $0.filter { $0 != " " } }
            #expect(copied == ["", "", "", "", ";y;#warn(2)", "}"])
        }

        @Test("A directive that ends another one returns to the positions of the file")
        func directives() {
            let other = "#sourceLocation(file: \"A.swift\", line: 1)"
            let back = "#sourceLocation(file: \"/File.swift\", line: 14)"
            #expect(
                statements("\n\(other)\nlet y = 1\n#sourceLocation()\ny\n")?.dropFirst() == [
                    other, "let y = 1", back, "y", "}",
                ]
            )
            #expect(statements("\n\(other)\ny\n")?.dropFirst() == [other, "y", "}"])
        }

        @Test(
            "The closure with the statements states its effects",
            arguments: [
                ("", "{ () throws(Swift.Never) in"), (" throws", "{ () throws in"), (" async", "{ () async in"),
                (" async throws", "{ () async throws in"),
            ]
        )
        func effects(_ effects: String, signature: String) {
            let source = provided("@Provides func x()\(effects) -> T { y }").expandedSource
            #expect(source?.contains("owned: __owned) \(signature)\n") == true)
        }
    }
#endif
