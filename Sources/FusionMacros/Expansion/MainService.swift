// The static property of the same name as a service.

extension MacroUse {
    /// The static property of the same name, which reads and assigns the service of the main container; nil if it could
    /// do harm.
    ///
    /// In the initializer of another service, the compiler checks the name as it would without `self`. Without a static
    /// member of that name, it takes the name for a key path. If the initializer consists of nothing but the name, it
    /// then (6.3) forgets the actor of the property that it initializes, and rejects the key path to an actor's property.
    ///
    /// The macro may not know the type. So another macro replaces an initializer from which the compiler infers it.
    var mainService: String? {
        guard !isOpaque, !mayBeExistential else { return nil }
        let modifiers = (access + ["static"]).joined(separator: " ")
        let type = declaration.type.map { ": " + scan.text($0) } ?? ""
        return """
            @\(fusion)_MainService
            \(isolation)\(modifiers) var \(name)\(type) = \(fusion)_typeOfService(\\Container.\(name))
            """
    }

    /// Whether the property may have an existential type, as far as its declaration shows.
    ///
    /// If there is a static member of the same name, the compiler (6.3) doesn't open an instance of such a type for a
    /// generic parameter, as in `send(container.mailer)`.
    private var mayBeExistential: Bool {
        guard let type = declaration.type else { return false }
        var name = scan.indices(in: type)
        if name.contains(where: { scan.has("any", at: $0) || scan.has("&", at: $0) }) { return true }
        // An optional of an existential type is one after it was unwrapped.
        while let last = name.last, scan.text(at: last).allSatisfy("?!".contains) { name.removeLast() }
        guard name.allSatisfy({ scan.tokens[$0].kind == .word || scan.has(".", at: $0) }) else { return false }
        // A protocol has no initializers, and no static members that are called on it.
        let initializer = declaration.initializer.map(scan.text) ?? ""
        let typeName = name.map(scan.text(at:)).joined()
        return ![".", typeName + "(", typeName + "."].contains(where: initializer.hasPrefix)
    }

    /// Expands `@_MainService`, which `@Service` writes in front of the static property.
    func expandMainService() -> Expansion {
        // The declaration is the one above.
        guard !name.isEmpty else { return Expansion() }
        return Expansion(
            expandedSource: """
                get {
                    return main.\(name)
                }
                set {
                    main.\(name) = newValue
                }
                _modify {
                    yield &main.\(name)
                }
                """
        )
    }
}
