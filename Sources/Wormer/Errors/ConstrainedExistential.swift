// The names of constrained existentials, such as `any Clock<Duration>`.
//
// The runtime does not name their arguments as they are written, but as requirements in an order of its own:
// "any Swift.Clock<Self.Swift.Clock.Duration == Swift.Duration>".

/// Rewrites the constrained existentials in a name from the runtime as they are written in source code.
///
/// If the order of the arguments or the protocol that they belong to is unknown, the arguments keep the names of their
/// associated types, as in "any Ledger<Key == Int, Value == String>". No other name contains "==".
func withWrittenArguments(_ name: String) -> [UInt8] {
    let text = Array(name.utf8)
    return text.contains(UInt8(ascii: "=")) ? rewritten(text[...]) : text
}

private let anyKeyword = Array("any ".utf8)
private let and = Array(" & ".utf8)
private let requirement = Array("Self.".utf8)
private let equals = Array(" == ".utf8)
private let comma = Array(", ".utf8)

private func rewritten(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
        if rest.starts(with: anyKeyword), result.last.map({ !isPartOfName($0) }) ?? true,
            let (existential, end) = constrainedExistential(at: rest.dropFirst(anyKeyword.count))
        {
            result += existential
            rest = rest[end...]
        } else {
            result.append(byte)
            rest = rest.dropFirst()
        }
    }
    return result
}

/// Returns a constrained existential as it is written, and the index after its name; nil if the text does not begin
/// with the protocols and the requirements of one.
private func constrainedExistential(at text: ArraySlice<UInt8>) -> (text: [UInt8], end: Int)? {
    var members: [ArraySlice<UInt8>] = []
    var rest = text
    while true {
        let member = rest[..<endOfMember(rest)]
        members.append(member)
        rest = rest[member.endIndex...]
        guard rest.starts(with: and) else { break }
        rest = rest.dropFirst(and.count)
    }
    guard rest.dropFirst().starts(with: requirement), let end = endOfBrackets(rest) else {
        return nil
    }
    var arguments = Array(repeating: [] as [[UInt8]], count: members.count)
    var named: [[UInt8]] = []
    var isUnambiguous = true
    for part in parts(of: rest[..<(end - 1)].dropFirst()) {
        guard part.starts(with: requirement), let place = part.firstPlace(of: equals) else {
            return nil
        }
        let path = part[..<place].dropFirst(requirement.count)
        let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.startIndex
        let type = rewritten(part[place...].dropFirst(equals.count))
        named.append(Array(path[dot...].dropFirst()) + equals + type)
        // A single protocol also has the arguments for the associated types that it inherits.
        if let owner = members.count == 1 ? 0 : members.firstIndex(where: { $0.elementsEqual(path[..<dot]) }) {
            arguments[owner].append(type)
        } else {
            isUnambiguous = false
        }
    }
    isUnambiguous = isUnambiguous && arguments.allSatisfy { types in types.allSatisfy { $0 == types[0] } }
    var names = members.map { withoutFileContexts(rewritten($0)) }
    if isUnambiguous {
        for (index, types) in arguments.enumerated() where !types.isEmpty {
            names[index] += inBrackets(types)
        }
    } else {
        names[names.count - 1] += inBrackets(named)
    }
    return (anyKeyword + Array(names.joined(separator: and)), end)
}

private func inBrackets(_ items: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "<")] + Array(items.joined(separator: comma)) + [UInt8(ascii: ">")]
}

/// Returns the index after the name of a protocol or a class, with its generic arguments.
private func endOfMember(_ text: ArraySlice<UInt8>) -> Int {
    var rest = text
    while let byte = rest.first {
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") && !rest.dropFirst().starts(with: requirement),
            let end = endOfBrackets(rest)
        {
            rest = rest[end...]
        } else if isPartOfName(byte) {
            rest = rest.dropFirst()
        } else {
            break
        }
    }
    return rest.startIndex
}

/// Returns the index after the bracket that closes the first one.
private func endOfBrackets(_ text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in text.indices {
        depth += text.depthChange(at: index)
        if depth == 0 {
            return index + 1
        }
    }
    return nil
}

/// Returns the parts between the commas that are in no brackets.
private func parts(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (depth, start) = (0, text.startIndex)
    for index in text.indices {
        depth += text.depthChange(at: index)
        if depth == 0, text[index...].starts(with: comma) {
            parts.append(text[start..<index])
            start = index + comma.count
        }
    }
    return parts + [text[start...]]
}

/// Replaces the names of private protocols with their contexts, such as "(Hidden in _2A4B)", by the names alone.
private func withoutFileContexts(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = name[...]
    while let byte = rest.popFirst() {
        let (inner, context) = (rest.prefix(while: isPartOfName), rest.drop(while: isPartOfName))
        if byte == UInt8(ascii: "("), context.starts(with: fileContext),
            let end = context.firstIndex(of: UInt8(ascii: ")"))
        {
            result += inner
            rest = context[end...].dropFirst()
        } else {
            result.append(byte)
        }
    }
    return result
}

private let fileContext = Array(" in _".utf8)

extension ArraySlice<UInt8> {
    /// Returns by how much a byte changes the depth of brackets, of which the arrow of a function type is none.
    fileprivate func depthChange(at index: Int) -> Int {
        switch self[index] {
        case UInt8(ascii: "<"), UInt8(ascii: "("): 1
        case UInt8(ascii: ">") where index > startIndex && self[index - 1] == UInt8(ascii: "-"): 0
        case UInt8(ascii: ">"), UInt8(ascii: ")"): -1
        default: 0
        }
    }

    /// Returns the index at which a text begins, or nil if the slice does not contain it.
    fileprivate func firstPlace(of text: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: text) }
    }
}
