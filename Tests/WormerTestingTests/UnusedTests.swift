import Fusion
import Testing
import Wormer
import WormerTesting

private func unused(
    _ line: Int,
    _ interface: String = "String",
    _ whom: String = "by a test that didn't resolve it"
) -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): \(interface) was bound \(whom).
      bound at  WormerTestingTests/Elsewhere.swift:\(line)
      to do     Remove the binding, or find out why it isn't resolved.
      or        Let a detached task or thread use 'Injector.capture()': it doesn't see it otherwise.
    """
}

/// The warning about an unused binding of a suite, which Swift Testing before 6.3 cannot record.
private func warning(_ line: Int, _ interface: String) -> [String] {
    #if compiler(>=6.3)
        ["warning at " + unused(line, interface, "for tests, but no test resolved it")]
    #else
        []
    #endif
}

@Suite("A binding of a test that no test looks up is an issue at the line of the binding")
struct UnusedTests {
    @Test(
        "Unused bindings of a test are issues in the order of their lines, with their identifiers",
        .reporting(unused(13), unused(14, "String (id: 1)")),
        .isolatedBindings
    )
    func several() {
        Injector.default.bindText(id: 1, line: 14)
        Injector.default.bindText(line: 13)
    }

    @Test(
        "Only the later of two unused bindings of one interface is an issue",
        .reporting(unused(16)),
        .isolatedBindings { $0.bindText(line: 15) }
    )
    func replaced() {
        Injector.default.bindText(line: 16)
    }

    @Test("An assigned instance that is not read is an issue", .reporting(unused(17)), .isolatedBindings)
    func assigned() {
        Container.main.set("text", for: String.self, fileID: elsewhere, line: 17)
    }

    @Test(
        "A binding that no test case looks up is one issue for all cases",
        .reporting(unused(18)),
        .isolatedBindings { $0.bindText(line: 18) },
        arguments: 0..<10
    )
    func noCase(number: Int) {}

    @Test(
        "A binding that one test case looks up is no issue",
        .reporting(),
        .isolatedBindings { $0.bindText(line: 19) },
        arguments: 0..<10
    )
    func oneCase(number: Int) {
        if number == 7 { #expect(Injector.default.instance(for: String.self) == "text") }
    }

    @Test(
        "An unused binding is no issue if unused bindings are ignored",
        .reporting(),
        .isolatedBindings(ignoring: [.unusedBinding])
    )
    func switchedOff() {
        Injector.default.bindText(line: 20)
    }

    @Test("An unused binding of an injector that the test created is no issue", .reporting(), .isolatedBindings)
    func ownInjector() {
        Injector(parent: nil).bindText(line: 21)
    }
}

extension Injector {
    /// Binds two interfaces as a function of the program does.
    fileprivate func bindProgram() {
        bind(Int.self, to: .value(1), fileID: "Program/Bindings.swift", line: 1)
        contribute(to: Int.self, .value(1), fileID: "Program/Bindings.swift", line: 2)
    }
}

@Suite("A binding that is written in another module than the test is no issue if no test looks it up")
struct UnusedOfTheProgramTests {
    @Test(
        "In the trait of a test",
        .reporting(unused(60)),
        .isolatedBindings { injector in
            injector.bindProgram()
            injector.bindText(line: 60)
        }
    )
    func inTheTrait() {}

    @Test("In withIsolatedBindings")
    func inTheFunction() async throws {
        try await withIsolatedBindings { $0.bindProgram() }
        try await withIsolatedBindings { injector in
            injector.bindProgram()
            await Task.yield()
        }
        let issue = #expect(throws: IsolationIssue.self) {
            try withIsolatedBindings({ $0.bindProgram() }, fileID: "Program/Bindings.swift")
        }
        #expect(issue.map { "\($0.location): \($0)" }?.hasPrefix("Program/Bindings.swift:1: Int was bound") == true)
    }
}

@Suite(
    "A suite warns of the bindings of its trait that none of its tests looks up, once and at its end",
    .reporting(warning(31, "String (id: 1)") + [unused(33, "String (id: 3)")]),
    .isolatedBindings { injector in
        injector.bindText(line: 30)
        injector.bindText(id: 1, line: 31)
        injector.bindText(id: 2, line: 32)
        // A binding of the program.
        injector.bind(Int.self, to: .value(1), fileID: "Program/Bindings.swift", line: 34)
    }
)
struct UnusedInSuiteTests {
    @Test("A test of a suite can look up a binding of the suite's trait")
    func one() {
        #expect(Injector.default.instance(for: String.self) == "text")
    }

    @Test("An unused binding of a test is an issue of its suite, not a warning", .reporting())
    func own() {
        Injector.default.bindText(id: 3, line: 33)
    }

    @Test("A test of a suite can look up a binding of the suite's trait by its identifier")
    func other() {
        #expect(Injector.default.instance(for: String.self, id: 2) == "text")
    }
}

@Suite(
    "The trait of each suite warns of its own unused bindings, and lookups in a nested suite count",
    .reporting(warning(42, "String (id: 2)")),
    .isolatedBindings { injector in
        injector.bindText("outer", line: 40)
        injector.bindText("outer", id: 1, line: 41)
        injector.bindText("outer", id: 2, line: 42)
    }
)
struct OuterTests {
    @Suite(
        "A nested suite has its own unused bindings",
        .reporting(warning(44, "String (id: 3)")),
        .isolatedBindings { injector in
            injector.bindText("inner", line: 43)
            injector.bindText("inner", id: 3, line: 44)
        }
    )
    struct InnerTests {
        @Test("A test of the nested suite sees the outer trait's bindings and the inner one's replacements")
        func both() {
            #expect(Injector.default.instance(for: String.self, id: 1) == "outer")
            #expect(Injector.default.instance(for: String.self) == "inner")
        }

        @Test(
            "The trait of a test overrides the traits of its suites",
            .isolatedBindings { $0.bindText("innermost", line: 45) }
        )
        func innermost() {
            #expect(Injector.default.instance(for: String.self) == "innermost")
        }
    }

    @Test("A test of the outer suite sees only the bindings of the outer trait")
    func beside() {
        #expect(Injector.default.instance(for: String.self) == "outer")
        #expect(!Injector.default.isBound(String.self, id: 3))
    }
}

private let sharedTrait = IsolatedBindingsTrait.isolatedBindings { $0.bindText(line: 50) }

@Suite("A suite warns of an unused binding of a trait that a test also has", .serialized)
struct SharedTraitTests {
    @Suite("The suite with the trait", .reporting(warning(50, "String")), sharedTrait)
    struct OfASuite { @Test("A test that looks up nothing") func nothing() {} }

    @Test("The test with the trait", .reporting(unused(50)), sharedTrait)
    func ofATest() {}
}
