/// The expansion of `@Provides` on one function, in one role.
///
/// The compiler asks for the body once and for the peers once. Only one of the two reports mistakes.
struct ProvidesMacro {
    let request: ExpansionRequest
    let scan: Scan

    init(_ request: ExpansionRequest) {
        self.request = request
        scan = Scanner.scan(request.declSyntax.source)
    }

    func expand() -> Expansion {
        let function: FunctionDeclaration
        do {
            function = try DeclarationReader.readFunction(scan)
        } catch {
            return report([error])
        }
        let arguments = AttributeArguments(request.attributeSyntax.source)
        let problems = FunctionInspection(scan: scan, function: function, arguments: arguments)
            .problems(in: LexicalContext(request.lexicalContext))
        guard problems.isEmpty, let body = function.body else { return report(problems) }
        let expansion = ProvidesExpansion(
            scan: scan,
            function: function,
            attribute: arguments,
            location: request.declSyntax.location,
            outerActor: outerActor
        )
        return Expansion(expandedSource: isBody ? expansion.body(body) : expansion.peers())
    }

    private var isBody: Bool { request.macroRole == "body" }

    /// Returns the mistakes, with the function's own body, for which the compiler reports nothing else.
    ///
    /// The compiler asks for no body if there is none, or if it is no function.
    private func report(_ problems: [Problem]) -> Expansion {
        guard isBody == (scan.tokens.contains { scan.is($0, "func") } && body != nil) else { return Expansion() }
        return Expansion(
            expandedSource: isBody ? body : nil,
            diagnostics: problems.map { $0.diagnostic(in: request.declSyntax.location) }
        )
    }

    private var body: String? {
        guard let last = scan.tokens.last, let opening = last.partner, scan.is(last, "}") else { return nil }
        return scan.text(scan.tokens[opening].start..<last.end)
    }

    /// The actor of the extension: `@MainActor extension Container`.
    private var outerActor: String? {
        let scan = Scanner.scan(request.lexicalContext.first?.source ?? "")
        let place = scan.tokens.indices.first { index in
            scan.has("@", at: index) && scan.text(at: index + 1).first?.isUppercase == true
                && !Record.furtherAttributes.contains(scan.text(at: index + 1))
        }
        return place.map { "@" + scan.text(at: $0 + 1) }
    }
}
