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
            return unreadable(at: error.offset)
        }
        guard declaration.isProperty else { return unreadable(at: declaration.keyword.lowerBound) }
        let context = LexicalContext(request.lexicalContext)
        let arguments = AttributeArguments(request.attributeSyntax.source)
        let problems = Inspection(
            scan: scan,
            declaration: declaration,
            context: context,
            attribute: attribute,
            arguments: arguments
        ).problems()
        guard problems.isEmpty, let name = declaration.name else {
            // The compiler does not ask for the accessors of a requirement.
            guard request.macroRole == (context == .protocolBody ? "peer" : "accessor") else { return Expansion() }
            var expansion = report(problems)
            if request.macroRole == "accessor", problems.allSatisfy(\.needsStandIn) {
                expansion.expandedSource = ServiceExpansion.standIn(for: declaration)
            }
            return expansion
        }
        let expansion = ServiceExpansion(scan: scan, declaration: declaration, name: name, attribute: arguments)
        let isAccessor = request.macroRole == "accessor"
        let source = isAccessor ? expansion.accessors() : expansion.peers(request.declSyntax.location)
        return Expansion(expandedSource: source)
    }

    /// Returns the answer for text that the compiler can read but this plugin cannot.
    ///
    /// If the text has no property, the compiler does not ask for accessors, so the peer reports the error.
    private func unreadable(at offset: Int) -> Expansion {
        let isProperty = scan.tokens.contains { scan.is($0, "var") || scan.is($0, "let") }
        guard request.macroRole == (isProperty ? "accessor" : "peer") else { return Expansion() }
        let token = scan.tokens.first { $0.range.contains(offset) }?.range
        let place = token ?? offset..<min(offset + 1, max(offset, scan.source.count))
        let advice = scan.trouble == nil ? "" : "; write a regular expression as '#/.../#'"
        return report([Problem(must: "be attached to a complete property declaration" + advice, at: place)])
    }

    /// The range of this attribute in the declaration, which may have a second `@Service` attribute.
    private var attribute: Range<Int> {
        let scan = Scanner.scan(request.attributeSyntax.source)
        guard let first = scan.tokens.first, let last = scan.tokens.last else { return 0..<0 }
        let distance = request.attributeSyntax.location.offset - request.declSyntax.location.offset
        let (start, end) = (distance + first.start, distance + last.end)
        return 0 <= start && end <= self.scan.source.count ? start..<end : 0..<0
    }

    private func report(_ problems: [Problem]) -> Expansion {
        Expansion(diagnostics: problems.map { $0.diagnostic(in: request.declSyntax.location) })
    }
}
