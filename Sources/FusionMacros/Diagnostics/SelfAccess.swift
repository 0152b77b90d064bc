/// A namespace for finding and removing `self.` before members.
enum SelfAccess {
    /// A `self` that refers to the container.
    struct Use {
        var word: Range<Int>
        /// The member after it.
        var member: String?
        var isCalled = false
        /// Whether it is in the capture list of a closure, as in `[self]` or `[weak self]`.
        var isCapture = false
    }

    /// Returns each `self` in the range that refers to the container, including the interpolations of strings.
    ///
    /// `Type.self`, `f(self: 1)` and the `self` of a type that is declared in the range do not count.
    static func uses(in scan: Scan, between range: Range<Int>) -> [Use] {
        let types = bodiesOfTypes(in: scan)
        var uses: [Use] = []
        for tokens in [scan.tokens, scan.interpolated] {
            for index in tokens.indices {
                let word = tokens[index]
                let previous = index > 0 ? scan.text(tokens[index - 1]) : ""
                let following = tokens[(index + 1)...].prefix(3).map(scan.text)
                guard range.contains(word.start), word.kind == .word, scan.is(word, "self"), previous != ".",
                    !types.contains(where: { $0.contains(word.start) }),
                    following.first != ":" || !["(", ","].contains(previous)
                else { continue }
                var use = Use(word: word.range)
                if following.first == ".", following.count > 1, following[1] != "init" {
                    use.member = following[1]
                    use.isCalled = following.count > 2 && following[2] == "("
                }
                use.isCapture =
                    ["[", "weak", "unowned", ")"].contains(previous) && ["]", ","].contains(following.first)
                uses.append(use)
            }
        }
        return uses.sorted { $0.word.lowerBound < $1.word.lowerBound }
    }

    /// Returns whether code in the range gives `self` another meaning, as in `[self = container]` or `if let self =
    /// container`.
    static func isDeclared(in scan: Scan, between range: Range<Int>) -> Bool {
        scan.tokens.indices.dropLast().contains { index in
            range.contains(scan.tokens[index].start)
                && ["self", "`self`"].contains(scan.text(scan.tokens[index])) && scan.is(scan.tokens[index + 1], "=")
        }
    }

    /// Returns the edits that remove every `self.` of the container, including the interpolations of strings, but
    /// excluding types that are declared in the range.
    ///
    /// A member whose name is a keyword gets backticks.
    static func removals(in scan: Scan, between range: Range<Int>) -> [Problem.Edit] {
        let types = bodiesOfTypes(in: scan)
        var edits: [Problem.Edit] = []
        for tokens in [scan.tokens, scan.interpolated] {
            for index in tokens.indices.dropLast(2) {
                let (word, dot, member) = (tokens[index], tokens[index + 1], tokens[index + 2])
                guard range.contains(word.start), word.kind == .word, scan.is(word, "self"), scan.is(dot, "."),
                    member.kind == .word || member.kind == .quotedWord,
                    index == 0 || !scan.is(tokens[index - 1], "."),
                    !types.contains(where: { $0.contains(word.start) }),
                    !scan.comments.contains(where: { word.end <= $0.lowerBound && $0.upperBound <= member.start })
                else { continue }
                let name = scan.text(member)
                // `self.init(...)` and `self.self` cannot be written without the prefix.
                guard name != "init", name != "self" else { continue }
                let isKeyword = keywords.contains(name)
                edits.append(Problem.Edit(range: word.start..<member.start, text: isKeyword ? "`" : ""))
                if isKeyword { edits.append(.insert("`", at: member.end)) }
            }
        }
        return edits
    }

    private static func bodiesOfTypes(in scan: Scan) -> [Range<Int>] {
        scan.tokens.indices.compactMap { index in
            guard ["struct", "class", "enum", "actor"].contains(scan.text(scan.tokens[index])),
                index + 1 < scan.tokens.count, scan.tokens[index + 1].kind == .word,
                let opening = scan.tokens[index...].first(where: { scan.is($0, "{") }), let end = opening.partner
            else { return nil }
            return opening.start..<scan.tokens[end].end
        }
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while", "Self",
    ]
}
