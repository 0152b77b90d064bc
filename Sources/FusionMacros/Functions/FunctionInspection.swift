/// An inspection that finds mistakes in a function with `@Provides`.
struct FunctionInspection {
    let scan: Scan
    let function: FunctionDeclaration
    /// The arguments of the attribute.
    let arguments: AttributeArguments

    /// Returns the mistakes.
    ///
    /// If the function is in the wrong place, or generic, only that mistake is returned.
    func problems(in context: LexicalContext) -> [Problem] {
        let attribute = function.prefix.attributes.last { $0.name == "Provides" }?.range ?? 0..<0
        guard context == .extensionOfContainer else {
            return [problem("in an extension of 'Container'", at: attribute)]
        }
        if let generics = function.generics {
            return [problem("without generic parameters; an instance belongs to values, not to types", at: generics)]
        }
        var problems = function.prefix.modifiers.filter { ["static", "class"].contains($0.name) }.map { modifier in
            let rule = "be applied to an instance function; 'Container.main' calls it on the main container"
            return Problem("@Provides", must: rule, at: modifier.range)
        }
        for mark in function.prefix.attributes where Self.copied.contains(mark.name) {
            problems.append(problem("without '@\(mark.name)'; its code uses a private type", at: mark.range))
        }
        if function.body == nil { problems.append(problem("with a body", at: function.name)) }
        if scan.source[function.name].first.map({ $0.isWordPart || $0 == .backtick }) != true {
            problems.append(problem("with a name, not an operator", at: function.name))
        }
        if let throwing = function.throwing, scan.text(throwing) != "throws" {
            let rule =
                scan.text(throwing) == "rethrows"
                ? "that 'throws', not 'rethrows'"
                : "that 'throws' any error; the property of one that states the type needs iOS 18 or macOS 15"
            problems.append(problem(rule, at: throwing))
        }
        problems += function.parameters.flatMap { mistakes(inParameter: $0.type) }
        problems += [mistake(inResult: function.result)].compactMap(\.self)
        if problems.isEmpty, let endless = arguments.endlessLifetime(of: "@Provides", at: attribute, in: scan) {
            problems.append(endless)
        }
        return problems
    }

    /// Attributes with which the code is compiled into other modules.
    private static let copied: Set<String> = ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"]

    private func problem(_ rule: String, at range: Range<Int>) -> Problem {
        Problem("@Provides", must: "be applied to a function " + rule, at: range)
    }

    /// Finds what keeps the values of a parameter from being kept and passed on.
    private func mistakes(inParameter type: Range<Int>) -> [Problem] {
        let indices = scan.indices(in: type)
        return indices.compactMap { index in
            let word = scan.text(at: index)
            let rule: String? =
                switch word {
                case "some": "without generic parameters; write 'any' instead of 'some'"
                case "inout", "borrowing", "consuming", "isolated", "__owned", "__shared":
                    index == indices.lowerBound ? "without '\(word)' parameters" : nil
                case "autoclosure": "without '@autoclosure'; take a closure or a value"
                case "...": "without variadic parameters; take an array"
                default: nil
                }
            return rule.map { problem($0, at: scan.tokens[index].range) }
        }
    }

    /// Finds what keeps the result from being an instance, or one with the lifetime.
    private func mistake(inResult result: Range<Int>?) -> Problem? {
        guard let result, !["Void", "()", "Never"].contains(scan.text(result)) else {
            return problem("that returns an instance", at: result ?? function.name)
        }
        let indices = scan.indices(in: result)
        if let index = indices.first(where: { scan.has("some", at: $0) }) {
            let rule = "that states the type of its instances; write 'any' instead of 'some'"
            return problem(rule, at: scan.tokens[index].range)
        }
        let isInParentheses =
            scan.has("(", at: indices.lowerBound) && scan.tokens[indices.lowerBound].partner == indices.upperBound - 1
        if isInParentheses,
            scan.outerIndices(after: indices.lowerBound, before: indices.upperBound - 1)
                .contains(where: { scan.has(",", at: $0) })
        {
            return problem("that returns one instance, not a tuple", at: result)
        }
        let isOptional = ["?", "!"].contains(scan.text(at: indices.upperBound - 1))
        if arguments.hasLifetime("weak") != nil, isOptional || scan.has("[", at: indices.lowerBound) {
            return problem("that returns an object to keep it '.weak', not a value or an optional", at: result)
        }
        return nil
    }
}
