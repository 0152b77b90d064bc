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
                declaration.type = try range(before: ["{", "where"])
            default: throw unreadable
            }
        }
        if current(is: "where") { _ = try range(before: ["{"]) }
        declaration.block = scan.block(at: index)
        declaration.initializer = declaration.block.map { tokens[$0.lowerBound].end..<tokens[$0.upperBound].start }
    }

    private mutating func parameter(before closing: Int) throws(Problem) -> Declaration.Parameter {
        var attributes: [Declaration.Mark] = []
        while current(is: "@") { attributes.append(try attribute()) }
        let first = try word()
        let name = current?.kind == .word ? try word() : first
        guard take(":") else { throw unreadable }
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
