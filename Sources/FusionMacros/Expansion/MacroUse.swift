/// The use of `@Service` or `@Provides` on one declaration, for one role of the macro.
///
/// The compiler asks for the peers once, and once for the accessors of a property or the body of a function. Only one of
/// the two reports mistakes.
struct MacroUse {
    let request: ExpansionRequest
    /// Whether the attribute is `@Provides`.
    let isFunction: Bool
    let scan: Scan
    let arguments: AttributeArguments
    /// The enclosing declaration, without its members.
    let outer: Scan
    let declaration: Declaration
    /// The initializer of the property, or the statements of the function.
    let code: Scan?
    /// The mistake that keeps the declaration from being read.
    private let unreadable: Problem?

    init(_ request: ExpansionRequest) {
        self.request = request
        isFunction = request.macro.typeName == "ProvidesMacro"
        scan = Scanner.scan(request.declSyntax.source)
        arguments = AttributeArguments(request.attributeSyntax.source)
        outer = Scanner.scan(request.lexicalContext.first?.source ?? "")
        do {
            declaration = try DeclarationReader.read(scan, isFunction: isFunction)
            unreadable = nil
        } catch {
            (declaration, unreadable) = (Declaration(), error)
        }
        code = declaration.initializer.map(scan.part)
    }

    func expand() -> Expansion {
        let problems = unreadable.map { [$0] } ?? (isFunction ? problemsOfFunction() : problemsOfProperty())
        guard problems.isEmpty else {
            let location = request.declSyntax.location
            return Expansion(
                expandedSource: isPeer ? nil : standIn,
                diagnostics: isPeer == hasCode
                    ? [] : problems.map { $0.diagnostic(of: isFunction ? "Provides" : "Service", in: location) }
            )
        }
        return Expansion(expandedSource: isPeer ? peers() : isFunction ? body() : accessors())
    }

    private var isPeer: Bool { request.macroRole == "peer" }

    /// Whether the compiler asks for more than the peers: for accessors, unless the property is a requirement, or for a
    /// body, if there is one.
    private var hasCode: Bool {
        let words = scan.tokens.map(scan.text)
        if isFunction { return words.contains("func") && ownBody != nil }
        return context != .protocolBody && (words.contains("var") || words.contains("let"))
    }

    /// Code to send together with an error, so that the compiler reports nothing else: the function's own body, or
    /// accessors, without which it would also report a stored property and assignments to it.
    private var standIn: String? {
        if isFunction { return ownBody }
        guard unreadable == nil, !isConstant, declaration.block == nil || declaration.hasObservers,
            !declaration.hasModifier("lazy")
        else { return nil }
        return "get {\n    fatalError()\n}\nset {\n    _ = newValue\n}"
    }

    /// The braces at the end with what is in them.
    private var ownBody: String? {
        guard let last = scan.tokens.last, let opening = last.partner, scan.text(last) == "}" else { return nil }
        return scan.text(scan.tokens[opening].start..<last.end)
    }

    // MARK: - The declaration

    var context: LexicalContext { LexicalContext(outer) }

    var isConstant: Bool { scan.text(declaration.keyword) == "let" }

    var isNonisolated: Bool { declaration.hasModifier("nonisolated") }

    /// The access level with the modifier that states it, such as `private(set)`.
    var access: [String] {
        let levels = ["public", "package", "internal", "fileprivate", "private"]
        return declaration.modifiers.filter { levels.contains($0.name) }.map { scan.text($0.range) }
    }

    var name: String { scan.text(declaration.name) }

    var plainName: String { name.filter { $0 != "`" } }

    /// The type of the property or the result of the function, if it is stated and not opaque.
    var type: String? { isOpaque ? nil : declaration.type.map(scan.type) }

    /// Whether the type is opaque.
    ///
    /// The type of a closure that reads such a property differs from the type of the initializer.
    var isOpaque: Bool { declaration.type.map { !scan.part($0).indices(of: "some").isEmpty } ?? false }

    /// The lifetime of the service, and the function that ends it.
    ///
    /// The arguments of the attribute are inserted in code with the isolation of the declaration, and not at the key, which
    /// is not isolated.
    var options: String { arguments.options(arguments.scope) + (isProvided ? ".provided()" : "") }

    /// Whether the value comes with a scope.
    var isProvided: Bool { declaration.initializer == nil && arguments.isInScope }
}
