/// How the types and identifiers of one text are spelled: without their modules, unless two of its types would read
/// alike.
struct Spelling {
    /// The names, with and without modules, that several types of the text have.
    private let ambiguous: Set<String>

    /// The spelling of a text.
    ///
    /// - Parameter types: The types that the text names.
    init(of types: some Sequence<Any.Type>) {
        var owners: [String: Any.Type] = [:]
        var ambiguous: Set<String> = []
        for type in types {
            for name in [shortName(type), nameWithModule(type)] {
                if let owner = owners.updateValue(type, forKey: name), owner != type {
                    ambiguous.insert(name)
                }
            }
        }
        self.ambiguous = ambiguous
    }

    /// A type's name, with its module where another type of the text has the same.
    func name(_ type: Any.Type) -> String {
        let names = [shortName(type), nameWithModule(type)]
        return names.first { !ambiguous.contains($0) } ?? fullName(type)
    }

    /// A type as an expression, as it is written in a call.
    func expression(_ type: Any.Type) -> String {
        let name = name(type)
        var (depth, isCompound, previous) = (0, false, Character(" "))
        for character in name {
            depth += character == "<" ? 1 : character == ">" && previous != "-" ? -1 : 0
            isCompound = isCompound || depth == 0 && character == " "
            previous = character
        }
        return isCompound ? "(\(name)).self" : "\(name).self"
    }

    /// The interface and what tells the binding from others of the interface.
    func name(_ key: Key) -> String {
        switch key.qualifier {
        case nil: name(key.interface)
        case .identifier(let identifier): "\(name(key.interface)) (id: \(spelled(identifier.value)))"
        case .name(let name): "named \"\(name.value)\""
        case .contribution: "contribution to \(name(key.interface))"
        case .declaration(let declaration): "\(declaration.name): \(name(key.interface))"
        }
    }
}

/// A type's name with its module.
func fullName(_ type: Any.Type) -> String {
    String(reflecting: type)
}

/// A type's name with the types around it, and without modules and what only the compiler knows.
func shortName(_ type: Any.Type) -> String {
    plain(fullName(type), keepsModules: false)
}

/// A type's name with its module and the types around it, and without what only the compiler knows.
func nameWithModule(_ type: Any.Type) -> String {
    plain(fullName(type), keepsModules: true)
}

/// An identifier as it is written in code where that is known, otherwise its description with its type.
func spelled(_ identifier: AnyHashable) -> String {
    if let literal = literal(identifier) {
        return literal
    }
    let (text, type) = ("\(identifier.base)", shortName(type(of: identifier.base)))
    return text.hasPrefix(String(type.split(separator: ".").last ?? "") + "(") ? text : "\(text) (\(type))"
}

/// An identifier as it is written in code: a literal, or a case of an enumeration; nil for any other.
func literal(_ identifier: AnyHashable) -> String? {
    let base = identifier.base
    if base is String || base is Int || base is Double || base is Bool {
        return String(reflecting: base)
    }
    let (text, type) = (String(reflecting: base), type(of: base))
    // A case may have values, and a description of the user's own need not tell the case.
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty, text.hasPrefix(fullName(type) + ".") else {
        return nil
    }
    return shortName(type) + text.dropFirst(fullName(type).count)
}

/// Removes the places of private and local declarations, those of extensions and, if wanted, the names of modules.
private func plain(_ text: String, keepsModules: Bool) -> String {
    var result = ""
    var path = ""
    func flush() {
        let parts = path.split(separator: ".", omittingEmptySubsequences: true)
        let hasNoModule = path.first == "." || parts.count < 2
        // The path rather than its parts, which lack the dots of `Int...`.
        result += keepsModules || hasNoModule ? path[...] : path.drop { $0 != "." }.dropFirst()
        path = ""
    }
    var rest = Substring(text)
    while let character = rest.first {
        if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ":") {
            rest = rest[end...].dropFirst()
        } else if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
            rest = rest[end...].dropFirst()
            rest = rest.first == "." ? rest.dropFirst() : rest
        } else {
            rest.removeFirst()
            if character.isLetter || character.isNumber || "_.`$".contains(character) {
                path.append(character)
            } else {
                flush()
                result.append(character)
            }
        }
    }
    flush()
    return result
}
