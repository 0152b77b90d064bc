// A client may have a type with the name of a module, which hides the module in front of a period.
#if compiler(>=6.3)
    let (fusion, swift) = ("Fusion::", "Swift::")
#else
    let (fusion, swift) = ("Fusion.", "Swift.")
#endif

/// The code that `@Service` expands to.
struct ServiceExpansion {
    let scan: Scan
    let declaration: PropertyDeclaration
    let attribute: AttributeArguments

    /// Accessors to send together with an error, so that the compiler does not also report stored properties in
    /// extensions or assignments to the property.
    static let standIn = "get {\n    fatalError()\n}\nset {\n    _ = newValue\n}"

    /// Returns a getter that resolves the service, a setter that assigns it, and a coroutine that changes a part of it.
    func accessors() -> String {
        """
        get {
            \(readInTest)\(read)
        }
        set {
            \(key).set(newValue, in: self)
        }
        _modify {
            var __value\(annotation) = \(fusion)_ServiceKey.changing { self.\(name) }
            defer { self.\(name) = __value }
            yield &__value
        }
        """
    }

    /// Returns the type that identifies the service and is its record, the function that describes the service, and the
    /// static property of the same name.
    ///
    /// The type is `nonisolated`, even if the property is isolated to an actor. The function has the isolation of the
    /// property.
    func peers(_ location: SourceExcerpt.Location) -> String {
        let (service, declare) = (peer("Service"), peer("declare"))
        let call = "describe(\(declare), to: visitor)"
        let body = versions.map { "if #available\($0.text) { \(call) }" } ?? call
        let property =
            ".init(\(literal(plainName)), file: \(literal(location.fileID)), line: \(location.line + lineBreaks)"
            + (declaration.initializer.map(scan.isConstant) == true ? ", isConstant: true" : "")
            + (attribute.test == nil ? ")" : ", hasTestValue: true)")
        let availability = attributes { $0.name == "available" && $0.range != versions?.attribute.range }
        let record = """
            \(availability)nonisolated private enum \(service): \(fusion)_DeclaredService {
                static var property: \(fusion)_ServiceProperty { \(property) }
                static func describe(to visitor: \(swift)UInt) { \(body) }
            }
            \(isolation)private static func \(declare)(_ visitor: \(swift)UInt) {
                \(fusion)_ServiceKey(\(service).self).declare(\(described))
            }
            """
        return [record, mainService].compactMap(\.self).joined(separator: "\n")
    }

    /// Code that returns the value for tests, if there is one and a test is running.
    private var readInTest: String {
        guard let test = attribute.test else { return "" }
        let read = read(optionsInTest, making: "return \(key).testValue(\(test), in: self)")
        return "if \(key).isInTest {\n        return \(read)\n    }\n    return "
    }

    private var read: String {
        guard let initializer = declaration.initializer else {
            return "\(key).get(from: self) { $0.\(name) }"
        }
        let made = "let __made\(annotation) = \(scan.text(initializer))\n            return __made"
        return read(options, making: made)
    }

    /// Returns code that takes the service from its owner, or makes it.
    private func read(_ options: String, making statements: String) -> String {
        guard !isOpaque else {
            return """
                \(key).make(in: self, \(options)) {
                            \(statements)
                    }
                """
        }
        return """
            \(key).get(from: self, \(options)) { __owner in
                    guard let __owner else {
                        \(statements)
                    }
                    return __owner.\(name)
                }
            """
    }

    /// The lifetime of the service, and the function that ends it.
    ///
    /// The arguments of the attribute are inserted here, in code with the isolation of the property, and not at the
    /// key, which is not isolated.
    private var options: String { options(attribute.scope) }

    /// The options of the value for tests.
    ///
    /// Each read of a placeholder records an issue, so it is not kept. What only tests create is like an assigned
    /// instance, of which there is one.
    private var optionsInTest: String {
        if attribute.test?.hasPrefix(".unimplemented") == true { return ".init()" }
        return options(attribute.scope ?? (declaration.initializer == nil ? ".singleton" : nil))
    }

    private func options(_ scope: String?) -> String {
        ".init(\(scope ?? ""))" + (attribute.onEnd.map { ".ending(\($0))" } ?? "")
    }

