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
        guard request.macroRole == "accessor" || request.macroRole == "peer" else {
            let rule = "be declared as an accessor and a peer macro, not with the role '\(request.macroRole)'"
            return report([Problem(must: rule, at: scan.tokens.first?.range ?? 0..<0)])
        }
        let declaration: PropertyDeclaration
        do {
            declaration = try DeclarationReader.read(scan)
        } catch {
            return unreadable(at: error.offset)
        }
        let context = LexicalContext(request.lexicalContext, discriminator: request.discriminator)
        let arguments = AttributeArguments(request.attributeSyntax.source)
        let problems = Inspection(
            scan: scan,
            declaration: declaration,
            context: context,
            attribute: attribute,
            arguments: arguments
        ).problems()
        guard problems.isEmpty, case .name(let name)? = declaration.pattern else {
            guard request.macroRole == reportingRole(for: declaration, in: context), isAboutFirstName(of: declaration)
            else { return Expansion() }
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
        return report([Problem(must: "be attached to a complete property declaration", at: place)])
    }

    /// Returns the role that reports the mistakes.
    ///
    /// The compiler does not ask for accessors for several variables, for a requirement, or for anything but a property
    /// or subscript.
    private func reportingRole(for declaration: PropertyDeclaration, in context: LexicalContext) -> String {
        if context == .protocolBody { return "peer" }
        if declaration.keywordText == "subscript" { return "accessor" }
        guard case .name? = declaration.pattern, declaration.furtherNames.isEmpty else { return "peer" }
        return "accessor"
    }

    /// Returns whether this request is about the first name.
    ///
    /// For several names in one declaration, the compiler sends one request for each name. Each request contains the
    /// whole declaration; only the discriminator differs.
    ///
    /// If the compiler abbreviates a name, the mistake is reported twice.
    private func isAboutFirstName(of declaration: PropertyDeclaration) -> Bool {
        guard let discriminator = request.discriminator else { return true }
        var names: [String] = []
        switch declaration.pattern {
        case .name(let name)?: names = [scan.text(name)]
        case .tuple(let brackets)?:
            names = scan.tokens[brackets].filter { $0.kind == .word || $0.kind == .quotedWord }.map(scan.text)
        case nil: return true
        }
        names += declaration.furtherNames.map { scan.text($0) }
        // Without Foundation, `contains(String)` needs macOS 13.
        let bytes = Array(discriminator.utf8)
        let mentioned = names.filter {
            let name = $0.filter { $0 != "`" }
            let part = "\(name.utf8.count)\(name)7Service".utf8
            return bytes.indices.contains { bytes[$0...].starts(with: part) }
        }
        return mentioned.isEmpty || mentioned.contains(names[0])
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
