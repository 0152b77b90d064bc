import Foundation
import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service handles damaged declarations")
    struct MutationTests {
        static let count = 6_000

        @Test(
            "Expanding thousands of damaged declarations neither crashes nor hangs and balances all brackets",
            arguments: UInt64(0)..<4
        )
        func balanced(seed: UInt64) {
            var random = FixedRandom(seed: seed)
            var expansions = 0
            for count in 0..<Self.count {
                let declaration = Mutations.next(&random)
                let expansion = expansion(declaration, role: count % 4 == 0 ? "peer" : "accessor")
                check(expansion.diagnostics, of: declaration)
                guard let source = expansion.expandedSource else { continue }
                expansions += 1
                if Scanner.scan(source).trouble != nil { Issue.record("\(declaration)\n---\n\(source)") }
            }
            // The test needs many declarations that expand and many that do not.
            #expect(Self.count / 10..<Self.count * 9 / 10 ~= expansions)
        }

        @Test("Expanding thousands of damaged functions neither crashes nor hangs and balances all brackets")
        func functions() {
            var random = FixedRandom(seed: 1)
            var expansions = 0
            for count in 0..<Self.count {
                let declaration = Mutations.next(&random, of: Mutations.functions)
                let expansion = provided(declaration, role: count % 4 == 0 ? "peer" : "body")
                check(expansion.diagnostics, of: declaration)
                guard let source = expansion.expandedSource, expansion.diagnostics.isEmpty else { continue }
                expansions += 1
                if Scanner.scan(source).trouble != nil { Issue.record("\(declaration)\n---\n\(source)") }
            }
            #expect(Self.count / 10..<Self.count * 9 / 10 ~= expansions)
        }

        @Test("A declaration that parses still parses after its expansion")
        func parses() throws {
            var random = FixedRandom(seed: 6)
            var declarations: Set<String> = []
            while declarations.count < 1_500 {
                let declaration = Mutations.next(&random)
                // The parser of the compiler hangs on `"\(/)"`.
                if !declaration.contains("(/"), accessors(declaration) != nil { declarations.insert(declaration) }
            }
            let compiler = try Compiler()
            defer { compiler.remove() }
            var files: [(before: String, after: String)] = []
            for (index, declaration) in declarations.sorted().enumerated() {
                let expanded = """
                    extension Container {
                    var property: Any {
                    \(accessors(declaration) ?? "")
                    }
                    \(peer(declaration) ?? "")
                    }
                    """
                files.append(
                    (
                        try compiler.write("extension Container {\n\(declaration)\n}\n", to: "Before\(index).swift"),
                        try compiler.write(expanded, to: "After\(index).swift")
                    )
                )
            }
            let brokenBefore = try compiler.parse(files.map(\.before))
            let whole = files.filter { !brokenBefore.contains($0.before) }
            let brokenAfter = try compiler.parse(whole.map(\.after))
            #expect(whole.count > 300)
            for file in whole where brokenAfter.contains(file.after) {
                let before = try String(contentsOfFile: file.before, encoding: .utf8)
                let after = try String(contentsOfFile: file.after, encoding: .utf8)
                Issue.record("\(before)\n---\n\(after)")
            }
        }

        // The time limit stops a quadratic parser, which would run for hours.
        @Test("The expansion of deeply nested and very long declarations ends", .timeLimit(.minutes(10)))
        func extremes() {
            for piece in [
                "(", "[", "{", "\"\\(", "/*", "#", "/", "\"\"\"", "`", "@a ", "<", "a.", "self.", "{ a in ", "/a",
                "#\"\"\"",
            ] {
                let run = String(repeating: piece, count: 20_000)
                for declaration in [
                    "@Service var x = " + run, "@Service var x: \(run) = 1", run, "@Service var x { \(run)",
                ] {
                    _ = expansion(declaration)
                    _ = expansion(declaration, role: "peer")
                }
            }
        }

        /// Expects every location of a diagnostic to be inside the declaration, because the compiler cannot show another
        /// one.
        private func check(_ diagnostics: [Diagnostic], of declaration: String) {
            let places = 100...(100 + declaration.utf8.count)
            for diagnostic in diagnostics {
                var isInside = places.contains(diagnostic.position.offset)
                for change in diagnostic.fixIts.flatMap(\.changes) {
                    isInside =
                        isInside && places.contains(change.range.startOffset) && places.contains(change.range.endOffset)
                        && change.range.startOffset <= change.range.endOffset
                }
                if !isInside { Issue.record("\(diagnostic) in \(declaration)") }
                let isKnown = ["'@Service' must ", "'@Provides' must "].contains { diagnostic.message.hasPrefix($0) }
                if !isKnown { Issue.record("\(diagnostic.message)") }
            }
        }
    }
#endif
