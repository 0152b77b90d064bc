import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service checks the context of its property")
    struct LexicalContextTests {
        @Test(
            "The error in another type advises '@Inject' where a wrapper is possible, and 'Container' elsewhere",
            arguments: [
                (["struct A {}"], true), (["@MainActor final class A: B {}"], true), (["actor A {}"], true),
                (["func a() {}", "enum A {}"], true), (["{ }", "extension A {}"], true), (["init() {}"], true),
                (["enum A {}", "struct B {}"], false), (["extension A {}"], false), ([], false),
            ]
        )
        func wrappers(context: [String], areAllowed: Bool) {
            for (modifier, allowed) in [("", areAllowed), ("static ", false)] {
                let found = messages(expansion("@Service \(modifier)var x = 1", context: context))
                let advice = allowed ? "'@Inject(\\.x) var x'" : "'Container.x'"
                #expect(
                    found.count == 1 && found.allSatisfy { $0.hasSuffix("to read a service here, write " + advice) }
                )
            }
        }
    }
#endif
