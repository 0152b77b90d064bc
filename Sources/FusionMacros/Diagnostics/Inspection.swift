/// An inspection that finds mistakes in a declaration with `@Service`.
struct Inspection {
    let scan: Scan
    let declaration: PropertyDeclaration
    let context: LexicalContext
    /// The range of the attribute that is being expanded.
    let attribute: Range<Int>
    /// The arguments of the attribute.
    let arguments: AttributeArguments

    /// Returns the mistakes, in the order of the source.
    ///
    /// If the declaration is in the wrong place, only that mistake is returned.
    func problems() -> [Problem] {
        if !declaration.isProperty { return [notAProperty] }
        if let place { return [place] }
        if isRepeated { return [repeated] }
        var problems = declaration.modifiers.compactMap(problem(of:))
        if declaration.keywordText == "let" { problems.append(constant) }
        if let names = severalNames { problems.append(names) }
        if let accessors = accessorProblem { problems.append(accessors) }
        if problems.isEmpty,
            let problem = missingType ?? uselessArgument ?? effect ?? selfAccess ?? hiddenName
        {
            problems.append(problem)
        }
        return problems
    }

    /// The error for a type that neither an annotation nor the initializer states.
    ///
    /// With the expansion, the compiler would report the mistake twice.
    private var missingType: Problem? {
        guard declaration.type == nil, case .name(let name)? = declaration.pattern else { return nil }
        guard let initializer = declaration.initializer else {
            let rule = "be applied to a property with a type or an initializer"
            return Problem(must: rule, at: name, needsStandIn: true)
        }
        guard scan.text(initializer) == "nil" || isImplicitMember(initializer) else { return nil }
        let rule = "be applied to a property with a type; the initializer does not determine one"
        return Problem(must: rule, at: initializer.lowerBound..<(initializer.lowerBound + 1), needsStandIn: true)
    }

    /// Returns whether the expression is `.init(...)` or the like, without an operator that could determine the type.
    private func isImplicitMember(_ initializer: Range<Int>) -> Bool {
        let indices = scan.indices(in: initializer)
        return scan.has(".", at: indices.lowerBound)
            && !scan.outerIndices(after: indices.lowerBound - 1, before: indices.upperBound).contains { index in
                scan.tokens[index].kind == .symbol || ["as", "is"].contains(scan.text(at: index))
            }
    }

    /// The error for `onEnd` without an initializer, because `onEnd` does not run for assigned instances; or for a scope
    /// that opens and ends, because an assigned instance stays in any scope.
    private var uselessArgument: Problem? {
        guard declaration.initializer == nil else { return nil }
        let rule: String
        if arguments.onEnd != nil {
            rule = "have an initializer to use 'onEnd', which does not run for assigned instances"
        } else if arguments.scope?.hasPrefix("lifetime: .scope(") == true {
            let advice = "bind the type of a value that comes with the scope to '.provided'"
            rule = "have an initializer to belong to a scope; \(advice)"
        } else {
            return nil
        }
        return Problem(must: rule, at: attribute, needsStandIn: true)
    }

    private var notAProperty: Problem {
        let rule = "be attached to a property, not to '\(declaration.keywordText)'"
        return Problem(must: rule, at: declaration.keyword, repair: removal(of: attribute, "'@Service'"))
    }

    private var isRepeated: Bool {
        declaration.attributes.contains { $0.name == "Service" && $0.range.lowerBound < attribute.lowerBound }
    }

    private var repeated: Problem {
        let rule = "be applied only once; a property has one lifetime"
        return Problem(must: rule, at: attribute, repair: removal(of: attribute, "the second '@Service'"))
    }

    private func problem(of modifier: PropertyDeclaration.Mark) -> Problem? {
        let text: String
        var needsStandIn = false
        switch modifier.name {
        case "static", "class":
            text = "an instance property; 'Container.\(name ?? "name")' reads it from the main container"
            needsStandIn = declaration.initializer == nil
        case "lazy":
            text = "a property that is not 'lazy'; its initializer already runs only when the service is resolved"
        case "weak":
            text = "a property that is not 'weak'; write '@Service(lifetime: .weak)' instead"
            needsStandIn = true
        case "unowned":
            text = "a property that is not 'unowned'; the container decides how long a service lives"
            needsStandIn = true
        default: return nil
        }
        let repair = removal(of: modifier.range, "'\(modifier.name)'")
        return Problem(must: "be applied to " + text, at: modifier.range, repair: repair, needsStandIn: needsStandIn)
    }

    private var constant: Problem {
        let rule = "be applied to a 'var'; a 'let' cannot be overridden"
        let repair = ("replace 'let' with 'var'", [Problem.Edit(range: declaration.keyword, text: "var")])
        return Problem(must: rule, at: declaration.keyword, repair: repair, needsStandIn: true)
    }

    private var severalNames: Problem? {
        if case .tuple(let brackets)? = declaration.pattern {
            let rule = "be applied to a property with one name, not to a tuple of names"
            return Problem(must: rule, at: scan.tokens[brackets.lowerBound].range)
        }
        return declaration.furtherNames.first.map { Problem(must: "be applied to one property at a time", at: $0) }
    }

    private var accessorProblem: Problem? {
        guard let block = declaration.block else { return nil }
        if let observer = declaration.observers {
            let all = scan.tokens[block.lowerBound - 1].end..<scan.tokens[block.upperBound].end
            return Problem(
                must: "be applied to a property without observers; the macro provides its setter",
                at: scan.tokens[observer.keyword].range,
                repair: ("remove the observers", [.remove(all)]),
                needsStandIn: true
            )
        }
        let rule = "be applied to a property with an initializer, not with a getter"
        let repair = declaration.accessors.isEmpty ? callingImmediately(block) : nil
        return Problem(must: rule, at: scan.tokens[block.lowerBound].range, repair: repair)
    }

    /// Returns the fix-it that turns a getter without `get` into a closure that is called immediately: `var a: A { b }`
    /// becomes `var a: A = { b }()`.
    private func callingImmediately(_ body: ClosedRange<Int>) -> Problem.Repair? {
        let (opening, closing) = (scan.tokens[body.lowerBound], scan.tokens[body.upperBound])
        // `{ get set }` belongs to a protocol requirement and is not a body.
        guard declaration.initializer == nil, body.count > 2,
            !["get", "set"].contains(scan.text(at: body.lowerBound + 1))
        else { return nil }
        return (
            "replace the getter with a closure that is called immediately: '= { ... }()'",
            [.insert(opening.isSpaced ? "= " : " = ", at: opening.start), .insert("()", at: closing.end)]
        )
    }

    /// The name as written, with backticks if it has them.
    var name: String? {
        guard case .name(let range)? = declaration.pattern else { return nil }
        return scan.text(range)
    }

    /// Returns the fix-it that removes a part of the declaration with the blanks after it, so that no gap is left.
    func removal(of range: Range<Int>, _ name: String) -> Problem.Repair {
        let end = range.upperBound + scan.source[range.upperBound...].prefix(while: \.isBlank).count
        return ("remove \(name)", [.remove(range.lowerBound..<end)])
    }
}
