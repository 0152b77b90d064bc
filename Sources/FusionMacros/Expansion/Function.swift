// The code that `@Provides` expands to.

extension MacroUse {
    /// Returns the body, which takes the instance from its owner, or makes it with the user's statements.
    ///
    /// The statements are in a closure, where `#function` is the name of the user's function. They keep their lines and
    /// columns, so the compiler shows errors where they are. A line directive can only stand between statements.
    func body() -> String {
        let statements = declaration.initializer ?? 0..<0
        let values = declaration.parameters.map(value)
        return """
            {
                func __assigned(_ __function: @escaping \(functionType))\(effects) -> \(result) {
                    \(trying)__function(\(values.joined(separator: ", ")))
                }
                func __owned(_ __owner: \(fusion)Container)\(effects) -> \(result) {
                    \(trying)__owner.\(call(values))
                }\(collected)\(returnedInTest)
                return \(resolved(arguments.scope))\(code?.tokens.isEmpty == true ? " let _ = ()" : "")
            \(copy(statements.lowerBound..<statements.upperBound + 1))
            }
            """
    }

    /// The statement that returns the instance for tests while a test is running.
    private var returnedInTest: String {
        guard let test = arguments.test else { return "" }
        let resolved = resolved(arguments.isUnimplementedInTest ? nil : arguments.scope)
        return """

                if \(key).isInTest {
                    return \(resolved) \(key).testValue(\(test), in: self) }
                }
            """
    }

    /// The call that resolves the instance, up to the statements of the closure that makes it.
    private func resolved(_ scope: String?) -> String {
        let collected = collected.isEmpty ? "" : " __a,"
        // The compiler infers the effects of a closure that states none.
        let effects = effects.isEmpty ? " throws(\(swift)Never)" : effects
        return "\(trying)\(key).call(in: self, \(arguments.options(scope)),\(collected) assigned: __assigned, "
            + "owned: __owned) { ()\(effects) in"
    }

    /// Statements that collect the arguments that distinguish instances, each on the line of its parameter.
    private var collected: String {
        guard arguments.hasLifetime("transient") == nil, !declaration.parameters.isEmpty else { return "" }
        let adding = "add\(declaration.isAsync ? "Sendable" : "")"
        let lines = declaration.parameters.map { parameter in
            // The compiler reports an error at the name of the method, which is at the column of the parameter.
            let start = parameter.name.lowerBound
            return directive(at: start)
                + "\n\(blanks(before: start).dropLast(4))__a.\(adding)(\(value(parameter)))"
        }
        return "\n    var __a = \(fusion)_Arguments()\n" + lines.joined(separator: "\n") + "\n#sourceLocation()"
    }

    /// Returns the property with the function.
    func functionProperty() -> String {
        let modifiers = (actor != nil || isNonisolated ? ["nonisolated"] : []) + access
        let parameters = declaration.parameters.enumerated().map { "_ __\($0): \(scan.type($1.type))" }
        return """
            /// The function `\(fullName)`. An assignment replaces it.
            \(attributes { $0.name == "available" })\(modifiers.map { $0 + " " }.joined())var \(provider): \(functionType) {
                get {
                    let __reader = \(key).reader
                    \(actor.map { $0 + " " } ?? "")func __call(\(parameters.joined(separator: ", ")))\(effects) -> \(result) {
                        func __body()\(effects) -> \(result) {
                            \(trying)self.\(call(parameters.indices.map { "__\($0)" }))
                        }
                        return \(trying)__reader.call(__body)
                    }
                    return \(key).function(__call)
                }
                set {
                    typealias __Result = \(result)
                    \(key).set(newValue, as: __Result.self, in: self)
                }
            }
            """
    }

    /// A function that `verifyInstances()` and aliases call, if the function has no parameters.
    var caller: String {
        guard isFunction, declaration.parameters.isEmpty else { return "" }
        let effects = declaration.isAsync ? "async throws" : "throws"
        let head = "func __call(_ __owner: \(fusion)Container) \(effects) -> \(result)"
        return "\(head) { \(trying)__owner.\(call([])) }\n    "
    }

    // MARK: - Types

    private var result: String { type ?? "" }

    private var throwing: String { declaration.throwing.map { " " + scan.text($0) } ?? "" }

    private var effects: String { (declaration.isAsync ? " async" : "") + throwing }

    private var trying: String { (throwing.isEmpty ? "" : "try ") + (declaration.isAsync ? "await " : "") }

    /// The type of the function without labels.
    private var functionType: String {
        let types = declaration.parameters.map { scan.type($0.type) }.joined(separator: ", ")
        return (actor ?? "@Sendable") + " (\(types))\(effects) -> \(result)"
    }

    /// The global actor of the function or its extension, as an attribute.
    private var actor: String? {
        actor(among: declaration.attributes, in: scan)
            ?? (isNonisolated ? nil : actor(among: DeclarationReader.attributes(of: outer), in: outer))
    }

    /// Returns the attribute that is a type and not a known one, with neither arguments nor a lowercase name.
    private func actor(among attributes: [Declaration.Mark], in scan: Scan) -> String? {
        attributes.first { mark in
            mark.name.first?.isUppercase == true && !Self.furtherAttributes.contains(mark.name)
                && !scan.text(mark.range).hasSuffix(")")
        }.map { scan.text($0.range) }
    }

    // MARK: - Names

    /// The name of the property.
    var provider: String { plain(plainName + "Provider") }

    /// The name, for a function with labels: `chat(id:)`.
    var fullName: String {
        guard isFunction else { return plainName }
        let labels = declaration.parameters.map { ($0.label ?? "_").filter { $0 != "`" } + ":" }
        return "\(plainName)(\(labels.joined()))"
    }

    /// Returns a call with arguments.
    private func call(_ values: [String]) -> String {
        let arguments = zip(declaration.parameters, values).map { parameter, value in
            // A keyword needs no backticks as a label.
            parameter.label.map { plain($0.filter { $0 != "`" }) + ": " + value } ?? value
        }
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// The parameter as an expression: its name may be a keyword, without backticks.
    private func value(_ parameter: Declaration.Parameter) -> String {
        let name = scan.text(parameter.name)
        return Scan.keywords.contains(name) ? "`\(name)`" : name
    }
}
