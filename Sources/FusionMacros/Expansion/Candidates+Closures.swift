// When the code in a closure runs.

extension Candidates {
    enum Run { case now, perhaps, later }

    /// Returns when the code in braces runs.
    ///
    /// A closure runs later if it is the value, or an argument of an initializer, which keeps it. Other functions may call
    /// it at once.
    func run(of block: ClosedRange<Int>) -> Run {
        if scan.has("(", at: block.upperBound + 1) || scan.isBodyOfStatement(block.lowerBound) { return .now }
        var (before, end) = (block.lowerBound - 1, block.upperBound)
        // A closure with a label may follow another one.
        while scan.has(":", at: before), scan.has("}", at: before - 2), let first = scan.tokens[before - 2].partner {
            before = first - 1
        }
        if ["(", ",", ":"].contains(scan.text(at: before)),
            let opening = scan.outerIndices(to: before).first(where: { scan.tokens[$0].kind == .open })
        {
            guard scan.has("(", at: opening), let closing = scan.tokens[opening].partner else { return .perhaps }
            (before, end) = (opening - 1, closing)
            if isValue(opening) { return scan.has("(", at: end + 1) ? .now : .later }
        } else if isValue(block.lowerBound) {
            return .later
        } else if scan.has(")", at: before), let opening = scan.tokens[before].partner {
            before = opening - 1
        }
        return keepsClosures(before) && !scan.has(".", at: end + 1) ? .later : .perhaps
    }

    /// Returns whether the expression that begins with a bracket is the value of the initializer or of a block.
    private func isValue(_ opening: Int) -> Bool {
        opening <= 0 || scan.tokens[opening].startsLine && !scan.has(",", at: opening - 1)
            || ["return", "in", "{", ";"].contains(scan.text(at: opening - 1))
    }

    /// Returns whether the function whose name ends at an index is an initializer that keeps closures, or creates a task.
    private func keepsClosures(_ end: Int) -> Bool {
        var (index, depth) = (end, 0)
        while index > 0, depth != 0 || scan.changeOfAngles(at: index) < 0 {
            depth += scan.changeOfAngles(at: index)
            index -= 1
        }
        guard index >= 0, scan.tokens[index].kind == .word else { return false }
        let name = scan.name(at: index)
        return name.first?.isUppercase == true && !Self.callers.contains(name) || name == "init"
            || scan.has(".", at: index - 1) && scan.has("Task", at: index - 2)
    }

    /// Types whose initializers call a closure at once.
    private static let callers: Set<String> = ["Array", "Dictionary", "Result", "Set", "String"]
}
