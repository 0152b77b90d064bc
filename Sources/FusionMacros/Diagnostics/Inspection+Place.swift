/// The check for declarations outside an extension of `Container`, such as properties of a struct. Such a property
/// usually should read a service.
extension Inspection {
    /// The error for a declaration where services cannot be declared, with the code that reads a service there.
    var place: Problem? {
        let rule = "'@Service' must be applied to a property in an extension of 'Container'"
        switch context {
        case .extensionOfContainer, .unknown: return nil
        case .protocolBody:
            return Problem(
                rule,
                at: attribute,
                repair: Problem.Repair(message: "remove '@Service'", edits: [.remove(withSpaceBehind(attribute))])
            )
        case .placeOfWrappers, .elsewhere: break
        }
        let name = name ?? "name"
        return Problem(
            rule + "; to read a service here, write "
                + (canBeWrapped ? "'@Inject(\\.\(name)) var \(name)'" : "'Container.\(name)'"),
            at: attribute,
            repair: reading(name),
            needsStandIn: isStored && declaration.keywordText == "var"
        )
    }

    private var canBeWrapped: Bool {
        context == .placeOfWrappers && !declaration.modifiers.contains { $0.name == "static" || $0.name == "class" }
    }

    private var isStored: Bool {
        (declaration.accessors == nil || declaration.observers != nil)
            && !declaration.modifiers.contains { $0.name == "lazy" }
    }

    /// Returns the fix-it to a property wrapper that reads the service of the same name.
    ///
    /// It returns nil where no wrapper can be, or if the declaration has a value or accessors, which would have to move.
    private func reading(_ name: String) -> Problem.Repair? {
        guard canBeWrapped, case .name? = declaration.pattern, declaration.furtherNames.isEmpty,
            declaration.initializer == nil, declaration.accessors == nil,
            !declaration.modifiers.contains(where: { ["lazy", "weak", "unowned"].contains($0.name) })
        else { return nil }
        let keyword = Problem.Edit(range: declaration.keyword, text: "var")
        let variable = declaration.keywordText == "var" ? [] : [keyword]
        return Problem.Repair(
            message: "replace '@Service' with '@Inject(\\.\(name))'",
            edits: [Problem.Edit(range: attribute, text: "@Inject(\\.\(name))")] + variable
        )
    }
}
