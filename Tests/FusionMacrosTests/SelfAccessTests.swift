import Testing

@testable import FusionMacros

@Suite("Initializers of @Service that use self")
struct SelfAccessTests {
    @Test(
        "A self of the initializer's own is its own affair",
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
        "'self.' is not simply removed in a closure that is kept, nor where the bare name would be a variable's",
        arguments: [
            "{ self.a }", "f { self.a }", "f(self.a) { self.b }", "{ { self.a } }()", "f(self.b(), self.a)",
            "{ let a = self.a; return a }()",
        ]
    )
    func noRepair(expression: String) {
        let diagnostics = expansion("@Service var x = " + expression).diagnostics
        #expect(diagnostics.count == 1 && diagnostics.allSatisfy(\.fixIts.isEmpty))
    }

    @Test(
        "'self.' is removed everywhere else",
        arguments: [
            "self.a", "f(self.a)", "{ self.a }()", "{ switch self.a { case 1: self.b; default: self.c } }()",
            "{ func f() -> Int { self.a }; return f() }()", "if self.a { self.b } else { self.c }",
        ]
    )
    func repair(expression: String) {
        let diagnostics = expansion("@Service var x = " + expression).diagnostics
        #expect(diagnostics.map { $0.fixIts.map(\.message) } == [["remove 'self.'"]])
    }
}
