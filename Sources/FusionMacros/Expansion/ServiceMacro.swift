/// The expansion of `@Service` on one declaration, in one role.
///
/// The compiler asks for the accessors once and the peer once. Only one of the two reports a mistake in the
/// declaration.
struct ServiceMacro {
    let request: ExpansionRequest
    let scan: Scan

    init(_ request: ExpansionRequest) {
        self.request = request
        scan = Scanner.scan(request.declSyntax.source)
    }

    func expand() -> Expansion {
        let declaration: PropertyDeclaration
        do {
            declaration = try DeclarationReader.read(scan)
        } catch {
            return report([error])
        }
        let arguments = AttributeArguments(request.attributeSyntax.source)
        let inspection = Inspection(scan: scan, declaration: declaration, context: context, arguments: arguments)
        let problems = inspection.problems()
        guard problems.isEmpty else {
            var expansion = report(problems)
            // Without accessors, the compiler would also report a stored property.
            if isAccessor, declaration.block == nil || declaration.hasObservers, !declaration.isConstant,
                !declaration.modifiers.contains(where: { $0.name == "lazy" })
            {
                expansion.expandedSource = ServiceExpansion.standIn
            }
            return expansion
        }
        let expansion = ServiceExpansion(
            scan: scan,
            declaration: declaration,
            attribute: arguments,
            location: request.declSyntax.location
        )
        return Expansion(expandedSource: isAccessor ? expansion.accessors() : expansion.peers())
    }

    private var context: LexicalContext { LexicalContext(request.lexicalContext) }

    private var isAccessor: Bool { request.macroRole == "accessor" }

    private func report(_ problems: [Problem]) -> Expansion {
        // For a requirement, or for what is no property, the compiler asks only for the peer.
        let hasAccessors =
            context != .protocolBody && scan.tokens.contains { scan.is($0, "var") || scan.is($0, "let") }
        guard isAccessor == hasAccessors else { return Expansion() }
        return Expansion(diagnostics: problems.map { $0.diagnostic(in: request.declSyntax.location) })
    }
}
