import Testing

@testable import FusionMacros

@Suite("What the compiler prints about a wrong use of @Service")
struct DiagnosticTests {
    @Test("Each mistake gets its error on its token, with a fix-it that mends it, and the compiler's own at most")
    func errors() throws {
        try Mistake.check(Mistake.all)
    }

    @Test("With several names in one declaration only the first one's peer reports")
    func oncePerDeclaration() {
        let source = "@Service var first = 1, second = 2"
        let first = "$s6Fusion9ContainerC1tE5first7ServicefMp_"
        let second = "$s6Fusion9ContainerC1tE6second7ServicefMp_"
        #expect(messages(expansion(source, role: "peer", discriminator: first)).count == 1)
        #expect(expansion(source, role: "peer", discriminator: second) == .nothing)
        #expect(expansion(source, role: "accessor", discriminator: first) == .nothing)
    }

    @Test(
        "An initializer that may tell its type is left to the compiler",
        arguments: [
            ".init() as Cup", ".half ?? Cup.whole", "!.empty", "nil as Cup?", "(nil)", "[]", "[.init(), Cup()]",
            "pour(.init())", "{ .init() }()",
        ]
    )
    func untoldType(expression: String) {
        #expect(messages(expansion("@Service var x = " + expression)) == [])
    }
}
