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
    ///   - isMain: Whether the code in the text uses the main injector.
    package init(of types: [Any.Type], for facade: Facade = .injector, isMain: Bool = true) {
        (self.facade, self.isMain) = (facade, isMain)
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
    @inline(never)
    func expression(_ type: Any.Type) -> String {
        let name = name(type)
        let isCompound = parts(of: Array(name.utf8)[...], between: " ").count > 1
        return isCompound ? "(\(name)).self" : "\(name).self"
    }

    /// Returns the interface of a key, with the qualifier that distinguishes the binding from others of the interface.
    @inline(never)
    package func name(_ key: Key) -> String {
        switch key.qualifier {
        case nil: name(key.interface)
        case .identifier(let identifier): "\(name(key.interface)) (id: \(spelled(identifier.value)))"
        case .name(let name): "named \(spelled(name.value))"
        case .contribution: "contribution to \(name(key.interface))"
        case .declaration(let declaration): "\(declaration.name): \(name(key.interface))"
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

    /// The code that makes a declared service available by a type.
    func alias(of service: Key, for type: Any.Type) -> String {
        "\(container).setAlias(\\.\(service.declaration?.name ?? ""), for: \(expression(type)))"
    }

    /// Returns code that binds a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - lifetime: The lifetime as source code.
    /// - Returns: The code.
    func bind(_ key: Key, lifetime: String? = nil) -> String {
        let name = name(key.interface)
        let arguments = self.arguments(key) + (lifetime.map { ", lifetime: \($0)" } ?? "")
        let factory = ".make { <#\(name)#> }"
        switch (key.qualifier, facade) {
        case (.declaration(let declaration), _): return "\(container).\(declaration.name) = <#\(name)#>"
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

    /// Returns the parameter of an initializer that takes a provider for a key.
    func provider(_ key: Key) -> String {
        let id = id(of: key).dropFirst(", id: ".count)
        let value = spelling(of: key.interface)
        let type = if case .contribution? = key.qualifier { "[\(value.type)]" } else { value.type }
        let parameter = "a parameter '\(variable(value.core)): Provider<\(type)>'"
        return id.isEmpty ? parameter : parameter + ", resolved by '.id(\(id))'"
    }

    /// Returns what an instance that lives longer does instead of needing a key at once.
    package func later(_ key: Key) -> String {
        guard let service = key.declaration?.name else { return "take \(provider(key)) instead" }
        return "read '\(service)' in a method, not in the initializer"
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
    func awaiting(_ key: Key) -> String? {
        switch key.qualifier {
        case .name: nil
        case .contribution: "try await \(injector).asyncInstances(for: \(expression(key.interface)))"
        case .declaration(let declaration): "await \(container).\(declaration.name)"
        case nil, .identifier: "try await \(injector).asyncInstance(for: \(arguments(key)))"
        }
    }

    /// Returns code that opens a scope with values.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - types: The types of the values.
    ///   - waits: Whether the end of the scope is awaited.
    /// - Returns: The code.
    @inline(never)
    func opening(_ scope: Scope, providing types: [Any.Type] = [], waits: Bool) -> String {
        let call = "\(binder).withScope(\(name(of: scope))\(arguments(providing: types)))"
        return "try \(waits ? "await " : "")\(call) { <#lookups#> }"
    }

    /// Returns code that begins a scope with values.
    @inline(never)
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
    func name(of scope: Scope) -> String { "\(isOfContainer ? ".init" : "Scope")(\(spelled(scope.name)))" }

    /// Returns the interface and the identifier of a key as arguments.
    private func arguments(_ key: Key) -> String { expression(key.interface) + id(of: key) }

    private func id(of key: Key) -> String {
        key.identifier.map { ", id: \(literal($0) ?? "<#\(shortName(type(of: $0.base)))#>")" } ?? ""
    }

    /// Returns a variable name for an instance of a type.
    func variable(_ type: Any.Type) -> String {
        let name = name(type)
        let letters = innermostName(name.hasPrefix("any ") ? String(name.dropFirst("any ".count)) : name)
        return letters.isEmpty ? "instance" : letters.prefix(1).lowercased() + letters.dropFirst()
    }
}
