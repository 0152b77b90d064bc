import Testing

#if canImport(FusionMacros)
    @testable import FusionMacros

    @Suite("@Service diagnoses wrong uses")
    struct DiagnosticTests {
        @Test("Each wrong use has an error on the wrong token and a fix-it that corrects it")
        func errors() throws {
            try Mistake.check(Mistake.all)
        }

        @Test("A declaration of several names has one error")
        func oncePerDeclaration() {
            let source = "@Service var first = 1, second = 2"
            let first = "$s6Fusion9ContainerC1tE5first7ServicefMp_"
            let second = "$s6Fusion9ContainerC1tE6second7ServicefMp_"
            #expect(messages(expansion(source, role: "peer", discriminator: first)).count == 1)
            #expect(expansion(source, role: "peer", discriminator: second) == .nothing)
            #expect(expansion(source, role: "accessor", discriminator: first) == .nothing)
        }

        @Test(
            "An initializer that may determine its type is left to the compiler",
            arguments: [
                ".init() as Cup", ".half ?? Cup.whole", "!.empty", "nil as Cup?", "(nil)", "[]", "[.init(), Cup()]",
                "pour(.init())", "{ .init() }()",
            ]
        )
        func untoldType(expression: String) {
            #expect(messages(expansion("@Service var x = " + expression)) == [])
        }
    }
#endif
