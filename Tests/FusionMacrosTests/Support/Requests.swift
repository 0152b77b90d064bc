#if canImport(FusionMacros)
    @testable import FusionMacros

    /// A request of the compiler for a declaration at the start of line 10 of a file.
    func request(
        _ declaration: String,
        role: String = "accessor",
        attribute: String = "@Service",
        context: [String]? = ["\nextension Container {}"],
        discriminator: String? = nil
    ) -> ExpansionRequest {
        func excerpt(_ source: String, offset: Int) -> SourceExcerpt {
            SourceExcerpt(
                source: source,
                location: SourceExcerpt.Location(
                    fileID: "App/File.swift",
                    fileName: "/File.swift",
                    offset: offset,
                    line: 10
                )
            )
        }
        let start = declaration.utf8.count - declaration.drop { $0 != "@" }.utf8.count
        return ExpansionRequest(
            macro: ExpansionRequest.Macro(typeName: "ServiceMacro"),
            macroRole: role,
            discriminator: discriminator,
            attributeSyntax: excerpt(attribute, offset: 100 + start),
            declSyntax: excerpt(declaration, offset: 100),
            lexicalContext: context.map { $0.map { excerpt($0, offset: 0) } }
        )
    }

    func expansion(
        _ declaration: String,
        role: String = "accessor",
        attribute: String = "@Service",
        context: [String]? = ["\nextension Container {}"],
        discriminator: String? = nil
    ) -> Expansion {
        ServiceMacro(
            request(declaration, role: role, attribute: attribute, context: context, discriminator: discriminator)
        ).expand()
    }

    func accessors(_ declaration: String, attribute: String = "@Service") -> String? {
        expansion(declaration, attribute: attribute).source
    }

    func peer(_ declaration: String, attribute: String = "@Service") -> String? {
        expansion(declaration, role: "peer", attribute: attribute).source
    }

    /// The line with the key in the peer expansion.
    func key(_ declaration: String, attribute: String = "@Service") -> String? {
        peer(declaration, attribute: attribute)?.split(separator: "\n").first.map(String.init)
    }

    /// The call that describes a service, in its record.
    func described(_ declaration: String, attribute: String = "@Service") -> String? {
        let lines = peer(declaration, attribute: attribute)?.split(separator: "\n") ?? []
        return lines.first { $0.contains(".declare(to: visitor, ") }.map { line in
            String(line.trimmingPrefix { $0 == " " }.dropLast())
        }
    }

    func messages(_ expansion: Expansion) -> [String] { expansion.diagnostics.map(\.message) }
#endif
