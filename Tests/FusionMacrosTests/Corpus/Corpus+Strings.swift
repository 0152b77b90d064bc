// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Strings that contain code.

extension Container {
    @Service var string02 = "a \" } ) ] // /*"
    @Service var string04 = "\("\("}")")"
    @Service var string05 = "\(["a": "{"]["a"] ?? ")")"
    @Service var string06 = "\(1 /* ) } " */)"
    @Service var string07 = #"\(x) " # "#
    @Service var string08 = ##"a "# \##(1) \#(2)"##
    @Service var string09 = #"""#
    @Service var string10 = """
        first
          second { ( [
        """
    @Service var string11 = """
        a \
        b "" \"""

        \(1 + 1)
        """ + "c"
    @Service var string12 = #"""
        \(a) "" \#(1)
        """#
    @Service var string13 = [
        """
        a
        """,
        """
          b
        """,
    ]
    @Service var string14 = """
        \(["x", "y"].map {
            """
            <\($0)>
            """
        }.joined())
        """
    @Service var string15: StaticString = "\u{1F600} ü"
    @Service var string19 = "a" + /* " */ "b" // "
        + "c"
}

extension Corpus {
    static let strings: Samples = [
        "string02": { $0.string02.hasSuffix("/*") }, "string04": { $0.string04 == "}" },
        "string05": { $0.string05 == "{" }, "string06": { $0.string06 == "1" }, "string07": { $0.string07.count == 9 },
        "string08": { $0.string08 == "a \"# 1 \\#(2)" }, "string09": { $0.string09 == "\"" },
        "string10": { $0.string10 == "first\n  second { ( [" }, "string11": { $0.string11 == "a b \"\" \"\"\"\n\n2c" },
        "string12": { $0.string12 == "\\(a) \"\" 1" }, "string13": { $0.string13 == ["a", "  b"] },
        "string14": { $0.string14 == "<x><y>" }, "string15": { "\($0.string15)" == "😀 ü" },
        "string19": { $0.string19 == "abc" },
    ]
}
