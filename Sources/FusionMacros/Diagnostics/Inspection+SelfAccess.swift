/// The check for uses of `self` in the initializer, which the compiler checks like the initializer of a stored
/// property, without `self`.
extension Inspection {
    /// The error for a `self` in the initializer, with the code to write instead.
    ///
    /// Members can usually be used without `self`. A closure that is stored, or called with arguments, must capture
    /// them, because in such a closure the compiler requires `self.` before a member's name.
    var selfAccess: Problem? {
        guard let initializer = declaration.initializer, !declaresSelf(in: initializer),
            let use = firstSelf(in: initializer)
        else { return nil }
        let member = use.member ?? "name"
        let advice =
            if use.isCalled {
                "write 'Self.\(member)(...)' and make the function static"
            } else if use.isCapture || isKept(use.word, in: initializer) {
                "capture the property by name: '({ [\(member)] ... in ... })'"
            } else if use.member == nil {
                "write the container's properties without 'self.'"
            } else {
                "write '\(member)' without 'self.'"
            }
        return Problem(
            must: "have an initializer without 'self'; " + advice,
            at: use.word,
            repair: removal(of: use, in: initializer),
            needsStandIn: true
        )
    }

    /// A `self` that refers to the container.
    private struct SelfUse {
        var word: Range<Int>
        /// The member after it, and its position.
        var member: String?
        var memberStart = 0
        var isCalled = false
        /// Whether it is in the capture list of a closure, as in `[self]` or `[weak self]`.
        var isCapture: Bool
    }

    /// Returns the first `self` in the initializer that refers to the container, also in the interpolations of strings.
    ///
    /// `Type.self`, `f(self: 1)` and the `self` of a type that is declared in the initializer do not count.
    private func firstSelf(in initializer: Range<Int>) -> SelfUse? {
        let types = bodiesOfTypes
        var uses: [SelfUse] = []
        for tokens in [scan.tokens, scan.interpolated] {
            for (index, word) in tokens.enumerated() {
                let previous = index > 0 ? scan.text(tokens[index - 1]) : ""
                let following = tokens[(index + 1)...].prefix(3).map(scan.text)
                guard initializer.contains(word.start), word.kind == .word, scan.is(word, "self"), previous != ".",
                    !types.contains(where: { $0.contains(word.start) }),
                    following.first != ":" || !["(", ","].contains(previous)
                else { continue }
                let isBracketed = ["[", "weak", "unowned", ")"].contains(previous)
                var use = SelfUse(word: word.range, isCapture: isBracketed && ["]", ","].contains(following.first))
                if following.first == ".", following.count > 1, following[1] != "init" {
                    use.member = following[1]
                    use.memberStart = tokens[index + 2].start
                    use.isCalled = following.count > 2 && following[2] == "("
                }
                uses.append(use)
            }
        }
        return uses.min { $0.word.lowerBound < $1.word.lowerBound }
    }

    /// Returns whether the initializer gives `self` another meaning, as in `[self = container]` or `if let self =
    /// container`.
    private func declaresSelf(in initializer: Range<Int>) -> Bool {
        scan.indices(in: initializer).contains { index in
            ["self", "`self`"].contains(scan.text(at: index)) && scan.has("=", at: index + 1)
        }
    }

    /// Returns the fix-it that removes `self.`, unless the member's name would then refer to a variable, as in
    /// `let a = self.a`, or be a keyword, or the compiler requires `self.`.
    private func removal(of use: SelfUse, in initializer: Range<Int>) -> Problem.Repair? {
        guard let member = use.member, !Candidates.keywords.contains(member), !use.isCalled,
            !isKept(use.word, in: initializer)
        else { return nil }
        let isVariable = scan.blocks(in: initializer).contains { block in
            DeclaredNames(scan: scan, block: block).mentions(member)
        }
        return isVariable ? nil : ("remove 'self.'", [.remove(use.word.lowerBound..<use.memberStart)])
    }

    private var bodiesOfTypes: [Range<Int>] {
        scan.tokens.indices.compactMap { index in
            guard ["struct", "class", "enum", "actor"].contains(scan.text(at: index)),
                index + 1 < scan.tokens.count, scan.tokens[index + 1].kind == .word,
                let opening = scan.tokens[index...].firstIndex(where: { scan.is($0, "{") })
            else { return nil }
            return scan.tokens[opening].partner.map { scan.range(of: opening...$0) }
        }
    }

    /// Returns whether the range is in a closure, except a closure that is called immediately as in `{ ... }()`.
    private func isKept(_ place: Range<Int>, in initializer: Range<Int>) -> Bool {
        scan.blocks(in: initializer).contains { block in
            let next = block.upperBound + 1
            return scan.tokens[block.lowerBound].start < place.lowerBound
                && place.upperBound <= scan.tokens[block.upperBound].start && !scan.isBodyOfStatement(block.lowerBound)
                && !(scan.has("(", at: next) && !scan.tokens[next].startsLine)
        }
    }
}

extension Scan {
    /// Returns whether the braces belong to `if`, `else`, `switch`, `func` or the like, and not to a closure.
    func isBodyOfStatement(_ opening: Int) -> Bool {
        var index = opening - 1
        while index >= 0 {
            let token = tokens[index]
            if Self.statements.contains(text(token)) { return true }
            // A condition can continue after a comma.
            if token.startsLine && !has(",", at: index - 1) || ["{", ";", "("].contains(text(token)) { return false }
            index = (token.kind == .close ? token.partner ?? index : index) - 1
        }
        return false
    }

    private static let statements: Set<String> = [
        "if", "else", "switch", "guard", "for", "while", "repeat", "do", "catch", "defer", "func",
    ]
}
