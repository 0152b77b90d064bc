// The type that identifies a declared service and is its record, and the function that describes the service.

extension MacroUse {
    /// The key of the service.
    var key: String { "\(fusion)_ServiceKey(Self.\(peer("Service")).self)" }

    /// Returns the record, and the property beside it: that with the function, or the static one of the same name.
    func peers() -> String {
        (isFunction ? [functionProperty(), record] : [record, mainService].compactMap(\.self)).joined(separator: "\n")
    }

    /// The type and the function.
    ///
    /// The type is `nonisolated`, even if the declaration is isolated to an actor. The function has the isolation of the
    /// declaration.
    private var record: String {
        let (service, declare) = (peer("Service"), peer("declare"))
        let call = "describe(\(declare), to: visitor)"
        let condition = versions.map { "if #available" + scan.text($0.range).drop { $0 != "(" } }
        let body = condition.map { "\($0) { \(call) }" } ?? call
        let availability = attributes { $0.name == "available" && $0.range != versions?.range }
        return """
            \(availability)nonisolated private enum \(service): \(fusion)_DeclaredService {
                static var property: \(fusion)_ServiceProperty { \(property) }
                static func describe(to visitor: \(swift)UInt) { \(body) }
            }
            \(isolation)private static func \(declare)(_ visitor: \(swift)UInt) {
                \(caller)\(fusion)_ServiceKey(\(service).self).\(description)
            }
            """
    }

    /// The description of the property or the function.
    private var property: String {
        let location = request.declSyntax.location
        let line = location.line + scan.lineBreaks(before: declaration.keyword.lowerBound)
        let isConstant = !isFunction && code?.isConstant == true
        return ".init(\(literal(fullName)), file: \(literal(location.fileID)), line: \(line)"
            + (isConstant ? ", isConstant: true" : "") + (arguments.test == nil ? "" : ", hasTestValue: true")
            + (arguments.memberOfScope.map { ", scope: \(literal($0))" } ?? "") + ")"
    }

    /// The call that describes the service, after its key.
    private var description: String {
        var items = ["to: visitor", "\\.\(isFunction ? provider : name)"]
        if isFunction {
            items.append("\(fusion)_ServiceOptions<\(type ?? "")>" + options.dropFirst(".init".count))
            if declaration.isAsync { items.append("isAsync: true") }
        } else if declaration.initializer != nil || isProvided {
            items.append(options)
        }
        if let code {
            let parameters = declaration.parameters.map { scan.text($0.name).filter { $0 != "`" } }
            items += Candidates(code, type: type, parameters: parameters).arguments("candidates", "lookups")
        }
        if let test = arguments.test.map(Scanner.scan) {
            items += Candidates(test, type: type).arguments("testCandidates", "testLookups")
        }
        if access.contains(where: ["private", "fileprivate"].contains) { items.append("isPrivate: true") }
        if !caller.isEmpty { items += ["call: __call"] + (declaration.isAsync ? [] : ["immediateCall: __call"]) }
        return "declare\(isFunction ? "Function" : "")(\(items.joined(separator: ", ")))"
    }

    /// The attributes and the modifier that give the function the actor and the availability of the declaration.
    var isolation: String {
        attributes { !Self.furtherAttributes.contains($0.name) && !$0.name.hasPrefix("_") }
            + (isNonisolated ? "nonisolated " : "")
    }

    /// Returns attributes of the declaration, each on its own line, with their compilation conditions.
    func attributes(where isMeant: (Declaration.Mark) -> Bool) -> String {
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

    /// The attribute `@available(iOS 26, *)`, whose versions are checked before the function is called.
    private var versions: Declaration.Mark? {
        declaration.attributes.first { mark in
            mark.name == "available" && scan.text(mark.range).hasSuffix("*)") && declaration.directives.isEmpty
        }
    }

    /// Returns the name of a peer, such as `__Service_x`.
    ///
    /// With the prefix, no name is a keyword. Backticks are therefore kept only if the text is not a valid name without
    /// them.
    private func peer(_ prefix: String) -> String {
        plain("__\(prefix)_\(plainName)")
    }

    /// Returns a name with backticks if it isn't valid without them.
    func plain(_ name: String) -> String { name.utf8.allSatisfy(\.isWordPart) ? name : "`\(name)`" }
}
