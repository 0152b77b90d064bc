// The names of types, keys and identifiers in texts.

extension Key {
    /// A name of the key that is the same in every run.
    @inline(never)
    var stableName: String { fullName(interface) + (qualifierName.map { " " + $0 } ?? "") }

    /// The text of the identifier, name, contribution, or property, or nil if there is none.
    package var qualifierName: String? {
        switch qualifier {
        case nil: nil
        case .identifier(let identifier): spelled(identifier.value)
        case .name(let name): "named \(name.value)"
        case .contribution(let number): "contribution \(number)"
        case .declaration(let declaration): declaration.name
        case .call(let call): call.text
        }
    }
}

/// Returns a type's name with its module.
func fullName(_ type: Any.Type) -> String {
    String(reflecting: type)
}

/// Returns a type's name with its enclosing types, but without modules and compiler-internal parts.
func shortName(_ type: Any.Type) -> String {
    plain(fullName(type), keepsModules: false)
}

/// Returns a type's name with its module and its enclosing types, but without compiler-internal parts.
func nameWithModule(_ type: Any.Type) -> String {
    plain(fullName(type), keepsModules: true)
}

/// Returns whether a type is a value of the standard library or of Foundation, or a function or a tuple of such types,
/// which a program seldom binds.
func isPlainValue(_ type: Any.Type) -> Bool {
    guard !(type is AnyClass), !isExistential(type) else { return false }
    let words = Array(fullName(type).utf8).split { !isPartOfName($0) }.map { String(decoding: $0, as: UTF8.self) }
    let modules = ["Swift.", "Foundation.", "FoundationEssentials.", "CoreFoundation."]
    return words.allSatisfy { word in !word.contains(".") || modules.contains { word.hasPrefix($0) } }
}

/// Returns the name of a type, which is written in any way, without its enclosing types and its arguments.
func innermostName(_ text: String) -> String {
    let parts = parts(of: Array(text.utf8)[...], between: ".")
    return String(decoding: parts[parts.count - 1].prefix(while: isPartOfName), as: UTF8.self)
}

/// Returns an identifier as source code if possible, otherwise its description and its type.
func spelled(_ identifier: AnyHashable) -> String {
    if let literal = literal(identifier) {
        return literal
    }
    let (text, type) = (escaped("\(identifier.base)"), shortName(type(of: identifier.base)))
    return text.hasPrefix((type.parts(between: ".").last ?? "") + "(") ? text : "\(text) (\(type))"
}

/// Returns a description on one line: control characters are escaped as in a string literal.
private func escaped(_ description: String) -> String {
    var escaped = ""
    for scalar in description.unicodeScalars {
        escaped += "\\'\"".unicodeScalars.contains(scalar) ? String(scalar) : scalar.escaped(asASCII: false)
    }
    return escaped
}

/// Returns an identifier as source code, which is a literal or an enum case, or nil for any other identifier.
func literal(_ identifier: AnyHashable) -> String? {
    let base = identifier.base
    if base is String || base is Int || base is Double || base is Bool {
        return String(reflecting: base)
    }
    let (text, type) = (String(reflecting: base), type(of: base))
    // A case may have associated values, and a custom description may not name the case.
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty, text.hasPrefix(fullName(type) + ".") else {
        return nil
    }
    return shortName(type) + text.dropFirst(fullName(type).count)
}

/// Removes the contexts of private and local declarations and of extensions, and module names unless `keepsModules` is
/// set.
private func plain(_ text: String, keepsModules: Bool) -> String {
    let dot = UInt8(ascii: ".")
    var result: [UInt8] = []
    var path: [UInt8] = []
    func flush() {
        let parts = path.indices.count { path[$0] != dot && ($0 == 0 || path[$0 - 1] == dot) }
        let hasNoModule = path.first == dot || parts < 2
        // Uses the path and not its parts, because the parts lack the dots of `Int...`.
        result += keepsModules || hasNoModule ? path[...] : path.drop { $0 != dot }.dropFirst()
        path = []
    }
    // Bytes are several times as fast as characters. All that matters here is ASCII.
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let end = byte == UInt8(ascii: "(") ? rest.firstIndex(of: UInt8(ascii: ")")) ?? rest.endIndex : rest.startIndex
        let context = rest[..<end]
        if context.begins(with: "extension in ") || context.begins(with: "unknown context at ") {
            // The colon or the dot that follows belongs to the context.
            rest = rest[end...].dropFirst(2)
        } else if context.drop(while: isPartOfName).begins(with: " in _") {
            // A private protocol in a constrained existential, as in "(Hidden in _2A4B)".
            path += context.prefix(while: isPartOfName)
            rest = rest[end...].dropFirst()
        } else if isPartOfName(byte) {
            path.append(byte)
        } else if path[...].begins(with: "Self.") {
            // A constrained existential: "any Swift.Clock<Self.Swift.Clock.Duration == Swift.Duration>".
            path = []
            rest = rest.dropFirst("== ".utf8.count)
        } else {
            flush()
            result.append(byte)
        }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes begin with a text, without the code that `starts(with:)` takes for each of its types.
    fileprivate func begins(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return count >= length && (0..<length).allSatisfy { self[startIndex + $0] == text.utf8Start[$0] }
    }
}

/// Whether a byte belongs to a name or to the dots between names.
func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "_.`$".utf8.contains(byte)
    }
}

/// Returns the parts between the separators that are in no brackets.
func parts(of text: ArraySlice<UInt8>, between separator: StaticString) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (depth, start) = (0, text.startIndex)
    for index in text.indices {
        depth += depthChange(at: index, in: text)
        if depth == 0, text[index...].begins(with: separator) {
            parts.append(text[start..<index])
            start = index + separator.utf8CodeUnitCount
        }
    }
    return parts + [text[start...]]
}

/// Returns by how much a byte changes the depth of brackets, of which the arrow of a function type is none.
private func depthChange(at index: Int, in text: ArraySlice<UInt8>) -> Int {
    switch text[index] {
    case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): 1
    case UInt8(ascii: ">") where index > text.startIndex && text[index - 1] == UInt8(ascii: "-"): 0
    case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    default: 0
    }
}
