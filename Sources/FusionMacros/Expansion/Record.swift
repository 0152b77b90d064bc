/// The type that identifies a declared service and is its record, and the function that describes the service.
///
/// The type is `nonisolated`, even if the declaration is isolated to an actor. The function has the isolation of the
/// declaration.
struct Record {
    let scan: Scan
    /// The attributes, the modifiers and the keyword.
    let declaration: PropertyDeclaration
    let name: String

    /// The key of the service.
    var key: String { "\(fusion)_ServiceKey(Self.\(peer("Service")).self)" }

    /// Returns the declarations.
    ///
    /// - Parameters:
    ///   - property: The description of the property.
    ///   - description: The call that describes the service, after its key.
    ///   - statements: Statements before it.
    /// - Returns: The type and the function.
    func text(_ property: String, _ description: String, before statements: String = "") -> String {
        let (service, declare) = (peer("Service"), peer("declare"))
        let call = "describe(\(declare), to: visitor)"
        let body = versions.map { "if #available\($0.text) { \(call) }" } ?? call
        let availability = attributes { $0.name == "available" && $0.range != versions?.attribute.range }
        return """
            \(availability)nonisolated private enum \(service): \(fusion)_DeclaredService {
                static var property: \(fusion)_ServiceProperty { \(property) }
                static func describe(to visitor: \(swift)UInt) { \(body) }
            }
            \(isolation)private static func \(declare)(_ visitor: \(swift)UInt) {
                \(statements)\(fusion)_ServiceKey(\(service).self).\(description)
            }
            """
    }

    /// Returns the description of the property.
    func property(
        _ name: String,
        isConstant: Bool = false,
        _ arguments: AttributeArguments,
        _ location: SourceExcerpt.Location
    ) -> String {
        let line = location.line + scan.lineBreaks(before: declaration.keyword.lowerBound)
        return ".init(\(literal(name)), file: \(literal(location.fileID)), line: \(line)"
            + (isConstant ? ", isConstant: true" : "") + (arguments.test == nil ? "" : ", hasTestValue: true")
            + (arguments.memberOfScope.map { ", scope: \(literal($0))" } ?? "") + ")"
    }

    /// The attributes and the modifier that give the function the actor and the availability of the declaration.
    var isolation: String {
        let isNonisolated = declaration.modifiers.contains { $0.name == "nonisolated" }
        return attributes { !Self.furtherAttributes.contains($0.name) && !$0.name.hasPrefix("_") }
            + (isNonisolated ? "nonisolated " : "")
    }

    /// Returns attributes of the declaration, each on its own line, with their compilation conditions.
    func attributes(where isMeant: (PropertyDeclaration.Mark) -> Bool) -> String {
        let meant = declaration.attributes.filter(isMeant)
        let directives = meant.isEmpty ? [] : declaration.directives
        let lines = (meant.map(\.range) + directives).sorted { $0.lowerBound < $1.lowerBound }
        return lines.map { scan.text($0) + "\n" }.joined()
    }

    /// Attributes that state neither an actor nor the availability.
    static let furtherAttributes: Set<String> = [
        "Service", "Provides", "concurrent", "objc", "nonobjc", "inlinable", "inline", "usableFromInline", "IBOutlet",
        "IBInspectable", "GKInspectable", "NSManaged", "NSCopying", "backDeployed", "exclusivity", "preconcurrency",
        "abi", "export", "discardableResult", "warn_unqualified_access", "transparent", "frozen", "unsafe", "safe",
    ]

    /// The versions of `@available(iOS 26, *)`, which are checked before the function is called.
    private var versions: (attribute: PropertyDeclaration.Mark, text: String)? {
        for attribute in declaration.attributes where attribute.name == "available" {
            let text = scan.text(attribute.range)
            if let opening = text.firstIndex(of: "("), text.hasSuffix("*)"), declaration.directives.isEmpty {
                return (attribute, String(text[opening...]))
            }
        }
        return nil
    }

    /// Returns the name of a peer, such as `__Service_x`.
    ///
    /// With the prefix, no name is a keyword. Backticks are therefore kept only if the text is not a valid name without
    /// them.
    private func peer(_ prefix: String) -> String {
        let isPlain = name.utf8.allSatisfy(\.isWordPart)
        return isPlain ? "__\(prefix)_\(name)" : "`__\(prefix)_\(name)`"
    }
}
