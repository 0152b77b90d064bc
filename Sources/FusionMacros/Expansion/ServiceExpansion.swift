/// The code that takes the place of a stored property.
struct ServiceExpansion {
    let scan: Scan
    let declaration: PropertyDeclaration
    /// Where the property's name is.
    let name: Range<Int>
    /// The text between the attribute's parentheses, if there is any.
    let attributeArguments: String?

    /// Given together with an error, so that the compiler does not add one of its own about stored properties in
    /// extensions.
    static let standIn = "get {\n    fatalError()\n}"

    /// A getter that asks the container, and a setter that assigns.
    ///
    /// `self.` is there for initializers that end in a closure: the compiler looks names of the accessors up in that
    /// closure too, and it may have a `service` of its own.
    func accessors() -> String {
        """
        get {
            \(read)
        }
        set {
            self.assign(newValue, to: \(key))
        }
        """
    }

    /// The property's key.
    ///
    /// It is `nonisolated` because the property may be isolated to an actor and the key is not.
    func peer(location: SourceExcerpt.Location) -> String {
        let line = location.line + scan.lineBreaks(before: declaration.keyword.lowerBound)
        return "nonisolated private static let \(keyName) = Fusion.ServiceKey(\(SourceLiteral.string(plainName)), "
            + "file: \(SourceLiteral.string(location.fileID)), line: \(line))"
    }

    private var read: String {
        guard let initializer = declaration.initializer else { return "self.service(\(key), \(property))" }
        var expression = scan.reindented(initializer, from: declarationIndentation, to: "        ")
        // At the start of a line `#line` would be the directive of that name.
        if expression.hasPrefix("#line") { expression = "(\(expression))" }
        return """
            self.service(\(arguments)) {\(signature)
                    \(expression)
                }
            """
    }

    /// The key, how long the service is kept, and how to read the same property of the container that owns the service.
    ///
    /// The attribute's arguments stand here, where the property's own actor is, and not with the key, which has none.
    private var arguments: String {
        "\(key), \(attributeArguments ?? ".transient"), \(property)"
    }

    private var key: String { "Self.\(keyName)" }

    /// A closure that reads a property of an opaque type does not have the type that the initializer shows.
    private var property: String { isOpaque ? "nil" : "{ $0.\(scan.text(name)) }" }

    private var isOpaque: Bool {
        guard let type = declaration.type else { return false }
        return scan.tokens.contains { type.contains($0.start) && scan.is($0, "some") }
    }

    /// ` () -> Type in`.
    ///
    /// A closure cannot promise an opaque type; there the expression tells the type. What is implicitly unwrapped is an
    /// optional everywhere but in a declaration.
    private var signature: String {
        guard let type = declaration.type, !isOpaque else { return "" }
        var text = scan.text(type)
        if text.last == "!" { text = text.dropLast() + "?" }
        return " () -> \(text) in"
    }

    private var plainName: String { scan.text(name).filter { $0 != "`" } }

    /// Backticks are kept only around what would not be a name without them: with the prefix no name is a keyword.
    private var keyName: String {
        let isPlain = plainName.utf8.allSatisfy(\.isWordPart)
        return isPlain ? "__service_\(plainName)" : "`__service_\(plainName)`"
    }

    private var declarationIndentation: ArraySlice<UInt8> {
        scan.indentation(at: scan.tokens.first?.start ?? 0)
    }
}

/// Writing values as source.
enum SourceLiteral {
    static func string(_ text: String) -> String {
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
}
