import Foundation
import Testing

#if os(macOS) || os(Linux)
    // The catalogs of mistakes assert all error texts. Users paste the code in these texts.

    @Suite("The code in error texts compiles")
    struct AdviceTests {
        struct Catalog: CustomTestStringConvertible {
            let fixtures: String
            let tests: [String]
            let imports: [String]

            var testDescription: String { tests.joined(separator: ", ") }
        }

        static let catalogs = [
            Catalog(
                fixtures: "WormerTests/Support/Bakery.swift",
                tests: ["Injector", "Constrained", "Isolation", "Scope", "ScopeValue", "Waiting"].map {
                    "WormerTests/Mistakes/\($0)MistakeTests.swift"
                } + ["WormerGraphTests/GraphMistakeTests.swift"],
                imports: ["Wormer"]
            ),
            Catalog(
                fixtures: "FusionTests/Services/Workshop.swift",
                tests: ["FusionTests/Services/ContainerMistakeTests.swift"],
                imports: ["Fusion"]
            ),
            Catalog(
                fixtures: "CompatTests/Appliances.swift",
                tests: ["CompatTests/ResolverMistakeTests.swift"],
                imports: ["Compat", "Wormer"]
            ),
        ]

        private func text(of file: String) throws -> String {
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            return try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
        }

        /// The code after each sentence that ends with a colon, with an expression for each placeholder.
        private func advice(in file: String) throws -> [String] {
            let text = try text(of: file).replacing(/\\\n */, with: "")
            return text.matches(of: /\n +(?:to do|or) .*:((?:\n {28,}.*)+)/).map { match in
                String(match.1).replacing("<#lookups#>", with: "()").replacing("<#Type#>", with: "Anything")
                    .replacing(/<#([^#]+)#>/) { "(anything() as \($0.1))" }.replacing(#"\\"#, with: #"\"#)
            }
        }

        @Test(
            "Every piece of advised code compiles with its catalog",
            arguments: catalogs,
            ["nonisolated", "MainActor"]
        )
        func compiles(catalog: Catalog, defaultIsolation: String) throws {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let advice = try catalog.tests.flatMap(advice)
            #expect(advice.count >= 4)
            let parameters = catalog.imports.contains("Fusion") ? "_ container: Container" : "_ injector: Injector"
            let functions = advice.enumerated().map { number, code in
                // In an extension of `Container`, where `Scope` is another type.
                let function = "func advice\(number)(\(parameters)) async throws {\(code)\n}\n"
                return catalog.imports == ["Fusion"] ? "extension Container {\nstatic \(function)}\n" : function
            }
            let source =
                catalog.imports.map { "import \($0)\n" } + [
                    "nonisolated struct Anything {}\n",
                    "nonisolated func anything<Value>() -> Value { fatalError() }\n",
                ] + functions
            let files = [
                try compiler.write(source.joined(), to: "Advice.swift"),
                try compiler.write(text(of: catalog.fixtures), to: "Fixtures.swift"),
            ]
            let (diagnostics, text) = try compiler.typeCheck(files, flags: ["-default-isolation", defaultIsolation])
            #expect(diagnostics.filter { $0.level == "error" }.isEmpty, "\(text)\n\(source.joined())")
        }
    }
#endif
