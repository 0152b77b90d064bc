extension Scan {
    /// Whether this is an expression that consists only of literals and operators, so that evaluating it does nothing that a
    /// test has to replace.
    var isConstant: Bool {
        // The words after `as` are a type. Other words, such as a member after a period, are no literals.
        var isType = false
        for index in tokens.indices {
            let (token, text) = (tokens[index], text(at: index))
            switch token.kind {
            case .literal: isType = false
            case .word where text == "as": isType = true
            case .word where isType || ["true", "false", "nil"].contains(text): break
            case .mark where text == ".": break
            case .mark where [",", ":"].contains(text): isType = false
            case .symbol: isType = isType && ["<", ">", "?", "!", "&"].contains(text)
            case .open where text != "{", .close where text != "}": break
            default: return false
            }
        }
        return !tokens.isEmpty
    }
}
