/// The words of one text: the names of types and identifiers, and the vocabulary of a part of the library.
///
/// Modules are left out, unless two types in the text would otherwise have the same name.
package final class Wording {
    let facade: Facade

    /// Whether the code in the text uses the main injector.
    let isMain: Bool

    /// The names, with and without modules, that several types in the text share.
    private let ambiguous: Set<String>

    /// Creates the words for a text.
    ///
    /// - Parameters:
    ///   - types: The types in the text.
    ///   - facade: The part of the library.
    ///   - hints: The injector that the code in the text uses, or nil for the main one.
    package init(of types: [Any.Type], for facade: Facade = .injector, with hints: Hints? = nil) {
        (self.facade, isMain) = (facade, hints?.isOfMain ?? true)
        var (ambiguous, named): (Set<String>, Set<String>) = ([], [])
        var known: Set<ObjectIdentifier> = []
        for type in types where known.insert(ObjectIdentifier(type)).inserted {
            for name in Set([shortName(type), nameWithModule(type)]) where !named.insert(name).inserted {
                ambiguous.insert(name)
            }
        }
        self.ambiguous = ambiguous
    }

    /// Returns a type's name, with its module if another type in the text has the same name.
    @inline(never)
    func name(_ type: Any.Type) -> String {
        let short = shortName(type)
        guard ambiguous.contains(short) else { return short }
        let long = nameWithModule(type)
        return ambiguous.contains(long) ? fullName(type) : long
    }

    /// Returns a type as it is written after `as`.
    func target(_ type: Any.Type) -> String {
        let name = name(type)
        return isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// Returns a type as it is written in an expression.
    func expression(_ type: Any.Type) -> String {
        let name = name(type)
        let isCompound = parts(of: Array(name.utf8)[...], between: " ").count > 1
        return isCompound ? "(\(name)).self" : "\(name).self"
    }

    /// Returns the interface of a key, with the qualifier that distinguishes the binding from others of the interface.
    package func name(_ key: Key) -> String {
        switch key.qualifier {
        case nil: name(key.interface)
        case .identifier(let identifier): "\(name(key.interface)) (id: \(spelled(identifier.value)))"
        case .name(let name): "named \(spelled(name.value))"
        case .contribution: "contribution to \(name(key.interface))"
        case .declaration(let declaration): "\(declaration.name): \(name(key.interface))"
        case .call(let call): "\(call.text): \(name(key.interface))"
        }
    }
}

// MARK: - Phrases

extension Facade {
    /// The word for an injector.
    var holder: String { self == .injector ? "injector" : self == .resolver ? "resolver" : "container" }

    /// The verb that asks for a binding.
    var verb: String { self == .resolver ? "Add" : "Bind" }

    /// The label of the location of a lookup.
    var labelOfLookup: String { self == .inject ? "injected at" : "looked up at" }

    /// The label of the location of a binding.
    var labelOfBinding: String { self == .inject ? "injected at" : self == .resolver ? "added at" : "bound at" }
}

// MARK: - Code

extension Wording {
    private var isOfContainer: Bool { facade != .injector && facade != .resolver }

    var container: String { isMain ? "Container.main" : "container" }

    /// The injector as an expression.
    var injector: String {
        isOfContainer ? "\(container).injector" : isMain || facade == .resolver ? "Injector.default" : "injector"
    }

    /// The injector or the container, which bind, open scopes and end.
    var binder: String { isOfContainer ? container : injector }

    /// The code that makes a declared service available by a type: an alias, or a binding that calls a function.
    package func alias(of service: Key, for type: Any.Type) -> String {
        if let declaration = service.declaration, declaration.hasParameters,
            let function = DeclaredService.of(declaration)
        {
            return bind(type, toCallOf: function)
        }
        return "\(container).setAlias(\\.\(service.declaration?.property ?? ""), for: \(expression(type)))"
    }

    /// Returns code that binds a type to calls of a declared function, with placeholders for the arguments.
    private func bind(_ type: Any.Type, toCallOf function: DeclaredService) -> String {
        // As in `@Sendable (String, Int) async throws -> Store`.
        let text = Array("\(Swift.type(of: function.property).valueType)".utf8)
        let words = parts(of: text[...], between: " ").map { String(decoding: $0, as: UTF8.self) }.prefix { $0 != "->" }
        let parameters = Array((words.first { $0.hasPrefix("(") } ?? "()").utf8.dropFirst().dropLast())
        let types = parts(of: parameters[...], between: ", ").map { String(decoding: $0, as: UTF8.self) }
        let values = zip(function.declaration.labels, types).map { $0 == "_" ? "<#\($1)#>" : "\($0): <#\($1)#>" }
        let awaits = words.contains("async") || function.isolation != nil
        let effects = (words.contains { $0.hasPrefix("throws") } ? "try " : "") + (awaits ? "await " : "")
        let call = "\(effects)\(container).\(function.declaration.variable)(\(values.joined(separator: ", ")))"
        return "\(binder).bind(\(expression(type)), to: .\(awaits ? "async" : "make") { \(call) })"
    }

    /// Returns code that binds a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - lifetime: The lifetime as source code.
    /// - Returns: The code.
    package func bind(_ key: Key, lifetime: String? = nil) -> String {
        let name = name(key.interface)
        let arguments = self.arguments(key) + (lifetime.map { ", lifetime: \($0)" } ?? "")
        let factory = ".make { <#\(name)#> }"
        switch (key.qualifier, facade) {
        case (.declaration, _), (.call, _):
            guard let declaration = key.declaration, declaration.isFunction else {
                return "\(container).\(key.declaration?.name ?? "") = <#\(name)#>"
            }
            let parameters = declaration.name.filter { $0 == ":" }.map { _ in "_" }.joined(separator: ", ")
            let values = parameters.isEmpty ? "" : parameters + " in "
            return "\(container).\(declaration.property) = { \(values)<#\(name)#> }"
        case (.name(let key), _):
            let arguments = "named: \(spelled(key.value)), toImplementation: <#Type#>.self"
            return "\(injector).bindInterface(\(arguments)) { <#Type#>() }"
        case (nil, .resolver):
            return "Resolver.shared.add(<#\(name)#>, as: \(expression(key.interface)))"
        case (.contribution, _): return "\(injector).contribute(to: \(arguments), \(factory))"
        default: return "\(binder).bind(\(arguments), to: \(factory))"
        }
    }

    /// Returns code that binds a key to an implementation that is bound by its own type.
    func bind(_ key: Key, to implementation: Key) -> String {
        let (type, name) = (expression(key.interface), name(implementation.interface))
        let isFoundByType = implementation.qualifier == nil
        if key.qualifier == nil, facade == .resolver {
            let instance = isFoundByType ? "Resolver.shared.resolve() as \(name)" : lookup(implementation)
            return "Resolver.shared.add(\(instance), as: \(type))"
        }
        let variable = variable(implementation.interface)
        let factory =
            isFoundByType
            ? ".using { (\(variable): \(name)) in \(variable) }"
            : ".make { injector in try injector.throwingInstance(for: \(arguments(implementation))) }"
        return "\(binder).bind(\(arguments(key)), to: \(factory))"
    }

    /// Returns code that decorates the implementation of a key.
    func decorating(_ key: Key) -> String {
        let (type, name) = (expression(key.interface), name(key.interface))
        return "\(injector).decorate(\(type)) { base in <#\(name)#> }"
    }

    /// Returns code that looks up a key.
    func lookup(_ key: Key) -> String {
        switch key.qualifier {
        case .name(let name):
            "let instance: <#Type#> = try \(injector).throwingInstance(named: \(spelled(name.value)))"
        case nil where facade == .resolver:
            "let \(variable(key.interface)): \(name(key.interface)) = Resolver.shared.resolve()"
        default: (isOfContainer ? "\(container).resolveAssert(" : "\(injector).instance(for: ") + "\(arguments(key)))"
        }
    }

    /// Returns the argument for a parameter that is resolved with the identifier of a key.
    func argument(_ key: Key) -> String { key.hasIdentifier ? ".id(\(spelledID(of: key)))" : ".byType" }

    /// Returns what to do about a parameter whose type is seldom meant to be bound; nil for others.
    ///
    /// - Parameters:
    ///   - key: The key of the parameter.
    ///   - holder: The key of the binding that takes it.
    ///   - wiring: How its instances are created.
    /// - Returns: A sentence, code that passes a value, and code that leaves the parameter out.
    package func passingValue(
        as key: Key,
        to holder: Key,
        _ wiring: Binding.Wiring?
    ) -> (reason: String, code: String, closure: String)? {
        guard let wiring, key.qualifier == nil, isPlainValue(key.interface) else { return nil }
        let isOfFactory = wiring.parameters.contains(key)
        let decorator = wiring.decorators.first { $0.parameters.contains(key) }
        guard let parameters = isOfFactory ? wiring.parameters : decorator?.parameters else { return nil }
        let reason = " resolves every parameter, also one with a default argument"
        let arguments = parameters.map { $0 == key ? ".value(<#\(name(key.interface))#>)" : argument($0) }
        let others = parameters.map(\.interface).filter { !isPlainValue($0) }.map { type in
            "\(variable(spelling(of: type).core)): \(isExistential(type) ? target(type) : spelling(of: type).type)"
        }
        guard isOfFactory else {
            let list = ["base: \(target(holder.interface))"] + others
            let closure = "with: { (\(list.joined(separator: ", "))) in <#\(name(holder.interface))#> }"
            return ("'decorate'" + reason, "with: <#decorator#>, " + arguments.joined(separator: ", "), closure)
        }
        let type = wiring.implementation ?? holder.interface
        let initializer = isExistential(type) ? "<#initializer#>" : name(type) + ".init"
        let factory = others.isEmpty && wiring.factory == "using" ? "make" : wiring.factory
        let start = others.isEmpty ? "" : "(\(others.joined(separator: ", "))) in "
        return (
            "'.\(wiring.factory)'" + reason,
            ".\(wiring.factory)(\(([initializer] + arguments).joined(separator: ", ")))",
            ".\(factory) { \(start)<#\(name(type))#> }"
        )
    }

    /// Returns the parameter of an initializer that takes a provider for a key.
    func provider(_ key: Key) -> String {
        let id = spelledID(of: key)
        let value = spelling(of: key.interface)
        let type = if case .contribution? = key.qualifier { "[\(value.type)]" } else { value.type }
        let parameter = "a parameter '\(variable(value.core)): Provider<\(type)>'"
        return id.isEmpty ? parameter : parameter + ", resolved by '.id(\(id))'"
    }

    /// Returns what an instance that lives longer does instead of needing a key at once.
    package func later(_ key: Key) -> String {
        guard let service = key.declaration else { return "take \(provider(key)) instead" }
        let (wrapper, value) = (
            "'@Inject(\\.\(service.property)) var \(service.variable)'", "\(container).\(service.property)"
        )
        return service.isFunction
            ? "declare \(wrapper) in it and call it in a method, or pass it '\(value)'"
            : "declare \(wrapper) in it and read it in a method, or pass it a closure, '{ \(value) }'"
    }

    /// Returns what was asked for, such as an array, when a parameter with a key of a part of it was found.
    func requested(_ key: Key, by wiring: Binding.Wiring?) -> Key {
        let parameters = (wiring?.parameters ?? []) + (wiring?.decorators.flatMap(\.parameters) ?? [])
        return parameters.contains(key)
            ? key : parameters.first { spelling(of: $0.interface).core == key.interface } ?? key
    }

    /// Returns a type as it is written in source code, and the type that it wraps if it is an optional or a collection.
    private func spelling(of type: Any.Type) -> (type: String, core: Any.Type) {
        switch TypeShape(type) {
        case .optional(let wrapped)?:
            let value = spelling(of: wrapped)
            return ((value.type.contains(" ") ? "(\(value.type))" : value.type) + "?", value.core)
        case .array(let element)?:
            let value = spelling(of: element)
            return ("[\(value.type)]", value.core)
        case .dictionary(let element, let identifier)?:
            let value = spelling(of: element)
            return ("[\(name(identifier)): \(value.type)]", value.core)
        case .provider?, nil: return (name(type), type)
        }
    }

    /// Returns code that looks up a key and waits, or nil for a name, because no lookup by name waits.
    func awaiting(_ step: InjectionError.Step) -> String? {
        let key = step.key
        return switch key.qualifier {
        case .name: nil
        case _ where step.wiring?.isContribution == true:
            "try await \(injector).asyncInstances(for: \(expression(key.interface)))"
        case .declaration, .call: "await \(container).\(reading(key.declaration))"
        case nil, .identifier, .contribution: "try await \(injector).asyncInstance(for: \(arguments(key)))"
        }
    }

    /// Returns the name of a property, or the call of a function with placeholders for its arguments.
    private func reading(_ declaration: Declaration?) -> String {
        guard let declaration else { return "" }
        let values = declaration.labels.map { $0 == "_" ? "<#value#>" : "\($0): <#\($0)#>" }.joined(separator: ", ")
        return declaration.variable + (declaration.isFunction ? "(\(values))" : "")
    }

    /// Returns code that opens a scope with values.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - types: The types of the values.
    ///   - waits: Whether the end of the scope is awaited.
    /// - Returns: The code.
    func opening(_ scope: Scope, providing types: [Any.Type] = [], waits: Bool) -> String {
        let call = "\(binder).withScope(\(name(of: scope))\(arguments(providing: types)))"
        return "try \(waits ? "await " : "")\(call) { <#lookups#> }"
    }

    /// Returns code that begins a scope with values.
    func beginning(_ scope: Scope, providing types: [Any.Type] = []) -> String {
        "try \(binder).begin(\(name(of: scope))\(arguments(providing: types)))"
    }

    /// Returns the arguments for the values of a scope, to follow others.
    private func arguments(providing types: [Any.Type]) -> String {
        let values = types.map { "<#\(name($0))#>" + (isExistential($0) ? " as \(target($0))" : "") }
        return values.isEmpty ? "" : ", providing: " + values.joined(separator: ", ")
    }

    /// Returns code that declares a value of a scope.
    func declaring(_ type: Any.Type, for scope: Scope) -> String {
        "\(injector).bind(\(expression(type)), lifetime: .scope(\(name(of: scope))), to: .provided)"
    }

    /// Returns code for a scope.
    ///
    /// Fusion has another type with the name `Scope`.
    func name(of scope: Scope) -> String {
        DeclaredService.member(for: scope) ?? "\(isOfContainer ? ".init" : "Scope")(\(spelled(scope.name)))"
    }

    /// Returns the interface and the identifier of a key as arguments.
    private func arguments(_ key: Key) -> String { expression(key.interface) + id(of: key) }

    private func id(of key: Key) -> String { key.hasIdentifier ? ", id: " + spelledID(of: key) : "" }

    /// The identifier as source code, or nothing if there is none.
    package func spelledID(of key: Key) -> String {
        key.identifier.map { literal($0) ?? "<#\(shortName(type(of: $0.base)))#>" } ?? ""
    }

    /// Returns a variable name for an instance of a type.
    func variable(_ type: Any.Type) -> String {
        let name = name(type)
        let letters = innermostName(name.hasPrefix("any ") ? String(name.dropFirst("any ".count)) : name)
        // All but the last capital of an acronym belong to it, as in "HTTPClient".
        let capitals = letters.prefix { $0.isUppercase }
        let isAcronym = capitals.count > 1 && capitals.count < letters.count
        let start = capitals.count - (isAcronym ? 1 : 0)
        return letters.isEmpty ? "instance" : letters.prefix(start).lowercased() + letters.dropFirst(start)
    }
}
