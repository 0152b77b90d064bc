// Mistakes in a declaration with `@Service`.

extension MacroUse {
    /// Returns the mistakes, in the order of the source.
    ///
    /// If the declaration is in the wrong place, only that mistake is returned.
    func problemsOfProperty() -> [Problem] {
        if context != .extensionOfContainer { return [place] }
        let problems = declaration.modifiers.map(problem(of:)) + [isConstant ? constant : nil, accessorProblem]
        let further = missingType ?? uselessArgument ?? endlessLifetime ?? effect ?? selfAccess ?? hiddenName
        return (problems.contains { $0 != nil } ? problems : [further]).compactMap(\.self)
    }

    // MARK: - The declaration

    /// The error for a property outside an extension of `Container`, which is often meant to read a service.
    private var place: Problem {
        let canBeWrapped = context == .placeOfWrappers && !declaration.hasModifier("static")
        let inject = "@Inject(\\.\(name))"
        var repair: Problem.Repair?
        if canBeWrapped, declaration.initializer == nil, declaration.block == nil {
            let variable = isConstant ? [Problem.Edit(range: declaration.keyword, text: "var")] : []
            repair = ("replace '@Service' with '\(inject)'", [Problem.Edit(range: attribute, text: inject)] + variable)
        }
        let code = canBeWrapped ? "\(inject) var \(name)" : "Container.\(name)"
        let rule = "be applied to a property in an extension of 'Container'; to read a service here, write '\(code)'"
        return Problem(must: rule, at: attribute, repair: repair)
    }

    private func problem(of modifier: Declaration.Mark) -> Problem? {
        let rules = [
            "static": "an instance property; 'Container.\(name)' reads it from the main container",
            "lazy": "a property that is not 'lazy'; its initializer already runs only when the service is resolved",
            "weak": "a property that is not 'weak'; write '@Service(lifetime: .weak)' instead",
        ]
        return rules[modifier.name].map { rule in
            Problem(must: "be applied to " + rule, at: modifier.range, repair: removal(of: modifier.range))
        }
    }

    /// Returns the fix-it that removes a word, with the space after it.
    func removal(of word: Range<Int>) -> Problem.Repair {
        let space = scan.source[word.upperBound...].prefix(while: \.isBlank).count
        return ("remove '\(scan.text(word))'", [.remove(word.lowerBound..<word.upperBound + space)])
    }

    private var constant: Problem {
        let rule = "be applied to a 'var'; a 'let' cannot be overridden"
        let repair = ("replace 'let' with 'var'", [Problem.Edit(range: declaration.keyword, text: "var")])
        return Problem(must: rule, at: declaration.keyword, repair: repair)
    }

    private var accessorProblem: Problem? {
        guard let block = declaration.block else { return nil }
        let (opening, closing) = (scan.tokens[block.lowerBound], scan.tokens[block.upperBound])
        if declaration.hasObservers {
            let all = scan.tokens[block.lowerBound - 1].end..<closing.end
            return Problem(
                must: "be applied to a property without observers; the macro provides its setter",
                at: scan.tokens[block.lowerBound + 1].range,
                repair: ("remove the observers", [.remove(all)])
            )
        }
        var repair: Problem.Repair?
        let accessors = ["get", "set", "_read", "_modify", "mutating", "nonmutating", "@"]
        if declaration.initializer == nil, block.count > 2,
            !accessors.contains(scan.text(at: block.lowerBound + 1))
        {
            repair = (
                "replace the getter with a closure that is called immediately: '= { ... }()'",
                [.insert(opening.isSpaced ? "= " : " = ", at: opening.start), .insert("()", at: closing.end)]
            )
        }
        let rule = "be applied to a property with an initializer, not with a getter"
        return Problem(must: rule, at: opening.range, repair: repair)
    }

    /// The error for `onEnd` without an initializer, because `onEnd` does not run for assigned instances; or for `test` in
    /// a scope that provides the value.
    private var uselessArgument: Problem? {
        guard declaration.initializer == nil else { return nil }
        let rule: String
        if arguments.onEnd != nil {
            rule = "have an initializer to use 'onEnd', which does not run for assigned instances"
        } else if arguments.scope?.hasPrefix("lifetime: .scope(.alwaysOpen(") == true {
            rule = "have an initializer to belong to a scope that is always open, which takes no values"
        } else if arguments.isInScope, arguments.test != nil {
            rule = "have an initializer to use 'test' in a scope; without one, the value comes with the scope"
        } else {
            return nil
        }
        return Problem(must: rule, at: attribute)
    }

    /// The error for `onEnd` with a lifetime that nothing ends, which would end the process at the first use.
    var endlessLifetime: Problem? {
        guard arguments.onEnd != nil, let name = arguments.hasLifetime("transient", "weak", "resolution") else {
            return nil
        }
        let rule = "have a scope such as '.singleton' to use 'onEnd', because nothing ends the lifetime '.\(name)'"
        var repair: Problem.Repair?
        if arguments.lifetime == nil, let opening = scan.source[attribute].firstIndex(of: "(") {
            repair = ("add '.singleton'", [.insert(".singleton, ", at: opening + 1)])
        }
        return Problem(must: rule, at: attribute, repair: repair)
    }

    /// The attribute of the macro with its arguments.
    var attribute: Range<Int> {
        declaration.attributes.last { $0.name == (isFunction ? "Provides" : "Service") }?.range ?? 0..<0
    }

    /// The error for a property without a type, for which the expansion would only add errors to the compiler's.
    private var missingType: Problem? {
        guard declaration.type == nil, declaration.initializer == nil else { return nil }
        return Problem(must: "be applied to a property with a type or an initializer", at: declaration.name)
    }
}
