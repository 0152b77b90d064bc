import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service checks the context of its property")
    struct LexicalContextTests {
        @Test(
            "An extension of an alias of Container is recognized by the mangled name of the expansion",
            arguments: [
                ("$s6Fusion9ContainerC6ClientE1x7ServicefMa_", true),
                ("$s6Fusion9ContainerC0A6ClientE1x7ServicefMa_", true),
                ("$s6Fusion9ContainerC0B3AppE1x7ServicefMa_", true),
                ("$s6Fusion9ContainerC5ScopeV6ClientE1x7ServicefMa_", false),
                ("$s6Client9ContainerC1x7ServicefMa_", false),
                ("$s6Client5ShelfV2d47ServicefMa_", false),
                ("$s6Fusion9ContainerC", false), ("$s6Fusion9ContainerC99ClientE", false),
                ("$s6Fusion9ContainerC0", false),
                ("", false),
            ]
        )
        func alias(discriminator: String, isAccepted: Bool) {
            for source in ["extension Alias {}", "extension Space.Alias {}"] {
                let found = expansion("@Service var x = 1", context: [source], discriminator: discriminator)
                #expect(found.diagnostics.isEmpty == isAccepted)
            }
            let nested = expansion(
                "@Service var x = 1",
                context: ["struct Inner {}", "extension Alias {}"],
                discriminator: discriminator
            )
            #expect(nested.diagnostics.count == 1)
        }

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
