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
            scan.is(scan.tokens[closing], "}"), let opening = scan.tokens[closing].partner
        else { return nil }
        let names = DeclaredNames(scan: scan, block: opening...closing)
        let candidates = names.captured + names.visibleAtEnd
        let hidden = candidates.first { name in
            names.isCapturedByName(name) || isUsed(scan.text(scan.tokens[name]), in: initializer, before: opening)
        }
        return hidden.map { index in
            let name = scan.text(scan.tokens[index])
            return Problem(
                "'@Service' must have this initializer in parentheses; its last closure declares '\(name)', "
                    + "which would hide the container's property",
                at: scan.tokens[index].range,
                repair: Problem.Repair(
                    message: "put the initializer in parentheses",
                    edits: [.insert("(", at: initializer.lowerBound), .insert(")", at: initializer.upperBound)]
                ),
                needsStandIn: true
            )
        }
    }

    /// Returns whether the initializer uses the name before the token, except as a member, as a label, or as a name
    /// that it declares there.
    private func isUsed(_ name: String, in initializer: Range<Int>, before last: Int) -> Bool {
        let end = scan.tokens[last].start
        let blocks = scan.tokens.indices.filter { index in
            initializer.contains(scan.tokens[index].start) && index < last && scan.is(scan.tokens[index], "{")
        }
        let declaring = blocks.compactMap { block -> Range<Int>? in
            guard let partner = scan.tokens[block].partner else { return nil }
            let declares = DeclaredNames(scan: scan, block: block...partner).mentions(name)
            return declares ? scan.tokens[block].start..<scan.tokens[partner].end : nil
        }
        return [scan.tokens, scan.interpolated].contains { tokens in
            tokens.indices.contains { index in
                let token = tokens[index]
                guard initializer.contains(token.start), token.start < end, scan.text(token) == name,
                    index == 0 || !scan.is(tokens[index - 1], "."),
                    !declaring.contains(where: { $0.contains(token.start) })
                else { return false }
                let isBehindComma = index > 0 && ["(", ","].contains(scan.text(tokens[index - 1]))
                let isBeforeColon = index + 1 < tokens.count && scan.is(tokens[index + 1], ":")
                return !(isBehindComma && isBeforeColon)
            }
        }
    }
}