    /// The property, its options and the candidates of the record.
    private var described: String {
        var arguments = ["to: visitor", "\\.\(name)"]
        if let initializer = declaration.initializer {
            arguments += [options] + candidates(in: scan, initializer, "candidates", "lookups")
        }
        if let test = attribute.test {
            let scan = Scanner.scan(test)
            arguments += candidates(in: scan, 0..<scan.source.count, "testCandidates", "testLookups")
        }
        if declaration.modifiers.contains(where: { ["private", "fileprivate"].contains(scan.text($0.range)) }) {
            arguments.append("isPrivate: true")
        }
        return arguments.joined(separator: ", ")
    }

    /// Returns the arguments for the names and the lookups in an expression.
    private func candidates(in scan: Scan, _ expression: Range<Int>, _ name: String, _ lookups: String) -> [String] {
        let type = annotation.isEmpty ? nil : String(annotation.dropFirst(2))
        let candidates = Candidates(scan: scan, initializer: expression, propertyType: type)
        let found = candidates.lookups.joined(separator: ", ")
        return ["\(name): \(literal(candidates.lines.joined(separator: "\n")))"]
            + (found.isEmpty ? [] : ["\(lookups): [\(found)]"])
    }

    /// The attributes and the modifier that give the function the actor and the availability of the property.
    var isolation: String {
        let isNonisolated = declaration.modifiers.contains { $0.name == "nonisolated" }
        return attributes { !Self.furtherAttributes.contains($0.name) && !$0.name.hasPrefix("_") }
            + (isNonisolated ? "nonisolated " : "")
    }

    /// Returns attributes of the property, each on its own line, with their compilation conditions.
    private func attributes(where isMeant: (PropertyDeclaration.Mark) -> Bool) -> String {
        let meant = declaration.attributes.filter(isMeant)
        let directives = meant.isEmpty ? [] : declaration.directives
        let lines = (meant.map(\.range) + directives).sorted { $0.lowerBound < $1.lowerBound }
        return lines.map { scan.text($0) + "\n" }.joined()
    }

    /// Attributes of a property that state neither an actor nor its availability.
    private static let furtherAttributes: Set<String> = [
        "Service", "objc", "nonobjc", "inlinable", "inline", "usableFromInline", "IBOutlet", "IBInspectable",
        "GKInspectable", "NSManaged", "NSCopying", "backDeployed", "exclusivity", "preconcurrency", "abi", "export",
        "discardableResult", "warn_unqualified_access", "transparent", "frozen", "unsafe", "safe",
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

    /// The number of lines before the keyword.
    private var lineBreaks: Int {
        let source = scan.source[..<declaration.keyword.lowerBound]
        return source.indices.count { index in
            source[index] == .lineFeed || source[index] == .carriageReturn && scan.source[index + 1] != .lineFeed
        }
    }

    private var key: String { "\(fusion)_ServiceKey(Self.\(peer("Service")).self)" }

    /// Whether the type is opaque.
    ///
    /// The type of a closure that reads such a property differs from the type of the initializer.
    var isOpaque: Bool {
        guard let type = declaration.type else { return false }
        return scan.tokens.contains { type.contains($0.start) && scan.is($0, "some") }
    }

    /// The annotation `: Type`.
    ///
    /// The expression is inserted in a declaration like the property, so that the compiler reports the same errors
    /// about both. If the type were written as the result of a closure, `() -> Type in`, a function with typed throws
    /// would crash the compiler.
    ///
    /// A variable cannot share the opaque type of the property, so its type is inferred. An implicitly unwrapped type
    /// is an optional everywhere except in a declaration.
    private var annotation: String {
        guard let type = declaration.type, !isOpaque else { return "" }
        var text = scan.text(type)
        if text.last == "!" { text = text.dropLast() + "?" }
        return ": \(text)"
    }

    var name: String { scan.text(declaration.name) }

    private var plainName: String { name.filter { $0 != "`" } }

    /// Returns the name of a peer, such as `__Service_x`.
    ///
    /// With the prefix, no name is a keyword. Backticks are therefore kept only if the text is not a valid name without
    /// them.
    private func peer(_ prefix: String) -> String {
        let isPlain = plainName.utf8.allSatisfy(\.isWordPart)
        return isPlain ? "__\(prefix)_\(plainName)" : "`__\(prefix)_\(plainName)`"
    }
}

/// Returns a string as source code.
private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": literal += "\\\(scalar)"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}
