/// The vocabulary of one part of the library, and the code that uses it.
struct Wording {
    let facade: Facade

    /// Whether the code uses the main injector.
    let isMain: Bool

    let spelling: Spelling

    /// The word for an injector.
    var holder: String {
        switch facade {
        case .injector: "injector"
        case .container, .inject, .service: "container"
        case .resolver: "resolver"
        }
    }

    /// The label for the location of a request.
    var labelOfRequest: String {
        facade == .inject ? "injected at" : "requested at"
    }

    /// The injector as an expression.
    var injector: String {
        switch facade {
        case .injector: isMain ? "Injector.default" : "injector"
        case .container, .inject, .service: "\(container).injector"
        case .resolver: "Injector.default"
        }
    }

    var container: String {
        isMain ? "Container.main" : "container"
    }

    /// The code that makes a declared service available by a type.
    func alias(of service: Key, for type: Any.Type) -> String {
        "\(container).setAlias(\\.\(service.declaration?.name ?? ""), for: \(spelling.expression(type)))"
    }

    /// The injector or the container to bind in.
    private var binder: String {
        facade == .injector || facade == .resolver ? injector : container
    }

    /// Returns code that binds a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - lifetime: The lifetime as source code.
    /// - Returns: The code.
    func bind(_ key: Key, lifetime: String? = nil) -> String {
        let (name, type) = (spelling.name(key.interface), spelling.expression(key.interface))
        let arguments = type + id(of: key) + (lifetime.map { ", lifetime: \($0)" } ?? "")
        switch (key.qualifier, facade) {
        case (.declaration(let declaration), _): return "\(container).\(declaration.name) = <#\(name)#>"
        case (.name(let key), _):
            let arguments = "named: \(spelled(key.value)), toImplementation: <#Type#>.self"
            return "\(injector).bindInterface(\(arguments)) { <#Type#>() }"
        case (nil, .resolver): return "Resolver.shared.add(<#\(name)#>, as: \(type))"
        default: return "\(binder).bind(\(arguments), to: .make { <#\(name)#> })"
        }
    }

    /// Returns the code of an argument of a factory.
    func argument(for type: Any.Type, id: AnyHashable?) -> String {
        id.flatMap(literal).map { ".id(\($0))" } ?? ".value(<#\(spelling.name(type))#>)"
    }

    /// Returns code that binds a key to an implementation that is bound by its own type.
    func bind(_ key: Key, to implementation: Key) -> String {
        let (type, name) = (spelling.expression(key.interface), spelling.code(implementation.interface))
        if key.qualifier == nil, facade == .resolver {
            let isAdded = implementation.qualifier == nil
            let instance = isAdded ? "Resolver.shared.resolve() as \(name)" : request(implementation)
            return "Resolver.shared.add(\(instance), as: \(type))"
        }
        let variable = variable(spelling.name(implementation.interface))
        let arguments = spelling.expression(implementation.interface) + id(of: implementation)
        let factory =
            implementation.qualifier == nil
            ? ".using { (\(variable): \(name)) in \(variable) }"
            : ".make { injector in try injector.throwingInstance(for: \(arguments)) }"
        return "\(binder).bind(\(type)\(id(of: key)), to: \(factory))"
    }

    /// Returns code that binds a key to a factory that belongs to no actor.
    func bindAnywhere(_ key: Key) -> String {
        let (name, arguments) = (spelling.name(key.interface), spelling.expression(key.interface) + id(of: key))
        switch (key.qualifier, facade) {
        case (.name(let name), _):
            let arguments = "named: \(spelled(name.value)), toImplementation: <#Type#>.self"
            return "\(injector).bindInterface(\(arguments)) { @Sendable in <#Type#>() }"
        case (.contribution, _): return "\(injector).contribute(to: \(arguments), .value(<#\(name)#>))"
        case (.declaration, _), (nil, .resolver): return bind(key)
        default: return "\(binder).bind(\(arguments), to: .value(<#\(name)#>))"
        }
    }

