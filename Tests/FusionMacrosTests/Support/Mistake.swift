import Testing

#if canImport(FusionMacros)
    /// A wrong use of `@Service`, the compiler's diagnostics, and the file after the fix-its.
    struct Mistake: CustomTestStringConvertible {
        var name: String
        var source: String
        /// `line:column message` of each error and warning, without the compiler's "(from macro ...)".
        ///
        /// Diagnostics in the expansion have `expansion` in place of the line and column.
        var errors: [String]
        /// The notes with fix-its.
        var repairs: [String] = []
        var repaired: String?

        var testDescription: String { name }
    }

    extension Mistake {
        /// A mistake on the third line of a file.
        init(
            _ name: String,
            in place: String = "extension Container",
            _ declaration: String,
            errors: [String],
            repairs: [String] = [],
            repaired: String? = nil
        ) {
            func file(_ declaration: String) -> String { "import Fusion\n\(place) {\n    \(declaration)\n}\n" }
            self.init(
                name: name,
                source: file(declaration),
                errors: errors,
                repairs: repairs,
                repaired: repaired.map(file)
            )
        }

        /// The declarations that the mistakes use.
        static let surroundings = """
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

            extension Container {
                var number: Int { 1 }
                func twice(_ number: Int) -> Int { 2 * number }
                static func twice(_ number: Int) -> Int { 2 * number }
                var `where`: Int { 1 }
            }
            """

        /// Expects each mistake to have exactly its errors, in this order, and its fix-its.
        ///
        /// Applying the fix-its must result in the expected file, which must type-check.
        static func check(_ mistakes: [Mistake], sourceLocation: SourceLocation = #_sourceLocation) throws {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let files = try mistakes.map { try compiler.write($0.source, to: $0.name + ".swift") }
            let rest = try compiler.write(surroundings, to: "Rest.swift")
            let (found, text) = try compiler.typeCheck(files + [rest])
            var others = found.filter(\.isProblem)
            for (mistake, file) in zip(mistakes, files) {
                let own = found.filter { $0.isProblem && $0.concerns(file) }
                others.removeAll { $0.concerns(file) }
                #expect(
                    own.map { $0.line(in: file) } == mistake.errors,
                    "\(mistake.name)",
                    sourceLocation: sourceLocation
                )
                let notes = own.flatMap(\.notes).filter { !$0.fixIts.isEmpty }
                #expect(notes.map(\.message) == mistake.repairs, "\(mistake.name)", sourceLocation: sourceLocation)
                guard let repaired = mistake.repaired else { continue }
                let ours = own.filter { $0.message.hasPrefix("'@Service' must ") }
                let result = apply(ours.flatMap(\.notes).flatMap(\.fixIts), to: mistake.source)
                #expect(result == repaired, "\(mistake.name)", sourceLocation: sourceLocation)
            }
            #expect(others == [], "\(text)", sourceLocation: sourceLocation)

            let repaired = mistakes.filter { $0.repaired != nil }
            guard !repaired.isEmpty else { return }
            let mended = try repaired.map { try compiler.write($0.repaired ?? "", to: $0.name + ".swift") }
            let (left, problems) = try compiler.typeCheck(mended + [rest])
            #expect(left.filter(\.isProblem) == [], "\(problems)", sourceLocation: sourceLocation)
        }

        private static func apply(_ fixIts: [CompilerDiagnostic.FixIt], to source: String) -> String {
            var bytes = Array(source.utf8)
            let ordered = fixIts.enumerated().sorted {
                ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
            }
            for (_, fixIt) in ordered { bytes.replaceSubrange(fixIt.range, with: Array(fixIt.text.utf8)) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    extension CompilerDiagnostic {
        fileprivate var isProblem: Bool { level == .error || level == .warning }

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
