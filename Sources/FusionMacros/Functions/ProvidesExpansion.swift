/// The code that `@Provides` expands to.
struct ProvidesExpansion {
    let scan: Scan
    let function: FunctionDeclaration
    let attribute: AttributeArguments
    let location: SourceExcerpt.Location
    /// The actor of the extension, as an attribute.
    let outerActor: String?

    /// Returns the body, which takes the instance from its owner, or makes it with the user's statements.
    ///
    /// The statements are in a closure, where `#function` is the name of the user's function. They keep their lines and
    /// columns, so the compiler shows errors where they are. A line directive can only stand between statements.
    func body(_ braces: ClosedRange<Int>) -> String {
        let (opening, closing) = (scan.tokens[braces.lowerBound], scan.tokens[braces.upperBound])
        let values = function.parameters.map(value)
        return """
            {
                func __assigned(_ __function: @escaping \(type))\(effects) -> \(result) {
                    \(trying)__function(\(values.joined(separator: ", ")))
                }
                func __owned(_ __owner: \(fusion)Container)\(effects) -> \(result) {
                    \(trying)__owner.\(call(values))
                }\(collected)\(returnedInTest)
                return \(resolved(attribute.scope))\(braces.count == 2 ? " let _ = ()" : "")
            \(copy.code(opening.end..<closing.end))
            }
            """
    }

    /// The statement that returns the instance for tests while a test is running.
    private var returnedInTest: String {
        guard let test = attribute.test else { return "" }
        let resolved = resolved(attribute.isUnimplementedInTest ? nil : attribute.scope)
        return """

                if \(record.key).isInTest {
                    return \(resolved) \(record.key).testValue(\(test), in: self) }
                }
            """
    }

    /// The call that resolves the instance, up to the statements of the closure that makes it.
    private func resolved(_ scope: String?) -> String {
        let arguments = collected.isEmpty ? "" : " __a,"
        // The compiler infers the effects of a closure that states none.
        let effects = effects.isEmpty ? " throws(\(swift)Never)" : effects
        return "\(trying)\(record.key).call(in: self, \(attribute.options(scope)),\(arguments) assigned: __assigned, "
            + "owned: __owned) { ()\(effects) in"
    }

    /// Statements that collect the arguments that distinguish instances, each on the line of its parameter.
    private var collected: String {
        guard attribute.hasLifetime("transient") == nil, !function.parameters.isEmpty else { return "" }
        let adding = "add\(function.isAsync ? "Sendable" : "")"
        let lines = function.parameters.map { parameter in
            // The compiler reports an error at the name of the method, which is at the column of the parameter.
            let start = parameter.name.lowerBound
            return copy.directive(at: start)
                + "\n\(copy.blanks(before: start).dropLast(4))__a.\(adding)(\(value(parameter)))"
        }
        return "\n    var __a = \(fusion)_Arguments()\n" + lines.joined(separator: "\n") + "\n#sourceLocation()"
    }

    /// Returns the property with the function, and the record.
    func peers() -> String {
        let access = function.prefix.modifiers.filter { Self.access.contains($0.name) }.map {
            scan.text($0.range) + " "
        }
        let isolation = actor != nil || isNonisolated ? "nonisolated " : ""
        let parameters = function.parameters.enumerated().map { "_ __\($0): \(scan.type($1.type))" }
        return """
            /// The function `\(fullName)`. An assignment replaces it.
            \(record.attributes { $0.name == "available" })\(isolation)\(access.joined())var \(property): \(type) {
                get {
                    let __reader = \(record.key).reader
                    \(actor.map { $0 + " " } ?? "")func __call(\(parameters.joined(separator: ", ")))\(effects) -> \(result) {
                        func __body()\(effects) -> \(result) {
                            \(trying)self.\(call(parameters.indices.map { "__\($0)" }))
                        }
                        return \(trying)__reader.call(__body)
                    }
                    return \(record.key).function(__call)
                }
                set {
                    typealias __Result = \(result)
                    \(record.key).set(newValue, as: __Result.self, in: self)
                }
            }
            \(record.text(record.property(fullName, attribute, location), described, before: caller))
            """
    }

