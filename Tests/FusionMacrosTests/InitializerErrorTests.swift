import Testing

#if canImport(FusionMacros)
    @testable import FusionMacros

    @Suite("The compiler reports errors in an initializer of @Service")
    struct InitializerErrorTests {
        /// Each mistake is the declaration after `@Service var a<index>` and the error of the compiler.
        private static let mistakes: [(String, String)] = [
            (": Int = unknown", "cannot find 'unknown' in scope"),
            (": Int = twice(\"x\")", "cannot convert value of type 'String' to expected argument type 'Int'"),
            (": Cup = Cup()", "missing argument for parameter 'size' in call"),
            (": Int = \"text\"", "cannot convert value of type 'String' to specified type 'Int'"),
            (": Int? = \"text\"", "cannot convert value of type 'String' to specified type 'Int'"),
            (": any Drink = Cup(size: 1)", "value of type 'Cup' does not conform to specified type 'Drink'"),
            (": Int = .none", "type 'Int' has no member 'none'"),
            (": Int = Cup(size: 1).color", "value of type 'Cup' has no member 'color'"),
            (": Int = { let b = unknown; return b }()", "cannot find 'unknown' in scope"),
            (": Cup = Cup(size: numbr)", "cannot find 'numbr' in scope"),
        ]

        /// Defect: the error for a closure was "incompatible with return type" or "failed to produce diagnostic".
        @Test("An error in an initializer is reported for the property and in the same words for the getter")
        func annotated() throws {
            let (errors, text) = try errors(Self.mistakes.map(\.0))
            for (index, mistake) in Self.mistakes.enumerated() {
                #expect(errors[index] == [mistake.1, mistake.1], "\(mistake.0)\n\(text)")
            }
        }

        /// The errors of each declaration in any file, and the output of the compiler.
        private func errors(_ declarations: [String]) throws -> (errors: [[String]], text: String) {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let surroundings = """
                import Fusion
                protocol Drink {}
                struct Cup { var size: Int }
                func twice(_ number: Int) -> Int { 2 * number }

                """
            let rest = try compiler.write(surroundings, to: "Rest.swift")
            let files = try declarations.enumerated().map { index, declaration in
                try compiler.write(
                    "import Fusion\nextension Container {\n    @Service var a\(index)\(declaration)\n}\n",
                    to: "a\(index).swift"
                )
            }
            let (found, text) = try compiler.typeCheck(files + [rest])
            let errors = files.enumerated().map { index, file in
                let discriminator = "E\("a\(index)".utf8.count)a\(index)7Service"
                return found.filter { $0.level == "error" && ($0.file == file || $0.file.contains(discriminator)) }
                    .map(\.message)
            }
            return (errors, text)
        }
    }
#endif