    /// Returns code that requests a key.
    func request(_ key: Key) -> String {
        let (name, arguments) = (spelling.name(key.interface), spelling.expression(key.interface) + id(of: key))
        return switch (key.qualifier, facade) {
        case (.name(let name), _):
            "let instance: <#Type#> = try \(injector).throwingInstance(named: \(spelled(name.value)))"
        case (nil, .resolver):
            "let \(variable(name)): \(spelling.code(key.interface)) = Resolver.shared.resolve()"
        case (_, .injector), (_, .resolver): "\(injector).instance(for: \(arguments))"
        case (_, .container), (_, .inject), (_, .service): "\(container).resolveAssert(\(arguments))"
        }
    }

    /// Returns code that requests a provider for a key.
    ///
    /// In a container, this is a property that is resolved when it is read.
    func requestLater(_ key: Key) -> String {
        let (name, id) = (spelling.code(key.interface), id(of: key).dropFirst(", ".count))
        let variable = variable(spelling.name(key.interface))
        return switch facade {
        case .injector, .resolver: "let \(variable): Provider<\(name)> = \(injector).instance(\(id))"
        case .container, .inject, .service: "@Inject\(id.isEmpty ? "" : "(\(id))") var \(variable): \(name)"
        }
    }

    /// Returns code that requests a key and waits, or nil for a name, because no request by name waits.
    func awaiting(_ key: Key) -> String? {
        let type = spelling.expression(key.interface)
        return switch key.qualifier {
        case .name: nil
        case .contribution: "try await \(injector).asyncInstances(for: \(type))"
        case .declaration(let declaration): "await \(container).\(declaration.name)"
        case nil, .identifier: "try await \(injector).asyncInstance(for: \(type)\(id(of: key)))"
        }
    }

    /// Returns code that opens a scope, with a value if a type is given.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - type: The type of the value.
    ///   - waits: Whether the end of the scope is awaited.
    /// - Returns: The code.
    func opening(_ scope: Scope, providing type: Any.Type? = nil, waits: Bool) -> String {
        let call = "\(injector).withScope(\(name(of: scope))\(argument(providing: type)))"
        return "try \(waits ? "await " : "")\(call) { <#requests#> }"
    }

    /// Returns code that begins a scope.
    func beginning(_ scope: Scope, providing type: Any.Type? = nil) -> String {
        "try \(injector).begin(\(name(of: scope))\(argument(providing: type)))"
    }

    private func argument(providing type: Any.Type?) -> String {
        type.map { type in
            ", providing: <#\(spelling.name(type))#>" + (isExistential(type) ? " as \(spelling.target(type))" : "")
        } ?? ""
    }

    /// Returns code that declares a value of a scope.
    func declaring(_ type: Any.Type, for scope: Scope) -> String {
        "\(injector).bind(\(spelling.expression(type)), lifetime: .scope(\(name(of: scope))), to: .provided)"
    }

    /// Returns code for a scope.
    ///
    /// Fusion has another type with the name `Scope`.
    func name(of scope: Scope) -> String {
        "\(facade == .injector || facade == .resolver ? "Scope" : ".init")(\(spelled(scope.name)))"
    }

    private func id(of key: Key) -> String {
        key.identifier.map { ", id: \(literal($0) ?? "<#\(shortName(type(of: $0.base)))#>")" } ?? ""
    }

    /// Returns a variable name for an instance of a type.
    fileprivate func variable(_ type: String) -> String {
        let path = (type.hasPrefix("any ") ? type.dropFirst("any ".count) : type[...]).prefix { $0 != "<" }
        let letters = String(path).parts(between: ".").last?.prefix { $0.isLetter || $0.isNumber } ?? ""
        let variable = letters.prefix(1).lowercased() + letters.dropFirst()
        return letters.isEmpty || keywords.contains(variable) ? "instance" : variable
    }
}

/// The keywords that could be the name of a type, if they began with a capital letter.
private let keywords: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension", "false",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "var", "where", "while",
]

