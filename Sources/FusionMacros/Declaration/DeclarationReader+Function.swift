extension DeclarationReader {
    /// Reads the part after `func`: a name, parameters, effects, a result and a body.
    mutating func function() throws(Problem) {
        guard let name = current else { throw unreadable }
        declaration.name = name.range
        index += 1
        if let angle = current, scan.text(angle).hasPrefix("<") {
            declaration.generics = angle.range
            return
        }
        guard current(is: "("), let closing = tokens[index].partner else { throw unreadable }
        index += 1
        while index < closing { declaration.parameters.append(try parameter(before: closing)) }
        index = closing + 1
        while let token = current, !current(is: "{"), !current(is: "where") {
            switch scan.text(token) {
            case "async":
                declaration.isAsync = true
                index += 1
            case "throws", "rethrows":
                index += 1
                if current(is: "(") { index = scan.indexAfter(index) }
                declaration.throwing = token.start..<tokens[index - 1].end
            case "->":
                index += 1
                let first = index
                while current != nil, !current(is: "{"), !current(is: "where") { index = scan.indexAfter(index) }
                guard index > first else { throw unreadable }
                declaration.type = tokens[first].start..<tokens[index - 1].end
            default: throw unreadable
            }
        }
        while current != nil, !current(is: "{") { index = scan.indexAfter(index) }
        declaration.block = scan.block(at: index)
        declaration.initializer = declaration.block.map { tokens[$0.lowerBound].end..<tokens[$0.upperBound].start }
    }

    private mutating func parameter(before closing: Int) throws(Problem) -> Declaration.Parameter {
        var attributes: [Declaration.Mark] = []
        while current(is: "@") { attributes.append(try attribute()) }
        guard let first = current, first.kind == .word else { throw unreadable }
        index += 1
        var name = first
        if let second = current, second.kind == .word {
            name = second
            index += 1
        }
        guard current(is: ":") else { throw unreadable }
        index += 1
        let type = try type().range
        // A default value.
        while index < closing, !current(is: ",") { index = scan.indexAfter(index) }
        index += 1
        return Declaration.Parameter(
            attributes: attributes,
            label: scan.text(first) == "_" ? nil : scan.text(first),
            name: name.range,
            type: type
        )
    }
}
