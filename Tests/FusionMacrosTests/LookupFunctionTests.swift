import Foundation
import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("The plugin knows the functions that look up instances")
    struct LookupFunctionTests {
        /// A function or an initializer in the sources of the libraries.
        private struct Declared {
            let name: String
            let parameters: [String]
            let result: String

            /// Whether an instance of a type is returned to a caller who has only its type, so that it was looked up.
            func looksUp(_ generics: [String]) -> Bool {
                func mentions(_ text: String, _ name: String) -> Bool {
                    text.split { !$0.isLetter && !$0.isNumber }.contains(Substring(name))
                }
                return generics.contains { name in
                    mentions(result, name)
                        && !parameters.contains { mentions($0.replacing(/\w+\.(Type|self)\b/, with: ""), name) }
                }
            }
        }

        /// Returns the names of the public functions in a file that look up what they return.
        private func lookups(in source: String) -> [String] {
            let scan = Scanner.scan(source)
            return scan.tokens.indices.filter { scan.has("func", at: $0) }.compactMap { keyword in
                // The modifiers and attributes are on the lines before, back to the end of another declaration.
                let before = scan.tokens[..<keyword].lastIndex { ["}", "{"].contains(scan.text($0)) } ?? 0
                let modifiers = (before..<keyword).map(scan.text)
                let opening = scan.tokens[keyword...].firstIndex { scan.text($0) == "(" }
                // A declaration that only expansions use.
                let types = ["extension", "struct", "class"]
                let type = scan.tokens[..<keyword].lastIndex { types.contains(scan.text($0)) }
                let isOfExpansions = type.map { scan.text(at: $0 + 1).hasPrefix("_") } ?? true
                guard modifiers.contains("public"), !modifiers.contains("unavailable"), !isOfExpansions, let opening,
                    let closing = scan.tokens[opening].partner
                else { return nil }
                let end = scan.tokens[closing...].firstIndex { scan.text($0) == "{" } ?? scan.tokens.count
                let arrow = (closing..<end).first { scan.has("->", at: $0) } ?? end - 1
                let declared = Declared(
                    name: scan.name(at: keyword + 1),
                    parameters: scan.outerIndices(after: opening, before: closing).split { scan.has(",", at: $0) }
                        .map { item in
                            let last = scan.indexAfter(item[item.endIndex - 1]) - 1
                            return scan.text(scan.range(of: item[item.startIndex]...last))
                        },
                    result: (arrow + 1..<end).map(scan.text).joined(separator: " ")
                )
                let generics = (keyword + 2..<opening).filter { scan.tokens[$0].kind == .word }.map(scan.text)
                return declared.looksUp(generics + ["Interface"]) ? declared.name : nil
            }
        }

        @Test("Each public function that returns an instance of a type that it is told is in the table")
        func complete() throws {
            let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            var found: Set<String> = []
            for library in ["Wormer", "Fusion"] {
                let folder = root.appendingPathComponent("Sources/\(library)")
                for path in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
                    guard let path = path as? String, path.hasSuffix(".swift") else { continue }
                    let file = folder.appendingPathComponent(path)
                    found.formUnion(lookups(in: try String(contentsOf: file, encoding: .utf8)))
                }
            }
            #expect(found.sorted() == Set(LookupFunction.all.map(\.name)).sorted())
        }
    }
#endif
