import Fusion
import Testing
import Wormer
import WormerTesting

private func unused(_ line: Int, _ interface: String = "String") -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): \(interface) was bound for this test, and no test requested it.
      bound at  WormerTestingTests/Elsewhere.swift:\(line)
      to do     Remove the binding, or find out why no test requests it.
    """
}

@Suite("A binding that no test asks for is an issue of its own file and line")
struct UnusedTests {
    @Test("One of the trait", .reporting(unused(11)), .isolatedBindings { $0.bindText(line: 11) })
    func ofTheTrait() {}

    @Test("One of the test, with its identifier", .reporting(unused(12, #"String (id: "a")"#)), .isolatedBindings)
    func ofTheTest() {
        Injector.default.bindText(id: "a", line: 12)
    }

    @Test("Several, in order of their lines", .reporting(unused(13), unused(14, "String (id: 1)")), .isolatedBindings)
    func several() {
        Injector.default.bindText(id: 1, line: 14)
        Injector.default.bindText(line: 13)
    }

    @Test(
        "The latest, where one replaces the other",
        .reporting(unused(16)),
        .isolatedBindings { $0.bindText(line: 15) }
    )
    func replaced() {
        Injector.default.bindText(line: 16)
    }

    @Test("What was assigned and is not read", .reporting(unused(17)), .isolatedBindings)
    func assigned() {
        Container.main.set("text", for: String.self, fileID: "WormerTestingTests/Elsewhere.swift", line: 17)
    }

    @Test(
        "Once for all cases, if none asks",
        .reporting(unused(18)),
        .isolatedBindings { $0.bindText(line: 18) },
        arguments: 0..<10
    )
    func noCase(number: Int) {}

    @Test(
        "Not at all, if one case asks",
        .reporting(),
        .isolatedBindings { $0.bindText(line: 19) },
        arguments: 0..<10
    )
    func oneCase(number: Int) {
        if number == 7 {
            #expect(Injector.default.instance(for: String.self) == "text")
        }
    }

    @Test("Not, if that is switched off", .reporting(), .isolatedBindings(ignoring: [.unusedOverride]))
    func switchedOff() {
        Injector.default.bindText(line: 20)
    }

    @Test("Not, of an injector that the test has made itself", .reporting(), .isolatedBindings)
    func ownInjector() {
        Injector(parent: nil).bindText(line: 21)
    }
}

@Suite(
    "A suite reports what none of its tests asks for, once and at its end",
    .reporting(unused(31, "String (id: 1)")),
    .isolatedBindings { injector in
        injector.bindText(line: 30)
        injector.bindText(id: 1, line: 31)
        injector.bindText(id: 2, line: 32)
    }
)
struct UnusedInSuiteTests {
    @Test("One test asks for the one")
    func one() {
        #expect(Injector.default.instance(for: String.self) == "text")
    }

    @Test("Another for the other")
    func other() {
        #expect(Injector.default.instance(for: String.self, id: 2) == "text")
    }
}

@Suite(
    "A suite in a suite: each trait reports its own, and what only the inner tests ask for is used",
    .reporting(unused(42, "String (id: 2)")),
    .isolatedBindings { injector in
        injector.bindText("outer", line: 40)
        injector.bindText("outer", id: 1, line: 41)
        injector.bindText("outer", id: 2, line: 42)
    }
)
struct OuterTests {
    @Suite(
        "The inner one",
        .reporting(unused(44, "String (id: 3)")),
        .isolatedBindings { injector in
            injector.bindText("inner", line: 43)
            injector.bindText("inner", id: 3, line: 44)
        }
    )
    struct InnerTests {
        // The outer trait did not hear of it.
        @Test("Asks for what the outer trait binds, and for what its own binds in its place")
        func both() {
            #expect(Injector.default.instance(for: String.self, id: 1) == "outer")
            #expect(Injector.default.instance(for: String.self) == "inner")
        }

        @Test("A trait of the test is the innermost", .isolatedBindings { $0.bindText("innermost", line: 45) })
        func innermost() {
            #expect(Injector.default.instance(for: String.self) == "innermost")
        }
    }

    @Test("A test beside it sees the outer bindings only")
    func beside() {
        #expect(Injector.default.instance(for: String.self) == "outer")
        #expect(!Injector.default.isBound(interface: String.self, id: 3))
    }
}
