import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    /// A wrong use of `@Service`, the compiler's diagnostics, and the declaration after the fix-its.
    struct Mistake {
        /// The declaration around this one, or nil for the top level of the file.
        var place: String?
        var declaration: String
        /// The code behind the declaration.
        var rest: String
        /// `line:column message` of each error and warning, without the compiler's "(from macro ...)".
        ///
        /// Diagnostics in the expansion have `expansion` in place of the line and column.
        var errors: [String]
        /// The messages of the fix-its.
        var repairs: [String]
        var repaired: String?

        init(
            in place: String? = "extension Container",
            _ declaration: String,
            _ rest: String = "",
            errors: [String],
            repairs: [String] = [],
            repaired: String? = nil
        ) {
            (self.place, self.declaration, self.rest) = (place, declaration, rest)
            (self.errors, self.repairs, self.repaired) = (errors, repairs, repaired)
        }

        /// A mistake with one error and one fix-it.
        init(
            in place: String? = "extension Container",
            _ declaration: String,
            _ error: String,
            _ repair: String,
            _ repaired: String
        ) {
            self.init(in: place, declaration, errors: [error], repairs: [repair], repaired: repaired)
        }

        /// The file with the declaration on its third line, or on its second one at the top level.
        private func file(_ declaration: String) -> String {
            place.map { "import Fusion\n\($0) {\n    \(declaration)\(rest)\n}\n" }
                ?? "import Fusion\n\(declaration)\(rest)\n"
        }

        /// The answers of the plugin to the compiler's two requests.
        private var diagnostics: [Diagnostic] {
            let context =
                place?.split(separator: "; ").last?.split(separator: " { ").reversed().map { "\($0) {}" } ?? []
            return ["accessor", "peer"].flatMap { role in
                expansion(declaration, role: role, attribute: attribute, context: context).diagnostics
            }
        }

        /// The last attribute with its arguments.
        private var attribute: String {
            var depth = 0
            return String(
                declaration[(declaration.ranges(of: "@Service").last?.lowerBound ?? declaration.startIndex)...].prefix {
                    depth += $0 == "(" ? 1 : $0 == ")" ? -1 : 0
                    return depth > 0 || $0 != " "
                }
            )
        }

        /// The declarations that the mistakes use.
        private static let surroundings = """
            import Fusion

            final class Cup { init() {}; init(pool: Pool) {} }
            struct Pool: Sendable {
                var size = 1
                init(size: Int) throws {}
                static func open() async throws -> Pool { try Pool(size: 1) }
                static func wait() async -> Pool { try! Pool(size: 1) }
            }
            func pour(_ what: String) -> String { what }
            func guess<T>() -> T { fatalError() }
            protocol Drink {}
            struct Mug { var size: Int }
            func doubled(_ number: Int) -> Int { 2 * number }

            extension Container {
                var number: Int { 1 }
                func twice(_ number: Int) -> Int { 2 * number }
                static func twice(_ number: Int) -> Int { 2 * number }
                var `where`: Int { 1 }
            }
            """

        /// Expects each mistake to have exactly its errors, in this order, and its fix-its.
        ///
        /// Applying the fix-its must result in the expected declaration, which must type-check.
        static func check(_ mistakes: [Mistake], sourceLocation: SourceLocation = #_sourceLocation) throws {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let files = try mistakes.enumerated().map { number, mistake in
                try compiler.write(mistake.file(mistake.declaration), to: "Mistake\(number).swift")
            }
            let rest = try compiler.write(surroundings, to: "Rest.swift")
            let (found, text) = try compiler.typeCheck(files + [rest])
            var others = found
            for (mistake, file) in zip(mistakes, files) {
                let comment = Comment(rawValue: mistake.declaration)
                let own = found.filter { $0.concerns(file) }
                others.removeAll { $0.concerns(file) }
                #expect(own.map { $0.line(in: file) } == mistake.errors, comment, sourceLocation: sourceLocation)
                let fixIts = mistake.diagnostics.flatMap(\.fixIts)
                let notes = own.flatMap(\.notes).map(\.message).filter { note in fixIts.contains { $0.message == note }
                }
                #expect(fixIts.map(\.message) == mistake.repairs, comment, sourceLocation: sourceLocation)
                #expect(notes == mistake.repairs, comment, sourceLocation: sourceLocation)
                let result = apply(fixIts.flatMap(\.changes), to: mistake.declaration)
                #expect(result == mistake.repaired ?? mistake.declaration, comment, sourceLocation: sourceLocation)
            }
            #expect(others == [], "\(text)", sourceLocation: sourceLocation)

            let repaired = try mistakes.enumerated().compactMap { number, mistake in
                try mistake.repaired.map { try compiler.write(mistake.file($0), to: "Mistake\(number).swift") }
            }
            guard !repaired.isEmpty else { return }
            let (left, problems) = try compiler.typeCheck(repaired + [rest])
            #expect(left == [], "\(problems)", sourceLocation: sourceLocation)
        }

        static func apply(_ changes: [Diagnostic.Change], to declaration: String) -> String {
            var bytes = Array(declaration.utf8)
            let ordered = changes.enumerated().sorted {
                ($0.element.range.startOffset, $0.offset) > ($1.element.range.startOffset, $1.offset)
            }
            for (_, change) in ordered {
                let range =
                    change.range.startOffset - offsetOfDeclaration..<change.range.endOffset - offsetOfDeclaration
                bytes.replaceSubrange(range, with: Array(change.newText.utf8))
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    extension CompilerDiagnostic {
        /// Whether the diagnostic is in the file or in a macro expansion of the file.
        fileprivate func concerns(_ file: String) -> Bool {
            self.file == file || notes.contains { $0.file == file && $0.message.hasPrefix("in expansion of macro") }
        }

        fileprivate func line(in file: String) -> String {
            let plain = message.range(of: " (from macro").map { String(message[..<$0.lowerBound]) } ?? message
            return self.file == file ? "\(line):\(column) \(plain)" : "expansion \(plain)"
        }
    }
#endif