    private static let access: Set<String> = ["public", "package", "internal", "fileprivate", "private"]

    /// A function that `verifyInstances()` and aliases call, if the function has no parameters.
    private var caller: String {
        guard function.parameters.isEmpty else { return "" }
        let effects = function.isAsync ? "async throws" : "throws"
        let head = "func __call(_ __owner: \(fusion)Container) \(effects) -> \(result)"
        return "\(head) { \(trying)__owner.\(call([])) }\n    "
    }

    /// The call that describes the function.
    private var described: String {
        var arguments = [
            "to: visitor", "\\.\(property)",
            "\(fusion)_ServiceOptions<\(result)>" + attribute.options(attribute.scope).dropFirst(".init".count),
        ]
        if function.isAsync { arguments.append("isAsync: true") }
        let body = function.body.map { scan.tokens[$0.lowerBound].end..<scan.tokens[$0.upperBound].start } ?? 0..<0
        let names = function.parameters.map { scan.text($0.name).filter { $0 != "`" } }
        arguments += Candidates(scan: scan, initializer: body, propertyType: result, parameters: names)
            .arguments("candidates", "lookups")
        if let test = attribute.test {
            arguments += Candidates(ofTest: test, result).arguments("testCandidates", "testLookups")
        }
        if function.prefix.modifiers.contains(where: { ["private", "fileprivate"].contains($0.name) }) {
            arguments.append("isPrivate: true")
        }
        if function.parameters.isEmpty {
            arguments += ["call: __call"] + (function.isAsync ? [] : ["immediateCall: __call"])
        }
        return "declareFunction(\(arguments.joined(separator: ", ")))"
    }

    private var copy: SourceCopy { SourceCopy(scan: scan, location: location) }

    private var record: Record {
        Record(scan: scan, declaration: function.prefix, name: plainName)
    }

    // MARK: - Types

    private var result: String { function.result.map(scan.type) ?? "" }

    private var throwing: String { function.throwing.map { " " + scan.text($0) } ?? "" }

    private var effects: String { (function.isAsync ? " async" : "") + throwing }

    private var trying: String { (throwing.isEmpty ? "" : "try ") + (function.isAsync ? "await " : "") }

    /// The type of the function without labels.
    private var type: String {
        let types = function.parameters.map { scan.type($0.type) }.joined(separator: ", ")
        return (actor ?? "@Sendable") + " (\(types))\(effects) -> \(result)"
    }

    /// The global actor of the function, as an attribute: one that is a type.
    private var actor: String? {
        let mark = function.prefix.attributes.first { mark in
            mark.name.first?.isUppercase == true && !Record.furtherAttributes.contains(mark.name)
                && !scan.text(mark.range).hasSuffix(")")
        }
        return mark.map { scan.text($0.range) } ?? (isNonisolated ? nil : outerActor)
    }

    private var isNonisolated: Bool { function.prefix.modifiers.contains { $0.name == "nonisolated" } }

    // MARK: - Names

    private var name: String { scan.text(function.name) }

    private var plainName: String { name.filter { $0 != "`" } }

    private var property: String {
        let name = plainName + "Provider"
        return name.utf8.allSatisfy(\.isWordPart) ? name : "`\(name)`"
    }

    /// The name with labels: `chat(id:)`.
    private var fullName: String {
        plainName + "(" + function.parameters.map { ($0.label ?? "_").filter { $0 != "`" } + ":" }.joined() + ")"
    }

    /// Returns a call with arguments.
    private func call(_ values: [String]) -> String {
        let arguments = zip(function.parameters, values).map { parameter, value in
            guard let label = parameter.label else { return value }
            let plain = label.filter { $0 != "`" }
            // A keyword needs no backticks as a label.
            return (plain.utf8.allSatisfy(\.isWordPart) ? plain : label) + ": " + value
        }
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// The parameter as an expression: its name may be a keyword, without backticks.
    private func value(_ parameter: FunctionDeclaration.Parameter) -> String {
        let name = scan.text(parameter.name)
        return Candidates.keywords.contains(name) ? "`\(name)`" : name
    }
}
