"""Documents with one error each, and some without, each with a part of the complaint that it must cause."""


def block(code: str, marks: str = "") -> str:
    return (f"<!-- snippet: {marks} -->\n" if marks else "") + f"```swift\n{code}\n```\n"


def text(lines: str) -> str:
    return f"\n```text\n{lines}\n```\n"


VALUE = "let value = 1"
MAIN_ACTOR = "flags -default-isolation MainActor"
STATIC = "final class A { static var n = 1 }"
TESTABLE = "@testable import App\n"
TEST = "import Testing\n@Test func sum() {{ #expect(1 + 1 == {}) }}"
BRIDGE = (
    "import Swinject\nimport Wormer\nlet old = Container()\nold.register(Int.self) { _ in Injector.default.instance() }\n"
    "Injector.default.bind(Int.self, to: .value(3))\nprint(old.resolve(Int.self)!)"
)
PRODUCT = '.target(name: "A", dependencies: [.product(name: "Wurmer", package: "wormer")])'

CASES = [
    # one block
    (block('\nlet value: Int = "a"'), ".md:3: error: cannot convert value of type 'String'"),
    (block("struct A {"), ".md:2: error: expected '}' in struct"),
    (block("@available(*, deprecated) func old() {}\nold()"), ".md:3: warning: 'old()' is deprecated"),
    (block("var n = 1\nfunc f() { n += 1 }"), "main actor-isolated var 'n'"),
    (block("var n = 1\nfunc f() { n += 1 }\nf()\nprint(n)", f"{MAIN_ACTOR}; run") + text("2"), ""),
    (block("print(1)", "run") + block(VALUE), "the next code block must be a ```text block"),
    (block("print(1)\nprint(2)", "run") + text("...\n2"), ""),
    (block("print(1)\nprint(2)", "run") + text("1\n3"), ".md:7: the program prints something else"),
    (block('fatalError("no")', "run") + text("1"), ".md:3: ends with code"),
    (block(TEST.format(2), "file A.swift; test"), ""),
    (block(TEST.format(3), "file A.swift; test"), "Expectation failed: (1 + 1"),
    (block("import Testing", "file A.swift; test"), "Test run with 0 tests"),
    (block(VALUE, "file A.swift") + block(TESTABLE + TEST.format("value + 1"), "continues; file B.swift; test"), ""),
    # blocks that continue
    (block(VALUE) + block("print(value)", "continues; run") + text("1"), ""),
    (block(VALUE) + block("print(value)\nprint(x)", "continues"), ".md:7: error: cannot find 'x'"),
    (block("struct A {}", "name a") + block(VALUE) + block("print(A())", "continues a; run") + text("A()"), ""),
    (block(STATIC, f"{MAIN_ACTOR}; file A.swift") + block("print(A.n)", "continues; run") + text("1"), ""),
    (block(VALUE, "continues other"), "no block to continue: 'other'"),
    (block(VALUE, "name a") + block(VALUE, "name a"), "a second block has the name 'a'"),
    # old code
    (block("import Anything\nlet old = Container.shared.old()", "before"), ""),
    (block("import Anything\nlet old = Container(", "before"), ".md:3: error: expected"),
    (block("import Testing\n@Test func one() { #expect(1 == 2 - 1) }\nimport XCTest"), ""),
    (block(BRIDGE, "run") + text("3"), ""),
    # modules of the platform
    (block('import SwiftUI\nstruct A: View {\n    var body: some View { Text("a") }\n}\n#Preview { Text("a") }'), ""),
    (block("import SwiftUI\n#Preview { Text(verbatim: 1) }"), "error:"),
    # manifests
    (block('.package(url: "https://example.com/a", from: "1.0.0")', "file Package.swift"), ""),
    (block('\n.package(url: "https://example.com/a", since: "1.0.0")', "file Package.swift"), ".md:4: error"),
    (block(PRODUCT, "file Package.swift"), "has no product 'Wurmer'"),
    (block(VALUE, "file Package.swift"), "neither a manifest"),
    # marks
    (block(VALUE, "skip"), "unknown mark 'skip'"),
    (block(VALUE, "name"), "mark 'name' occurs twice or has a wrong number of arguments"),
    (block(VALUE, "before; run"), "these marks exclude each other"),
    ("<!-- snipet: run -->\n" + block(VALUE), "this is not a mark"),
    ("<!--\nsnippet: run -->\n" + block(VALUE), "this is not a mark"),
    ("<!-- snippet: run -->\nProse.\n" + block(VALUE), "must stand just before a swift block"),
    # blocks that would not be checked
    ("```\nlet value = 1\n```", "this code block has no language"),
    ("```Swift\nlet value = 1\n```", "write 'swift' instead of 'Swift'"),
    ("> ```swift\n> let value = 1\n> ```", "move this code block out of the quotation"),
    ("```swift\nlet value = 1", "this code block has no end"),
]
