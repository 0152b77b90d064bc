/// The check for declarations outside an extension of `Container`, such as properties of a struct. Such a property
/// usually should read a service.
extension Inspection {
    /// The error for a declaration where services cannot be declared, with the code that reads a service there.
    var place: Problem? {
        let rule = "be applied to a property in an extension of 'Container'"
        switch context {
        case .extensionOfContainer, .unknown: return nil
        case .protocolBody: return Problem(must: rule, at: attribute, repair: removal(of: attribute, "'@Service'"))
        case .placeOfWrappers, .elsewhere: break
        }
        let name = name ?? "name"
        let code = canBeWrapped ? "'@Inject(\\.\(name)) var \(name)'" : "'Container.\(name)'"
        return Problem(
            must: rule + "; to read a service here, write " + code,
            at: attribute,
            repair: reading(name),
            needsStandIn: isStored && declaration.keywordText == "var"
        )
    }

    private var canBeWrapped: Bool { context == .placeOfWrappers && !hasModifier("static", "class") }

    private var isStored: Bool {
        (declaration.block == nil || declaration.observers != nil) && !hasModifier("lazy")
    }

    private func hasModifier(_ names: String...) -> Bool {
        declaration.modifiers.contains { names.contains($0.name) }
    }

    /// Returns the fix-it to a property wrapper that reads the service of the same name.
    ///
    /// It returns nil where no wrapper can be, or if the declaration has a value or accessors, which would have to move.
    private func reading(_ name: String) -> Problem.Repair? {
        guard canBeWrapped, case .name? = declaration.pattern, declaration.furtherNames.isEmpty,
            declaration.initializer == nil, declaration.block == nil, !hasModifier("lazy", "weak", "unowned")
        else { return nil }
        let code = "@Inject(\\.\(name))"
        let variable = Problem.Edit(range: declaration.keyword, text: "var")
        let edits = [Problem.Edit(range: attribute, text: code)] + (declaration.keywordText == "var" ? [] : [variable])
        return ("replace '@Service' with '\(code)'", edits)
    }
}
