import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("An initializer of @Service cannot use the container's 'self'")
    struct SelfAccessTests {
        @Test(
            "A 'self' that the initializer declares itself is accepted",
            arguments: [
                "T.self", "\\.self", "\\T.self", "f(self: 1)", "f(a, self: 1)", "`self`", "Self.a(1)",
                "({ [self = main] in self.a })", "({ [weak self = main] in self?.a })",
                "{ if let self = b { self.a } else { nil } }()",
                "{ struct S { var a = 1; func b() -> Int { self.a } }; return S().b() }()", "\"self.a\"",
            ]
        )
        func ownSelf(expression: String) {
            #expect(messages(expansion("@Service var x = " + expression)) == [])
        }

        @Test(
            "The error has no fix-it in a closure, or where the bare name would mean something else",
            arguments: [
                "{ self.a }", "f { self.a }", "{ { self.a } }()", "f(self.b(), self.a)",
                "{ let a = self.a; return a }()", "self.in",
            ]
        )
        func noRepair(expression: String) {
            let diagnostics = expansion("@Service var x = " + expression).diagnostics
            #expect(diagnostics.count == 1 && diagnostics.allSatisfy(\.fixIts.isEmpty))
        }

        @Test(
            "The fix-it removes one 'self.' where the bare name has the same meaning",
            arguments: [
                "self.a", "f(self.a)", "\"\\(self.a)\"", "if self.a { self.b } else { self.c }",
            ]
        )
        func repair(expression: String) {
            let diagnostics = expansion("@Service var x = " + expression).diagnostics
            #expect(diagnostics.map { $0.fixIts.map(\.message) } == [["remove 'self.'"]])
            #expect(diagnostics.first?.fixIts.first?.changes.count == 1)
        }
    }
#endif
