/// The check for the names of a closure at the end of the initializer.
///
/// The compiler looks up names in an accessor as if the accessor were at the end of the initializer. If the initializer
/// ends with the brace of a closure, that position is inside the closure, and the closure's names hide the container's:
/// `= { [logger] in logger }` refers to a variable that does not exist and fails to link. A parenthesis at the end
/// avoids this.
extension Inspection {
    /// The error for a name that the last closure declares and the rest of the initializer uses.
    var hiddenName: Problem? {
        guard let initializer = declaration.initializer,
            let closing = scan.tokens.lastIndex(where: { $0.end == initializer.upperBound }),
            scan.has("}", at: closing), let opening = scan.tokens[closing].partner
        else { return nil }
        let names = DeclaredNames(scan: scan, block: opening...closing)
        let before = initializer.lowerBound..<scan.tokens[opening].start
        let hidden = (names.captured + names.visibleAtEnd).first { name in
            names.isCapturedByName(name) || isUsed(scan.text(at: name), in: before)
        }
        return hidden.map { index in
            let hiding = "declares '\(scan.text(at: index))', which would hide the container's property"
            let edits = [
                Problem.Edit.insert("(", at: initializer.lowerBound), .insert(")", at: initializer.upperBound),
            ]
            return Problem(
                must: "have this initializer in parentheses; its last closure \(hiding)",
                at: scan.tokens[index].range,
                repair: ("put the initializer in parentheses", edits),
                needsStandIn: true
            )
        }
    }

    /// Returns whether a part of the initializer uses the name, except as a member, as a label, or as a name that it
    /// declares there.
    private func isUsed(_ name: String, in part: Range<Int>) -> Bool {
        let declaring = scan.blocks(in: part).filter { DeclaredNames(scan: scan, block: $0).mentions(name) }
        return [scan.tokens, scan.interpolated].contains { tokens in
            tokens.indices.contains { index in
                let token = tokens[index]
                guard part.contains(token.start), scan.text(token) == name,
                    index == 0 || !scan.is(tokens[index - 1], "."),
                    !declaring.contains(where: { scan.range(of: $0).contains(token.start) })
                else { return false }
                let isBehindComma = index > 0 && ["(", ","].contains(scan.text(tokens[index - 1]))
                let isBeforeColon = index + 1 < tokens.count && scan.is(tokens[index + 1], ":")
                return !(isBehindComma && isBeforeColon)
            }
        }
    }
}
