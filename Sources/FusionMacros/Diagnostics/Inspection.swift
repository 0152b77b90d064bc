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
            let problem = missingType ?? uselessEnd ?? uselessScope ?? effect ?? selfAccess ?? hiddenName
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
            return Problem(
                "'@Service' must be applied to a property with a type or an initializer",
                at: name,
                needsStandIn: true
            )
        }
        guard scan.text(initializer) == "nil" || isImplicitMember(initializer) else { return nil }
        return Problem(
            "'@Service' must be applied to a property with a type; the initializer does not determine one",
            at: initializer.lowerBound..<(initializer.lowerBound + 1),
            needsStandIn: true
        )
    }

    /// Returns whether the expression is `.init(...)` or the like, without an operator that could determine the type.
    private func isImplicitMember(_ initializer: Range<Int>) -> Bool {
        guard var index = scan.tokens.firstIndex(where: { $0.start >= initializer.lowerBound }),
            scan.is(scan.tokens[index], ".")
        else { return false }
        while index < scan.tokens.count, initializer.contains(scan.tokens[index].start) {
            let token = scan.tokens[index]
            if token.kind == .symbol || ["as", "is"].contains(scan.text(token)) { return false }
            index = token.kind == .open ? (token.partner ?? index) + 1 : index + 1
        }
        return true
    }

    /// The error for `onEnd` without an initializer, because `onEnd` does not run for assigned instances.
    private var uselessEnd: Problem? {
        guard arguments.onEnd != nil, declaration.initializer == nil else { return nil }
        return Problem(
            "'@Service' must have an initializer to use 'onEnd', which does not run for assigned instances",
            at: attribute,
            needsStandIn: true
        )
    }

    /// The error for a scope that opens and ends without an initializer, because an assigned instance stays in any scope.
    private var uselessScope: Problem? {
        let isOfScope = arguments.scope?.hasPrefix("lifetime: .scope(") == true
        guard isOfScope, declaration.initializer == nil else { return nil }
        return Problem(
            "'@Service' must have an initializer to belong to a scope; bind the type of a value that comes with the "
                + "scope to '.provided'",
            at: attribute,
            needsStandIn: true
        )
    }

    private var notAProperty: Problem {
        Problem(
            "'@Service' must be attached to a property, not to '\(declaration.keywordText)'",
            at: declaration.keyword,
            repair: Problem.Repair(message: "remove '@Service'", edits: [.remove(withSpaceBehind(attribute))])
        )
    }

    private var isRepeated: Bool {
        declaration.attributes.contains { $0.name == "Service" && $0.range.lowerBound < attribute.lowerBound }
    }

    private var repeated: Problem {
        Problem(
            "'@Service' must be applied only once; a property has one lifetime",
            at: attribute,
            repair: Problem.Repair(
                message: "remove the second '@Service'",
                edits: [.remove(withSpaceBehind(attribute))]
            )
        )
    }

    private func problem(of modifier: PropertyDeclaration.Modifier) -> Problem? {
        let text: String
        var needsStandIn = false
        switch modifier.name {
        case "static", "class":
            let name = self.name ?? "name"
            text = "an instance property; 'Container.\(name)' reads it from the main container"
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
        return Problem(
            "'@Service' must be applied to " + text,
            at: modifier.range,
            repair: Problem.Repair(
                message: "remove '\(modifier.name)'",
                edits: [.remove(withSpaceBehind(modifier.range))]
            ),
            needsStandIn: needsStandIn
        )
    }

    private var constant: Problem {
        Problem(
            "'@Service' must be applied to a 'var'; a 'let' cannot be overridden",
            at: declaration.keyword,
            repair: Problem.Repair(
                message: "replace 'let' with 'var'",
                edits: [Problem.Edit(range: declaration.keyword, text: "var")]
            ),
            needsStandIn: true
        )
    }

    private var severalNames: Problem? {
        if case .tuple(let brackets)? = declaration.pattern {
            return Problem(
                "'@Service' must be applied to a property with one name, not to a tuple of names",
                at: scan.tokens[brackets.lowerBound].range
            )
        }
        return declaration.furtherNames.first.map {
            Problem("'@Service' must be applied to one property at a time", at: $0)
        }
    }

    private var accessorProblem: Problem? {
        if let observer = declaration.observers, case .list(_, let brackets)? = declaration.accessors {
            let start = scan.tokens[brackets.lowerBound - 1].end
            return Problem(
                "'@Service' must be applied to a property without observers; the macro provides its setter",
                at: scan.tokens[observer.keyword].range,
                repair: Problem.Repair(
                    message: "remove the observers",
                    edits: [.remove(start..<scan.tokens[brackets.upperBound].end)]
                ),
                needsStandIn: true
            )
        }
        let rule = "'@Service' must be applied to a property with an initializer, not with a getter"
        switch declaration.accessors {
        case nil: return nil
        case .list(_, in: let brackets)?: return Problem(rule, at: scan.tokens[brackets.lowerBound].range)
        case .body(let body)?:
            return Problem(rule, at: scan.tokens[body.lowerBound].range, repair: callingImmediately(body))
        }
    }

    /// Returns the fix-it that turns a getter without `get` into a closure that is called immediately: `var a: A { b }`
    /// becomes `var a: A = { b }()`.
    private func callingImmediately(_ body: ClosedRange<Int>) -> Problem.Repair? {
        let (opening, closing) = (scan.tokens[body.lowerBound], scan.tokens[body.upperBound])
        // `{ get set }` belongs to a protocol requirement and is not a body.
        guard declaration.initializer == nil, body.count > 2,
            !["get", "set"].contains(scan.text(scan.tokens[body.lowerBound + 1]))
        else { return nil }
        return Problem.Repair(
            message: "replace the getter with a closure that is called immediately: '= { ... }()'",
            edits: [.insert(opening.isSpaced ? "= " : " = ", at: opening.start), .insert("()", at: closing.end)]
        )
    }

    /// The name as written, with backticks if it has them.
    var name: String? {
        guard case .name(let range)? = declaration.pattern else { return nil }
        return scan.text(range)
    }

    /// Returns the range with the blanks after it, so that its removal leaves no gap.
    func withSpaceBehind(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(range.upperBound + scan.source[range.upperBound...].prefix(while: \.isBlank).count)
    }
}
