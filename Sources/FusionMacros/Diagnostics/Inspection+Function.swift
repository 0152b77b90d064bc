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
            problem("without '\(modifier.name)'", at: modifier.range, repair: removal(of: modifier.range))
        }
        for mark in declaration.attributes {
            if Self.copied.contains(mark.name) {
                problems.append(problem("without '@\(mark.name)'; its code uses a private type", at: mark.range))
            } else if mark.isBuilder {
                problems.append(problem("without '@\(mark.name)'; call a function that has it", at: mark.range))
            }
        }
        if declaration.block == nil { problems.append(problem("with a body", at: declaration.name)) }
        if scan.source[declaration.name].first.map({ $0.isWordPart || $0 == "`" }) != true {
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
        problems += [mistakeInResult].compactMap(\.self)
        return problems.isEmpty ? [endlessLifetime].compactMap(\.self) : problems
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
            : Problem.Edit(range: parameter.name, text: scan.text(previous) == "_" ? new : "_ " + new)
        let repair = ("name the parameter '\(new)'", [edit])
        return problem("whose parameters have names, because it passes them on", at: parameter.name, repair: repair)
    }

    /// Finds a closure that can't be kept while an instance is awaited.
    private func missingEscape(in range: Range<Int>) -> Problem? {
        var type = scan.part(range)
        while type.isInParentheses { type = type.part(type.tokens[0].end..<type.tokens[type.tokens.count - 1].start) }
        var depth = 0
        let outer = type.outerIndices(after: -1, before: type.tokens.count).filter { index in
            depth += type.changeOfAngles(at: index)
            return depth == 0
        }.map(type.text(at:))
        guard declaration.isAsync, outer.contains("->"),
            !outer.contains(where: ["escaping", "autoclosure", "convention"].contains)
        else { return nil }
        let repair = ("add '@escaping'", [Problem.Edit.insert("@escaping ", at: range.lowerBound)])
        return problem("whose closures are '@escaping', because it awaits", at: range, repair: repair)
    }

    /// Finds what keeps the values of a parameter from being kept and passed on.
    private func mistakes(inParameter range: Range<Int>) -> [Problem] {
        let type = scan.part(range)
        return type.tokens.indices.compactMap { index in
            let (word, place) = (type.text(at: index), type.tokens[index].range)
            switch word {
            case "some": return problem("without generic parameters; write 'any' instead of 'some'", at: place)
            case "inout" where index == 0, "isolated" where index == 0:
                return problem("without '\(word)' parameters", at: place)
            case "borrowing", "consuming", "sending", "__owned", "__shared":
                guard index == 0 else { return nil }
                return problem("without '\(word)' parameters", at: place, repair: removal(of: place))
            case "autoclosure": return problem("without '@autoclosure'; take a closure or a value", at: place)
            case "...": return problem("without variadic parameters; take an array", at: place)
            default: return nil
            }
        }
    }

    /// Finds what keeps the result from being an instance, or one with the lifetime.
    private var mistakeInResult: Problem? {
        guard let range = declaration.type, !["Void", "()", "Never"].contains(scan.text(range)) else {
            return problem("that returns an instance", at: declaration.type ?? declaration.name)
        }
        let type = scan.part(range)
        let last = type.tokens.count - 1
        if let index = type.indices(of: "some").first {
            let rule = "that states the type of its instances; write 'any' instead of 'some'"
            return problem(rule, at: type.tokens[index].range)
        }
        if let index = type.indices(of: "Self").first(where: { !type.has(".", at: $0 + 1) }) {
            let word = type.tokens[index].range
            let repair = ("replace 'Self' with 'Container'", [Problem.Edit(range: word, text: "Container")])
            return problem("that states the type of its instances", at: word, repair: repair)
        }
        if type.has("sending", at: 0) {
            let word = type.tokens[0].range
            return problem("without 'sending'", at: word, repair: removal(of: word))
        }
        if type.isInParentheses, type.outerIndices(after: 0, before: last).contains(where: { type.has(",", at: $0) }) {
            return problem("that returns one instance, not a tuple", at: range)
        }
        if arguments.hasLifetime("weak") != nil, ["?", "!"].contains(type.text(at: last)) || type.has("[", at: 0) {
            return problem("that returns an object to keep it '.weak', not a value or an optional", at: range)
        }
        return nil
    }
}

extension Scan {
    fileprivate var isInParentheses: Bool { has("(", at: 0) && tokens[0].partner == tokens.count - 1 }
}
