// Mistakes in a function with `@Provides`.

extension MacroUse {
    /// Returns the mistakes.
    ///
    /// If the function is in the wrong place, or generic, only that mistake is returned.
    func problemsOfFunction() -> [Problem] {
        guard context == .extensionOfContainer else {
            return [problem("in an extension of 'Container'", at: attribute)]
        }
        if let generics = declaration.generics {
            return [problem("without generic parameters; an instance belongs to values, not to types", at: generics)]
        }
        var problems = declaration.modifiers.filter { ["static", "class"].contains($0.name) }.map { modifier in
            let rule = "be applied to an instance function; 'Container.main' calls it on the main container"
            return Problem(must: rule, at: modifier.range)
        }
        problems += declaration.modifiers.filter { ["borrowing", "consuming"].contains($0.name) }.map { modifier in
            let repair = Problem.removal(of: modifier.range, in: scan)
            return problem("without '\(modifier.name)'", at: modifier.range, repair: repair)
        }
        for mark in declaration.attributes {
            if Self.copied.contains(mark.name) {
                problems.append(problem("without '@\(mark.name)'; its code uses a private type", at: mark.range))
            } else if mark.isBuilder {
                problems.append(problem("without '@\(mark.name)'; call a function that has it", at: mark.range))
            }
        }
        if declaration.block == nil { problems.append(problem("with a body", at: declaration.name)) }
        if scan.source[declaration.name].first.map({ $0.isWordPart || $0 == .backtick }) != true {
            problems.append(problem("with a name, not an operator", at: declaration.name))
        }
        if let throwing = declaration.throwing, scan.text(throwing) != "throws" {
            let rule =
                scan.text(throwing) == "rethrows"
                ? "that 'throws', not 'rethrows'"
                : "that 'throws' any error; the property of one that states the type needs iOS 18 or macOS 15"
            problems.append(problem(rule, at: throwing))
        }
        for (index, parameter) in declaration.parameters.enumerated() {
            problems += parameter.attributes.filter { !$0.isBuilder }.map { wrapper in
                problem("without property wrappers on parameters; wrap the value in the body", at: wrapper.range)
            }
            problems += [mistake(inName: index), missingEscape(in: parameter.type)].compactMap(\.self)
            problems += mistakes(inParameter: parameter.type)
        }
        problems += [mistake(inResult: declaration.type)].compactMap(\.self)
        if problems.isEmpty, let endless = endlessLifetime {
            problems.append(endless)
        }
        return problems
    }

    /// Attributes with which the code is compiled into other modules.
    private static let copied: Set<String> = ["inlinable", "_alwaysEmitIntoClient", "_transparent", "backDeployed"]

    private func problem(_ rule: String, at range: Range<Int>, repair: Problem.Repair? = nil) -> Problem {
        Problem(must: "be applied to a function " + rule, at: range, repair: repair)
    }

    /// Finds what keeps the code of the macro from using the name of a parameter.
    private func mistake(inName index: Int) -> Problem? {
        let parameter = declaration.parameters[index]
        let name = scan.text(parameter.name).filter { $0 != "`" }
        if name.hasPrefix("__") {
            return problem("without a parameter '\(name)'; such names belong to the macro", at: parameter.name)
        }
        if name == "self" {
            return problem("without a parameter 'self', which is the container in the body", at: parameter.name)
        }
        guard name == "_" else { return nil }
        let previous = scan.tokens[scan.indices(in: parameter.name).lowerBound - 1]
        let new = parameter.label ?? "unused" + (index > 0 ? "\(index + 1)" : "")
        // In 'id _: Int', the label becomes the name.
        let edit: Problem.Edit =
            parameter.label != nil
            ? .remove(previous.end..<parameter.name.upperBound)
            : Problem.Edit(range: parameter.name, text: scan.is(previous, "_") ? new : "_ " + new)
        let repair = ("name the parameter '\(new)'", [edit])
        return problem("whose parameters have names, because it passes them on", at: parameter.name, repair: repair)
    }

    /// Finds a closure that can't be kept while an instance is awaited.
    private func missingEscape(in type: Range<Int>) -> Problem? {
        var indices = scan.indices(in: type)
        while scan.has("(", at: indices.lowerBound), scan.tokens[indices.lowerBound].partner == indices.upperBound - 1 {
            indices = indices.lowerBound + 1..<indices.upperBound - 1
        }
        var depth = 0
        let outer = scan.outerIndices(after: indices.lowerBound - 1, before: indices.upperBound).filter { index in
            depth += scan.changeOfAngles(at: index)
            return depth == 0
        }
        guard declaration.isAsync, outer.contains(where: { scan.has("->", at: $0) }),
            !outer.contains(where: { ["escaping", "autoclosure", "convention"].contains(scan.text(at: $0)) })
        else { return nil }
        let repair = ("add '@escaping'", [Problem.Edit.insert("@escaping ", at: type.lowerBound)])
        return problem("whose closures are '@escaping', because it awaits", at: type, repair: repair)
    }

    /// Finds what keeps the values of a parameter from being kept and passed on.
    private func mistakes(inParameter type: Range<Int>) -> [Problem] {
        let indices = scan.indices(in: type)
        return indices.compactMap { index in
            let word = scan.text(at: index)
            var repair: Problem.Repair?
            let rule: String
            switch word {
            case "some": rule = "without generic parameters; write 'any' instead of 'some'"
            case "inout", "isolated", "borrowing", "consuming", "sending", "__owned", "__shared":
                guard index == indices.lowerBound else { return nil }
                rule = "without '\(word)' parameters"
                if !["inout", "isolated"].contains(word) {
                    repair = Problem.removal(of: scan.tokens[index].range, in: scan)
                }
            case "autoclosure": rule = "without '@autoclosure'; take a closure or a value"
            case "...": rule = "without variadic parameters; take an array"
            default: return nil
            }
            return problem(rule, at: scan.tokens[index].range, repair: repair)
        }
    }

    /// Finds what keeps the result from being an instance, or one with the lifetime.
    private func mistake(inResult result: Range<Int>?) -> Problem? {
        guard let result, !["Void", "()", "Never"].contains(scan.text(result)) else {
            return problem("that returns an instance", at: result ?? declaration.name)
        }
        let indices = scan.indices(in: result)
        if let index = indices.first(where: { scan.has("some", at: $0) }) {
            let rule = "that states the type of its instances; write 'any' instead of 'some'"
            return problem(rule, at: scan.tokens[index].range)
        }
        if let index = indices.first(where: { scan.has("Self", at: $0) && !scan.has(".", at: $0 + 1) }) {
            let word = scan.tokens[index].range
            let repair = ("replace 'Self' with 'Container'", [Problem.Edit(range: word, text: "Container")])
            return problem("that states the type of its instances", at: word, repair: repair)
        }
        if scan.has("sending", at: indices.lowerBound) {
            let word = scan.tokens[indices.lowerBound].range
            return problem("without 'sending'", at: word, repair: Problem.removal(of: word, in: scan))
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
