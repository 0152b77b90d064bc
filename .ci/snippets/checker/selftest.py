"""Documents that are wrong in one way (and some that are right), each with what the check must say of it."""

from __future__ import annotations


def block(code: str, marks: str = "") -> str:
    return (f"<!-- snippet: {marks} -->\n" if marks else "") + f"```swift\n{code}\n```\n"


def text(lines: str) -> str:
    return f"\n```text\n{lines}\n```\n"


VALUE = "let value = 1"
RIGHT = "1 blocks compiled in 1 documents"
OLD_SERVICE = (
    "import Fusion\nextension Container {\n    @Service(.singleton) var number = 3\n}\nprint(Container.number)"
)
OLD_TUTORIAL = (
    "class Tool: Injectable {}\nResolver.shared.add(Tool())\nlet tool: Tool = Resolver.shared.resolve()\nprint(1)"
)
OLD_INJECTOR = (
    "import Wormer\nprotocol Bus {}\nstruct Live: Bus {}\n"
    "Injector.default.bind(interface: Bus.self, toImplementation: Live.self, asSingleton: true) { Live() }\n"
    "print(Injector.default.instance(for: Bus.self))"
)

CASES = [
    # what a document says of a block
    (block('\nlet value: Int = "a"'), ".md:3: error: cannot convert value of type 'String'"),
    (block("struct A {"), "error: expected '}' in struct"),
    (block("@available(*, deprecated) func old() {}\nold()"), "warning: 'old()' is deprecated"),
    (block("@available(*, deprecated) func old() {}\nold()", 'warns "is deprecated"'), RIGHT),
    (block(VALUE, 'warns "is deprecated"'), "no warning says 'is deprecated'"),
    (block("var n = 1\nfunc f() { n += 1 }"), "main actor-isolated var 'n'"),
    (block("var n = 1\nfunc f() { n += 1 }", "main-actor"), RIGHT),
    (block("var n = 1\nfunc f() { n += 1 }\nf()\nprint(n)", "main-actor; run") + text("2"), RIGHT),
    (block("final class A { static var n = 1 }", "file A.swift"), "static property 'n' is not concurrency-safe"),
    (
        block("final class A { static var n = 1 }", "main-actor; file A.swift")
        + block("A.n += 1\nprint(A.n)", "continues; run")
        + text("2"),
        "2 blocks compiled",
    ),
    (block("func f() -> Int { 1 }\nlet n = f()\nprint(n)", "body; run") + text("1"), RIGHT),
    (block(VALUE, 'fails "text"'), "this block must fail, but it compiles"),
    (block("let value = x", 'fails "cannot convert"'), "no error says 'cannot convert'"),
    (block("let value = x\nlet other = y", "fails \"cannot find 'x'\""), "(an error besides the expected ones)"),
    (block("let value = x", "fails") + text("error: cannot find 'x' in scope"), RIGHT),
    (block("let value = x", "fails") + text("error: another one"), "no error says 'error: another one'"),
    (block("let value = x", "fails") + block(VALUE), "this mark needs the expected text"),
    (block("print(1)\nprint(2)", "run") + text("1\n3"), "prints something else"),
    (block("print(1)\nprint(2)", "run") + text("...\n2"), RIGHT),
    (block('fatalError("no")', "run"), "ends with code"),
    (block('fatalError("no")', "ends") + text("App/main.swift:1: Fatal error: no"), RIGHT),
    (block('fatalError("no")', "ends") + text("yes"), "the process does not say 'yes'"),
    (block("print(1)", "ends") + text("1"), "must end the process"),
    # blocks that go on
    (block(VALUE) + block("print(value)", "continues; run") + text("1"), "2 blocks compiled"),
    (block("let value = x") + block("let other = 1", "continues"), "1 of 2 blocks are not"),
    (block(VALUE, "continues"), "there is no earlier block to continue"),
    (block(VALUE, "continues other"), "no block before this one has the name 'other'"),
    (block(VALUE, "name a") + block(VALUE, "name a"), "a second block with the name 'a'"),
    (block("struct A {}", "file A.swift") + block("print(A())", "continues; run") + text("A()"), "2 blocks compiled"),
    (block(VALUE) + block(VALUE, "continues; without A.swift"), "the program has no such file"),
    # old code
    (block(OLD_INJECTOR, "before wormer-2; run") + text("Live()"), RIGHT),
    (block(OLD_SERVICE, "before fusion-0.5; run") + text("3"), RIGHT),
    (block(OLD_TUTORIAL, "before tutorial; run") + text("1"), RIGHT),
    (block("import Fusion\nContainer.bind(value: 1)", "before fusion-0.4"), RIGHT),
    (block(OLD_TUTORIAL, 'before tutorial; fails "cannot find \'Resolver\'" "cannot find type \'Injectable\'"'), RIGHT),
    (block(OLD_TUTORIAL, "before tutorial; unchanged"), "cannot find type 'Injectable'"),
    (block(VALUE, 'before wormer-2; fails "text"'), "must fail against the modules of this package"),
    (block("import Wormer\nInjector.other()", "before wormer-2"), "has no member 'other'"),
    (block(VALUE, "before wormer-9"), "no stand-in 'wormer-9'"),
    (block(VALUE, "prelude other"), "no prelude 'other'"),
    # the platform's modules
    (block("import SwiftUI\nstruct A: View {\n    var body: some View { Text(verbatim: 1) }\n}"), "error:"),
    (block('import SwiftUI\nstruct A: View {\n    var body: some View { Text("a") }\n}'), RIGHT),
    (block('import SwiftUI\n#Preview { Text("a") }'), RIGHT),
    (block("import SwiftUI\n#Preview { Text(verbatim: 1) }"), "error:"),
    # manifests
    (block('.package(url: "https://example.com/a", from: "1.0.0")', "file Package.swift"), RIGHT),
    (block('\n.package(url: "https://example.com/a", since: "1.0.0")', "file Package.swift"), ".md:4: error"),
    (block('.product(name: "Wurmer", package: "wormer")', "file Package.swift"), "has no product 'Wurmer'"),
    (block(VALUE, "file Package.swift"), "neither a manifest"),
    # marks
    (block(VALUE, "skip"), "unknown mark 'skip'"),
    (block(VALUE, "run; run"), "mark 'run' is said twice"),
    (block(VALUE, "name"), "mark 'name' with 0 arguments"),
    (block(VALUE, 'run; fails "text"'), "'run' and 'fails' cannot stand together"),
    ("<!-- snipet: run -->\n" + block(VALUE), "'snipet: run' is no mark"),
    ("<!-- snippet: run -->\nProse.\n" + block(VALUE), "must stand just before a swift block"),
    ("<!-- snippet: run -->\n```sh\nls\n```", "this mark stands before a sh block"),
    ("<!-- snippets: run -->\n" + block(VALUE), "'run' is a mark for one block"),
    ("## A\n<!-- snippets: import Wormer -->\n" + block("_ = Injector.default"), RIGHT),
    ("## A\n<!-- snippets: import Wormer -->\n## B\n" + block("_ = Injector.default"), "cannot find 'Injector'"),
    # what would not be checked
    ("```\nlet value = 1\n```", "a code block without a language"),
    ("> ```swift\n> let value = 1\n> ```", "a code block in a quotation"),
    ("```swift\nlet value = 1", "this code block has no end"),
]
