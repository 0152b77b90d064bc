import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("An initializer of @Service cannot throw or await")
    struct EffectTests {
        @Test(
            "An initializer that handles its errors or contains them in a closure is accepted",
            arguments: [
                "try! pour()", "try? pour()", "(try? pour()) ?? 1", "a(b: try! c())", "[try? a()]",
                "{ try pour() }", "run { try await pour() }", "{ () async throws -> Int in try await pour() }",
                "kettle.await", "wait(1, await: 2, try: 3)", "`try`", "[.try, .await]", "await",
            ]
        )
        func handled(expression: String) {
            #expect(messages(expansion("@Service var x = " + expression)) == [])
        }

        @Test(
            "An initializer that throws or awaits has one error, on its first 'await' or else on its first 'try'",
            arguments: [
                ("try a()", 17), ("await a()", 17), ("try await a()", 21), ("a(try b())", 19), ("[a, (try b())]", 22),
                ("c ? try a() : b", 21), ("[try? a(), 1] + [try b()]", 34), ("try? await a()", 22),
                ("a(try b(), await c())", 28), ("a { try b() } + (try c())", 34),
            ]
        )
        func refused(expression: String, offset: Int) {
            let diagnostics = expansion("@Service var x = " + expression).diagnostics
            #expect(diagnostics.map(\.position.offset) == [100 + offset])
        }

        @Test("The error names @Provides, and the property of the function")
        func advice() {
            for (effect, verb) in [("await", "await"), ("try", "throw")] {
                #expect(
                    messages(expansion("@Service var `in` = \(effect) a()")) == [
                        "'@Service' must have an initializer that does not \(verb); "
                            + "write a function with '@Provides', and read it as 'inProvider'"
                    ]
                )
            }
        }
    }
#endif
