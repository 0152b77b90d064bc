import Foundation

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    /// Where the declaration of a request is in its file.
    let offsetOfDeclaration = 100

    /// The answer to a request of the compiler for a declaration at the start of line 10 of a file.
    func expansion(
        _ declaration: String,
        role: String = "accessor",
        attribute: String = "@Service",
        context: [String] = ["\nextension Container {}"],
        macro: String = "ServiceMacro"
    ) -> Expansion {
        func excerpt(_ source: String, offset: Int) -> SourceExcerpt {
            let place = SourceExcerpt.Location(
                fileID: "App/File.swift",
                fileName: "/File.swift",
                offset: offset,
                line: 10
            )
            return SourceExcerpt(source: source, location: place)
        }
        let start = declaration.firstRange(of: attribute)?.lowerBound ?? declaration.firstIndex(of: "@")
        let distance = start.map { declaration[..<$0].utf8.count } ?? declaration.utf8.count
        let request = ExpansionRequest(
            macro: ExpansionRequest.Macro(typeName: macro),
            macroRole: role,
            attributeSyntax: excerpt(attribute, offset: offsetOfDeclaration + distance),
            declSyntax: excerpt(declaration, offset: offsetOfDeclaration),
            lexicalContext: context.map { excerpt($0, offset: 0) }
        )
        var expansion = MessageHandler.expand(request)
        // Before Swift 6.3, there are no module selectors.
        expansion.expandedSource = expansion.expandedSource?.replacing("Fusion::", with: "Fusion.")
            .replacing("Swift::", with: "Swift.")
        return expansion
    }

    /// The answer for a function with `@Provides`.
    func provided(
        _ declaration: String,
        role: String = "body",
        attribute: String = "@Provides",
        context: [String] = ["\nextension Container {}"]
    ) -> Expansion {
        expansion(declaration, role: role, attribute: attribute, context: context, macro: "ProvidesMacro")
    }

    func accessors(_ declaration: String, attribute: String = "@Service") -> String? {
        expansion(declaration, attribute: attribute).expandedSource
    }

    func peer(_ declaration: String, attribute: String = "@Service") -> String? {
        expansion(declaration, role: "peer", attribute: attribute).expandedSource
    }

    /// The description of the property in its record.
    func property(_ declaration: String, attribute: String = "@Service") -> String? {
        let lines = peer(declaration, attribute: attribute)?.split(separator: "\n") ?? []
        return lines.first { $0.contains("static var property: ") }.map { line in
            String(line.trimmingPrefix("    static var property: Fusion._ServiceProperty { ").dropLast(2))
        }
    }

    /// The call that describes a service, after the beginning of its key.
    func described(_ declaration: String, attribute: String = "@Service") -> String? {
        let lines = peer(declaration, attribute: attribute)?.split(separator: "\n") ?? []
        return lines.first { $0.contains(".declare(to: visitor, ") }.map { line in
            String(line.trimmingPrefix("    Fusion._ServiceKey(").dropLast())
        }
    }

    /// The compiler's message for a declaration at the start of a file, with keys that the plugin does not know.
    func message(
        _ declaration: String,
        role: String = "accessor",
        context: String = "extension Container {}",
        extra: [String: Any] = [:]
    ) throws -> [UInt8] {
        func excerpt(_ source: String) -> [String: Any] {
            let location: [String: Any] = [
                "column": 1, "fileID": "A/B.swift", "fileName": "/B.swift", "line": 1, "offset": 0,
            ]
            return ["kind": "declaration", "source": source, "location": location]
        }
        let request: [String: Any] = [
            "macro": ["moduleName": "FusionMacros", "name": "Service", "typeName": "ServiceMacro"], "macroRole": role,
            "discriminator": "$s", "attributeSyntax": excerpt("@Service"), "declSyntax": excerpt(declaration),
            "lexicalContext": [excerpt(context)],
        ]
        let message = ["expandAttachedMacro": request.merging(extra) { $1 }]
        return [UInt8](try JSONSerialization.data(withJSONObject: message))
    }

    func messages(_ expansion: Expansion) -> [String] { expansion.diagnostics.map(\.message) }
#endif
