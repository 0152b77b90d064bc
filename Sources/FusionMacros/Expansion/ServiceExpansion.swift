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
    let location: SourceExcerpt.Location

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

    /// Returns the record of the service, and the static property of the same name.
    func peers() -> String {
        let isConstant = declaration.initializer.map(scan.isConstant) == true
        let property = record.property(plainName, isConstant: isConstant, attribute, location)
        return [record.text(property, "declare(\(described))"), mainService].compactMap(\.self).joined(separator: "\n")
    }

    /// Code that returns the value for tests, if there is one and a test is running.
    private var readInTest: String {
        guard let test = attribute.test else { return "" }
        let read = read(optionsInTest, making: "return \(key).testValue(\(test), in: self)")
        return "if \(key).isInTest {\n        return \(read)\n    }\n    return "
    }

    private var read: String {
        guard let initializer = declaration.initializer else {
            return isProvided ? read(options, making: "fatalError()") : "\(key).get(from: self) { $0.\(name) }"
        }
        let copy = SourceCopy(scan: scan, location: location).code(initializer, after: "let __made\(annotation) =")
        return read(options, making: "\n\(copy)\n            return __made")
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
    private var options: String { attribute.options(attribute.scope) + (isProvided ? ".provided()" : "") }

    /// Whether the value comes with a scope.
    private var isProvided: Bool { declaration.initializer == nil && attribute.isInScope }

    /// The options of the value for tests.
    ///
    /// Each read of a placeholder records an issue, so it is not kept. What only tests create is like an assigned
    /// instance, of which there is one.
    private var optionsInTest: String {
        if attribute.isUnimplementedInTest { return ".init()" }
        return attribute.options(attribute.scope ?? (declaration.initializer == nil ? ".singleton" : nil))
    }

    /// The property, its options and the candidates of the record.
    private var described: String {
        var arguments = ["to: visitor", "\\.\(name)"]
        let type = annotation.isEmpty ? nil : String(annotation.dropFirst(2))
        if let initializer = declaration.initializer {
            let candidates = Candidates(scan: scan, initializer: initializer, propertyType: type)
            arguments += [options] + candidates.arguments("candidates", "lookups")
        } else if isProvided {
            arguments.append(options)
        }
        if let test = attribute.test {
            arguments += Candidates(ofTest: test, type).arguments("testCandidates", "testLookups")
        }
        if declaration.modifiers.contains(where: { ["private", "fileprivate"].contains(scan.text($0.range)) }) {
            arguments.append("isPrivate: true")
        }
        return arguments.joined(separator: ", ")
    }

    /// The attributes and the modifier that give the function the actor and the availability of the property.
    var isolation: String { record.isolation }

    private var record: Record {
        Record(scan: scan, declaration: declaration, name: plainName)
    }

    private var key: String { record.key }

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
    /// A variable cannot share the opaque type of the property, so its type is inferred.
    private var annotation: String {
        guard let type = declaration.type, !isOpaque else { return "" }
        return ": \(scan.type(type))"
    }

    var name: String { scan.text(declaration.name) }

    private var plainName: String { name.filter { $0 != "`" } }
}

/// Returns a string as source code.
func literal(_ text: String) -> String {
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
