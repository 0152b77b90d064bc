/// The parts of a function with `@Provides`, and their positions in the source.
struct FunctionDeclaration {
    struct Parameter {
        var attributes: [PropertyDeclaration.Mark] = []
        /// The label in a call, or nil for `_`.
        var label: String?
        /// The position of the name that the body uses.
        var name: Range<Int>
        var type: Range<Int>
    }

    /// The attributes, the modifiers and `func`.
    var prefix = PropertyDeclaration()
    var name = 0..<0
    var generics: Range<Int>?
    var parameters: [Parameter] = []
    var isAsync = false
    /// `throws`, `throws(E)` or `rethrows`.
    var throwing: Range<Int>?
    var result: Range<Int>?
    /// The indices of the braces.
    var body: ClosedRange<Int>?
}

extension DeclarationReader {
    static func readFunction(_ scan: Scan) throws(Problem) -> FunctionDeclaration {
        var reader = DeclarationReader(scan: scan)
        if let trouble = scan.trouble {
            let range = trouble..<min(trouble + 1, scan.source.count)
            let rule = "be attached to a complete function declaration; write a regular expression as '#/.../#'"
            throw Problem("@Provides", must: rule, at: range)
        }
        do {
            return try reader.function()
        } catch {
            throw Problem("@Provides", must: "be attached to a complete function declaration", at: error.range)
        }
    }

    private mutating func function() throws(Problem) -> FunctionDeclaration {
        var function = FunctionDeclaration()
        try prefix(of: &function.prefix, before: ["func"])
        guard let name = current else { throw unreadable }
        function.name = name.range
        index += 1
        if let angle = current, scan.text(angle).hasPrefix("<") {
            function.generics = angle.range
            return function
        }
        guard current(is: "("), let closing = tokens[index].partner else { throw unreadable }
        index += 1
        while index < closing { function.parameters.append(try parameter(before: closing)) }
        index = closing + 1
        while let token = current, !current(is: "{"), !current(is: "where") {
            switch scan.text(token) {
            case "async":
                function.isAsync = true
                index += 1
            case "throws", "rethrows":
                index += 1
                if current(is: "(") { index = scan.indexAfter(index) }
                function.throwing = token.start..<tokens[index - 1].end
            case "->":
                index += 1
                let first = index
                while current != nil, !current(is: "{"), !current(is: "where") { index = scan.indexAfter(index) }
                guard index > first else { throw unreadable }
                function.result = tokens[first].start..<tokens[index - 1].end
            default: throw unreadable
            }
        }
        while current != nil, !current(is: "{") { index = scan.indexAfter(index) }
        function.body = scan.block(at: index)
        return function
    }

    private mutating func parameter(before closing: Int) throws(Problem) -> FunctionDeclaration.Parameter {
        var attributes: [PropertyDeclaration.Mark] = []
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
        let start = index
        var (depth, end) = (0, Int?.none)
        while index < closing, depth > 0 || !current(is: ",") {
            if depth == 0, end == nil, current(is: "=") { end = index }
            if end == nil { depth = max(0, depth + scan.changeOfAngles(at: index)) }
            index = scan.indexAfter(index)
        }
        let type = start..<(end ?? index)
        index += 1
        guard let last = type.last else { throw unreadable }
        return FunctionDeclaration.Parameter(
            attributes: attributes,
            label: scan.is(first, "_") ? nil : scan.text(first),
            name: name.range,
            type: tokens[start].start..<tokens[last].end
        )
    }
}