/// Returns whether a type says so little about its values that few programs bind it: one of the most common value types
/// of the standard library, or a set of them. (An array or a dictionary is never unbound.)
func isStandardValue(_ type: Any.Type) -> Bool {
    func isValue<Value: Hashable>(_: Value.Type) -> Bool {
        type == Value.self || type == Set<Value>.self
    }
    return isValue(Bool.self) || isValue(Int.self) || isValue(String.self) || isValue(Double.self)
}

extension InjectionError {
    /// Returns advice that tells how to fix the failure.
    func advice(in words: Wording) -> Advice {
        // A function that runs in a task can probably wait.
        let canWait = withUnsafeCurrentTask { $0 != nil }
        switch reason {
        case .notBound: return bindingAdvice(in: words)
        case .doesNotConform(let expected, let actual):
            let (expected, actual) = (words.spelling.name(expected), words.spelling.name(actual))
            return key.isFoundByType
                ? Advice("Bind it with code that the compiler checks:", words.bind(key))
                : Advice("Request \(actual) or one of its protocols, or bind \(expected) to the name:", words.bind(key))
        case .cycle where key.declaration != nil || path.contains { $0.bindingLocation?.facade == .inject }:
            return Advice("Read one of them in a method, not in the other's initializer.")
        case .cycle where key.isFoundByType:
            return Advice("Let one of them resolve the other later:", words.requestLater(key))
        case .cycle: return Advice("Bind one of them to its type, and let the other request a 'Provider' of it.")
        case .initializerThrew, .decoratorThrew:
            return Advice("Fix the error. No instance was kept, and the next request runs the initializer again.")
        case .wrongIsolation where key.declaration == nil: return isolationAdvice(in: words)
        case .wrongIsolation, .needsAwaiting: return waitingAdvice(in: words)
        case .scopeNotOpen(let scope):
            return Advice(
                "Open the scope around the request. Child tasks inherit it:",
                words.opening(scope, waits: canWait)
            )
        case .scopeEnded:
            return Advice("Request it before the scope ends, or from a scope that is open.")
        case .scopeBegunInChild(let scope, _):
            return Advice(
                "Begin the scope in the \(words.holder) that has the binding, or bind it where the scope begins:",
                words.beginning(scope)
            )
        case .captiveDependency:
            let type = words.spelling.code(interface)
            return Advice(
                "Request a provider instead, and call it for each use:",
                "let \(words.variable(type)): Provider<\(type)> = \(words.injector).instance()"
            )
        case .notProvided(let scope, _):
            let code = words.opening(scope, providing: interface, waits: canWait)
            return Advice("Open the scope with the value:", code)
        case .scopeEndsSynchronously(let scope):
            return Advice("Open the scope where its end can be awaited:", words.opening(scope, waits: true))
        case .notAnObject(let actual):
            let (type, actual) = (words.spelling.name(interface), words.spelling.name(actual))
            return Advice(
                "Make \(actual) a class, or bind \(type) with another lifetime:",
                words.bind(key, lifetime: ".singleton")
            )
        case .unimplemented:
            let verb = key.declaration != nil ? "Assign" : words.facade == .resolver ? "Add" : "Bind"
            return Advice("\(verb) an implementation, or find out why it is used:", words.bind(key))
        case .unavailableInTests:
            let verb = key.declaration != nil ? "Assign" : "Bind"
            return Advice("\(verb) a fake in the test before it is requested:", words.bind(key))
        case .injectorReleased:
            return Advice("Keep a reference to the \(words.holder) while its providers are in use.")
        }
    }

    /// Returns another way to fix the failure, if there is one.
    func alternative(in words: Wording) -> Advice? {
        switch reason {
        case .scopeNotOpen(let scope):
            return Advice("Begin it, for all requests until it ends:", words.beginning(scope))
        case .notProvided(let scope, _):
            return Advice("Begin it with the value:", words.beginning(scope, providing: interface))
        case .wrongIsolation: break
        default: return nil
        }
        return key.declaration == nil
            ? waitingAdvice(in: words)
            : Advice("Declare the property 'nonisolated', if its initializer needs no actor.")
    }

