/// The check for uses of `self` in the initializer, which the compiler checks like the initializer of a stored
/// property, without `self`.
extension Inspection {
    /// The error for a `self` in the initializer, with the code to write instead.
    ///
    /// Members can usually be used without `self`. A closure that is stored, or called with arguments, must capture
    /// them, because in such a closure the compiler requires `self.` before a member's name.
    var selfAccess: Problem? {
        guard let initializer = declaration.initializer, !SelfAccess.isDeclared(in: scan, between: initializer),
            let access = SelfAccess.uses(in: scan, between: initializer).first
        else { return nil }
        let rule = "'@Service' must have an initializer without 'self'; "
        func problem(_ advice: String, repair: Problem.Repair? = nil) -> Problem {
            Problem(rule + advice, at: access.word, repair: repair, needsStandIn: true)
        }
        let member = access.member ?? "name"
        if access.isCalled {
            return problem("write 'Self.\(member)(...)' and make the function static")
        }
        if access.isCapture || isKept(access.word, in: initializer) {
            return problem("capture the property by name: '({ [\(member)] ... in ... })'")
        }
        guard access.member != nil else {
            return problem("write the container's properties without 'self.'")
        }
        return problem(
            "write '\(member)' without 'self.'",
            repair: canLeaveSelfAway(in: initializer)
                ? Problem.Repair(
                    message: "remove 'self.'",
                    edits: SelfAccess.removals(in: scan, between: initializer)
                        .sorted { $0.range.lowerBound < $1.range.lowerBound }
                ) : nil
        )
    }

    /// Returns whether the range is in a closure, except a closure that is called immediately as in `{ ... }()`.
    private func isKept(_ place: Range<Int>, in initializer: Range<Int>) -> Bool {
        scan.tokens.indices.contains { index in
            let token = scan.tokens[index]
            guard initializer.contains(token.start), scan.is(token, "{"), let partner = token.partner,
                token.start < place.lowerBound, place.upperBound <= scan.tokens[partner].start,
                !scan.isBodyOfStatement(index)
            else { return false }
            let next = partner + 1
            return next == scan.tokens.endIndex || !scan.is(scan.tokens[next], "(") || scan.tokens[next].startsLine
        }
    }

    private func canLeaveSelfAway(in initializer: Range<Int>) -> Bool {
        let blocks = scan.tokens.indices.compactMap { index -> DeclaredNames? in
            guard initializer.contains(scan.tokens[index].start), scan.is(scan.tokens[index], "{") else { return nil }
            return scan.tokens[index].partner.map { DeclaredNames(scan: scan, block: index...$0) }
        }
        return SelfAccess.uses(in: scan, between: initializer).allSatisfy { use in
            guard let member = use.member, !use.isCalled, !isKept(use.word, in: initializer) else { return false }
            // Without `self.`, the name would refer to a variable, as in `let a = self.a`.
            return !blocks.contains { $0.mentions(member) }
        }
    }
}

extension Scan {
    /// Returns whether the braces belong to `if`, `else`, `switch`, `func` or the like, and not to a closure.
    func isBodyOfStatement(_ opening: Int) -> Bool {
        var index = opening - 1
        while index >= 0 {
            let token = tokens[index]
            if token.kind == .word, Self.statements.contains(text(token)) { return true }
            // A condition can continue after a comma.
            let startsStatement = token.startsLine && !(index > 0 && self.is(tokens[index - 1], ","))
            if startsStatement || ["{", ";", "("].contains(text(token)) { return false }
            index = (token.kind == .close ? token.partner ?? index : index) - 1
        }
        return false
    }

    private static let statements: Set<String> = [
        "if", "else", "switch", "guard", "for", "while", "repeat", "do", "catch", "defer", "func",
    ]
}