    /// Returns advice for an interface that needs no actor but was bound with code that belongs to one.
    private func isolationAdvice(in words: Wording) -> Advice {
        let code = words.bindAnywhere(key)
        return switch (key.qualifier, words.facade) {
        case (.name, _): Advice("Bind it with a closure that belongs to no actor:", code)
        case (nil, .resolver): Advice("Add an instance that belongs to no actor instead:", code)
        default: Advice("Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:", code)
        }
    }

    /// Returns advice for a request that cannot wait for an asynchronous initializer or for another actor.
    private func waitingAdvice(in words: Wording) -> Advice {
        let isIsolated = if case .wrongIsolation = reason { true } else { false }
        let isOnMainActor = if case .wrongIsolation(let actor) = reason { actor is MainActor } else { false }
        if key.declaration != nil {
            return Advice("Read the property on the actor, or wait for it:", words.awaiting(key))
        }
        let imports = words.facade == .resolver ? ", with 'import Wormer'" : ""
        guard let outermost = path.first?.key, let code = words.awaiting(outermost) else {
            let bind = isOnMainActor ? "Request it on MainActor, or bind" : "Bind"
            return Advice("\(bind) a type instead of the name: a request by name cannot wait.")
        }
        if path.count > 1, outermost.declaration == nil {
            return Advice(
                "Wait for the outermost request\(imports), and bind each step above with '.using' or '.async':",
                code
            )
        }
        let wait = isOnMainActor ? "Request it on MainActor, or wait" : "Wait"
        let exception = isIsolated ? "" : ", unless a shared instance already exists"
        return Advice("\(wait) for it\(imports)\(exception):", words.awaiting(key))
    }

    private func bindingAdvice(in words: Wording) -> Advice {
        if case .declaration(let declaration) = key.qualifier {
            return Advice("Assign '\(declaration.name)' before it is read, or give it an initializer:", words.bind(key))
        }
        if path.count > 1, key.qualifier == nil, isStandardValue(interface) {
            let argument = words.argument(for: interface, id: nearMisses.first?.identifier)
            return Advice(
                "Pass it to the factory, or write a closure. '.using' does not use default arguments:",
                ".using(<#function#>, \(argument))\n.make { <#function#>(<#\(words.spelling.name(interface))#>) }"
            )
        }
        let (verb, added) = words.facade == .resolver ? ("Add", "add") : ("Bind", "bind")
        let other = nearMisses.first?.key ?? key
        switch nearMisses.first?.kind {
        case .contribution?:
            let type = words.spelling.code(interface)
            let element = type.contains { $0 == " " } ? "(\(type))" : type
            return Advice("Request all contributions:", "let all: [\(element)] = \(words.injector).instances()")
        case .mainInjector?:
            let main = Wording(facade: words.facade, isMain: true, spelling: words.spelling)
            let parent = words.facade == .injector ? "'Injector(parent: .default)'" : "'Container(parent: .main)'"
            return Advice("Request it there, or create the \(words.holder) with \(parent):", main.request(key))
        case .implementation?:
            return Advice("Request the interface, or \(added) the type itself:", words.request(other))
        case .conforming? where isKnown(other.interface, toConformTo: interface):
            let text =
                words.facade == .resolver
                ? "Add the object that was added for it, too:" : "Bind it to the implementation that is bound:"
            return Advice(text, words.bind(key, to: other))
        case .service? where identifier == nil:
            let name = other.declaration?.name ?? ""
            return Advice(
                "Read '\(words.container).\(name)', or set an alias for its type:",
                words.alias(of: other, for: interface)
            )
        default: return Advice("\(verb) it before it is requested:", words.bind(key))
        }
    }
}
