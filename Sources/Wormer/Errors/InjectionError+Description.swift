// The text of an error, in the vocabulary of the module that received the outermost request.

extension InjectionError: CustomStringConvertible {
    /// The message: what was looked up, the reason, the locations and the path, near misses, and what to do.
    public var description: String {
        report.description
    }

    /// The text in its parts.
    var report: Report {
        report()
    }

    /// Returns the text in its parts.
    ///
    /// - Parameters:
    ///   - sentence: What is said of the instance, or nil for the reason of the error.
    ///   - other: Returns another way to fix the failure, for the spelling of the interface.
    /// - Returns: The text.
    func report(_ sentence: String? = nil, or other: ((String) -> [String])? = nil) -> Report {
        let words = wording
        let isNamed = if case .name = key.qualifier { true } else { false }
        let subject = (isNamed ? "the instance " : "") + words.spelling.name(key)
        let text = sentence ?? explanation(in: words)
        let report = Report(sentence != nil || isOfTests ? "\(subject) \(text)" : "Cannot inject \(subject): \(text)")
        if path.count > 1 {
            report.add("path", path.map { $0.text(spelling: words.spelling) })
        } else {
            report.add(words.labelOfRequest, path[0].lookupLocation)
            report.add(path[0].labelOfBinding, path[0].bindingLocation)
        }
        switch reason {
        case .notProvided(_, let opened): report.add("opened at", opened)
        case .scopeEnded(_, let opened, let ended):
            report.add("opened at", opened)
            report.add("ended at", ended)
        case .scopeBegunInChild(_, let begun): report.add("begun at", begun)
        case .decoratorThrew(_, let location): report.add("decorated at", location)
        case .unimplemented(let location) where key.declaration != nil: report.add("assigned at", location)
        default: break
        }
        report.add("near misses", nearMisses.map { $0.text(spelling: words.spelling, holder: words.holder) })
        report.add("to do", advice(in: words))
        report.add("or", other?(words.spelling.expression(interface)) ?? alternative(in: words))
        return report
    }

    /// Returns a text about the request, with another sentence than the error's.
    ///
    /// - Parameters:
    ///   - sentence: What is said of the instance.
    ///   - other: Another way to fix the failure.
    ///   - code: Returns the code for that, for the spelling of the interface.
    /// - Returns: The text.
    package func text(_ sentence: String, or other: String, _ code: @escaping (String) -> String) -> String {
        report(sentence) { [other, code($0)] }.description
    }

    /// Whether the request fails because a test must not make it.
    fileprivate var isOfTests: Bool {
        switch reason {
        case .unimplemented, .unavailableInTests: true
        default: false
        }
    }

    /// The vocabulary of the outermost request.
    private var wording: Wording {
        let types: [Any.Type] =
            switch reason {
            case .doesNotConform(let expected, let actual): [expected, actual]
            case .notAnObject(let actual): [actual]
            default: []
            }
        return Wording(
            facade: (path[0].lookupLocation ?? path[0].bindingLocation)?.facade ?? .injector,
            isMain: isOfMain,
            spelling: Spelling(of: types + path.map(\.interface) + nearMisses.map(\.interface))
        )
    }

    private func explanation(in words: Wording) -> String {
        switch reason {
        case .notBound where key.declaration != nil:
            "it has no initializer, and nothing was assigned to it."
        case .notBound where words.facade == .resolver: "nothing was added for it."
        case .notBound: "nothing is bound to it."
        case .doesNotConform(let expected, let actual):
            "its factory created an instance of \(words.spelling.name(actual)), "
                + "not of \(words.spelling.name(expected))."
        case .cycle: "it depends on itself."
        case .factoryThrew(let error): "its factory threw \(shortName(type(of: error))): \(error)"
        case .decoratorThrew(let error, _): "its decorator threw \(shortName(type(of: error))): \(error)"
        case .wrongIsolation(let expected) where expected is MainActor:
            "it is created on MainActor, but the lookup came from elsewhere."
        case .wrongIsolation(let expected):
            "it is created on \(shortName(type(of: expected))), and only an asynchronous lookup can create it."
        case .needsAwaiting: "it is created asynchronously, and the lookup cannot wait for it."
        case .scopeNotOpen(let scope): "the scope '\(scope.name)' is not open here."
        case .scopeEnded(let scope, _, _): "the scope '\(scope.name)' has ended."
        case .scopeBegunInChild(let scope, _):
            "it is bound in a parent, and the scope '\(scope.name)' was begun in a child."
        case .captiveDependency(let scope):
            "an instance that lives longer would keep it after the scope '\(scope.name)' has ended."
        case .notProvided(let scope, _): "the scope '\(scope.name)' was opened without it."
        case .scopeEndsSynchronously(let scope):
            "its 'onEnd' is asynchronous, but the scope '\(scope.name)' was opened synchronously."
        case .notAnObject(let actual):
            "its lifetime is weak, but \(words.spelling.name(actual)) is not a class."
        case .unimplemented: "was looked up, but is unimplemented."
        case .unavailableInTests: "was looked up, but is unavailable in tests."
        case .injectorReleased: "the \(words.holder) behind its provider no longer exists."
        }
    }
}

extension InjectionError.Step: CustomStringConvertible {
    /// The interface, the location of its lookup, and the location of its binding.
    public var description: String {
        text(spelling: Spelling(of: [interface]))
    }

    fileprivate func text(spelling: Spelling) -> String {
        let places = [lookupLocation.map { "looked up at \($0)" }, bindingLocation.map { "\(labelOfBinding) \($0)" }]
        return ([spelling.name(key)] + places.compactMap(\.self)).joined(separator: ", ")
    }

    fileprivate var labelOfBinding: String {
        bindingLocation.map { key.wordForBinding(at: $0) } ?? ""
    }
}

// MARK: - Advice

/// Returns whether a type says so little about its values that few programs bind it: a value type of the standard
/// library, or a set of them. (An array or a dictionary is never unbound.)
private func isStandardValue(_ type: Any.Type) -> Bool {
    !isExistential(type)
        && String(reflecting: type).split(whereSeparator: "<, >".contains).allSatisfy { $0.hasPrefix("Swift.") }
}

extension InjectionError {
    /// The interface, if a scope provides its value.
    private var providedInterface: Any.Type? { path.last?.isProvided == true ? interface : nil }

    private var bindingStatesActor: Bool { path.last?.statesActor == true }

    /// Whether the factory of an interface has a parameter of the same interface.
    private var dependsOnItself: Bool {
        path.count == 2 && key.qualifier == nil && path[0].key == key
            && path[1].lookupLocation == path[1].bindingLocation
    }

    /// Returns how to fix the failure: a sentence, which ends with a colon if code follows, and the code.
    ///
    /// In the code, placeholders such as `<#API#>` stand for values that only the reader knows.
    func advice(in words: Wording) -> [String] {
        // A function that runs in a task can probably wait.
        let canWait = withUnsafeCurrentTask { $0 != nil }
        switch reason {
        case .notBound: return bindingAdvice(in: words)
        case .doesNotConform(let expected, let actual):
            let (expected, actual) = (words.spelling.name(expected), words.spelling.name(actual))
            return key.isFoundByType
                ? ["Bind it with code that the compiler checks:", words.bind(key)]
                : ["Resolve \(actual) or one of its protocols, or bind \(expected) to the name:", words.bind(key)]
        case .cycle where dependsOnItself:
            return ["Decorate the implementation that was bound before:", words.decorating(key)]
        case .cycle where key.declaration != nil || path.contains { $0.bindingLocation?.facade == .inject }:
            return ["Read one of them in a method, not in the other's initializer."]
        case .cycle where key.isFoundByType:
            return ["Let one of them resolve the other later:", words.requestLater(key)]
        case .cycle: return ["Bind one of them to its type, and let the other resolve a 'Provider' of it."]
        case .factoryThrew, .decoratorThrew:
            return ["Fix the error. No instance was kept, and the next lookup runs the factory again."]
        case .wrongIsolation where key.declaration == nil && !bindingStatesActor: return isolationAdvice(in: words)
        case .wrongIsolation, .needsAwaiting: return waitingAdvice(in: words)
        case .scopeNotOpen(let scope):
            return [
                "Open the scope around the lookup. Child tasks inherit it:",
                words.opening(scope, providing: providedInterface, waits: canWait),
            ]
        case .scopeEnded:
            return ["Resolve it before the scope ends, or from a scope that is open."]
        case .scopeBegunInChild(let scope, _):
            return [
                "Begin the scope in the \(words.holder) that has the binding, or bind it where the scope begins:",
                words.beginning(scope),
            ]
        case .captiveDependency:
            let type = words.spelling.code(interface)
            return [
                "Resolve a provider instead, and call it for each use:",
                "let \(words.variable(type)): Provider<\(type)> = \(words.injector).instance()",
            ]
        case .notProvided(let scope, _):
            let code = words.opening(scope, providing: interface, waits: canWait)
            return ["Open the scope with the value:", code]
        case .scopeEndsSynchronously(let scope):
            return [
                "Open the scope where its end can be awaited, not at the top level of 'main.swift':",
                words.opening(scope, waits: true),
            ]
        case .notAnObject(let actual):
            let (type, actual) = (words.spelling.name(interface), words.spelling.name(actual))
            return [
                "Make \(actual) a class, or bind \(type) with another lifetime:",
                words.bind(key, lifetime: ".singleton"),
            ]
        case .unimplemented:
            let verb = key.declaration != nil ? "Assign" : words.facade == .resolver ? "Add" : "Bind"
            return ["\(verb) an implementation, or find out why it is used:", words.bind(key)]
        case .unavailableInTests:
            let verb = key.declaration != nil ? "Assign" : "Bind"
            return ["\(verb) a mock in the test before it is resolved:", words.bind(key)]
        case .injectorReleased:
            return ["Keep a reference to the \(words.holder) while its providers are in use."]
        }
    }

    /// Returns another way to fix the failure; nothing if there is none.
    func alternative(in words: Wording) -> [String] {
        switch reason {
        case .scopeNotOpen(let scope):
            return ["Begin it, for all lookups until it ends:", words.beginning(scope, providing: providedInterface)]
        case .notProvided(let scope, _):
            return ["Begin it with the value:", words.beginning(scope, providing: interface)]
        case .wrongIsolation: break
        default: return []
        }
        return key.declaration == nil
            ? (bindingStatesActor ? isolationAdvice(in: words) : waitingAdvice(in: words))
            : ["Declare the property 'nonisolated', if its initializer needs no actor."]
    }

    /// Returns advice for an interface that needs no actor but was bound with code that belongs to one.
    private func isolationAdvice(in words: Wording) -> [String] {
        let code = words.bind(key, anywhere: true)
        return switch (key.qualifier, words.facade) {
        case (.name, _): ["Bind it with a closure that belongs to no actor:", code]
        case (nil, .resolver): ["Add an instance that belongs to no actor instead:", code]
        default: ["Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:", code]
        }
    }

    /// Returns advice for a request that cannot wait for an asynchronous initializer or for another actor.
    private func waitingAdvice(in words: Wording) -> [String] {
        let isIsolated = if case .wrongIsolation = reason { true } else { false }
        let isOnMainActor = if case .wrongIsolation(let actor) = reason { actor is MainActor } else { false }
        if key.declaration != nil {
            return ["Read the property on the actor, or wait for it:", words.awaiting(key)].compactMap(\.self)
        }
        let imports = words.facade == .resolver ? ", with 'import Wormer'" : ""
        guard let outermost = path.first?.key, let code = words.awaiting(outermost) else {
            let bind = isOnMainActor ? "Resolve it on MainActor, or bind" : "Bind"
            return ["\(bind) a type instead of the name: a lookup by name cannot wait."]
        }
        if path.count > 1, outermost.declaration == nil {
            return [
                "Await the outermost lookup\(imports), and bind each step above with '.using' or '.async':",
                code,
            ]
        }
        let wait = isOnMainActor ? "Resolve it on MainActor, or wait" : "Wait"
        let alternative = isIsolated ? "" : ", or call 'prepare()' before if it is a singleton"
        return ["\(wait) for it\(imports)\(alternative):", words.awaiting(key)].compactMap(\.self)
    }

    private func bindingAdvice(in words: Wording) -> [String] {
        if case .declaration(let declaration) = key.qualifier {
            return ["Assign '\(declaration.name)' before it is read, or give it an initializer:", words.bind(key)]
        }
        if path.count > 1, key.qualifier == nil, isStandardValue(interface) {
            let argument = words.argument(for: interface, id: nearMisses.first?.identifier)
            return [
                "Pass it to the factory, or write a closure. '.using' does not use default arguments:",
                ".using(<#function#>, <#.byType for each other parameter#>, \(argument))\n.make { <#function#>(<#\(words.spelling.name(interface))#>) }",
            ]
        }
        if interface == Any.self, key.qualifier == nil {
            return ["State the type of the instance, which the compiler could not infer:", words.requestTyped]
        }
        if interface == Injector.self, key.qualifier == nil {
            return ["Take it as the argument of a closure:", ".make { injector in <#function#>(injector) }"]
        }
        let (verb, added) = words.facade == .resolver ? ("Add", "add") : ("Bind", "bind")
        let other = nearMisses.first?.key ?? key
        switch nearMisses.first?.kind {
        case .contribution?:
            let type = words.spelling.code(interface)
            let element = type.contains { $0 == " " } ? "(\(type))" : type
            return ["Resolve all contributions:", "let all: [\(element)] = \(words.injector).instances()"]
        case .mainInjector?:
            let main = Wording(facade: words.facade, isMain: true, spelling: words.spelling)
            let parent = words.facade == .injector ? "'Injector(parent: .default)'" : "'Container(parent: .main)'"
            return ["Resolve it there, or create the \(words.holder) with \(parent):", main.request(key)]
        case .implementation?:
            return ["Resolve the interface, or \(added) the type itself:", words.request(other)]
        case .conforming? where isKnown(other.interface, toConformTo: interface):
            let text =
                words.facade == .resolver
                ? "Add the object that was added for it, too:" : "Bind it to the implementation that is bound:"
            return [text, words.bind(key, to: other)]
        case .service? where identifier == nil:
            let name = other.declaration?.name ?? ""
            return [
                "Read '\(words.container).\(name)', or set an alias for its type:",
                words.alias(of: other, for: interface),
            ]
        default: return ["\(verb) it before it is resolved:", words.bind(key)]
        }
    }
}

/// Ends the process with the text of an error, in release builds too.
///
/// A running test records the text as an issue first.
///
/// - Parameters:
///   - error: The error.
///   - location: The location to print before the text. The text does not repeat it.
@usableFromInline
@inline(never)
package func endProcess(with error: any Error, at location: CodeLocation) -> Never {
    let report: Report
    var isRecorded = false
    switch error {
    case let error as InjectionError:
        report = error.report
        // The request has recorded the issue, except during `verifyInstances()`, which uses no instances.
        isRecorded = error.isOfTests && !Unimplemented.isVerifying
        if Unimplemented.isVerifying, let forced = error.path.lastIndex(where: { $0.lookupLocation == location }),
            forced > 0, let factory = error.path[forced - 1].bindingLocation
        {
            report.add(
                "or",
                [
                    "Use 'throwingInstance' in the factory bound at \(factory).",
                    "'verifyInstances()' then reports a fault.",
                ]
            )
        }
    case let misuse as Misuse: report = misuse.report(at: location)
    default: report = Report("\(error)")
    }
    if !isRecorded {
        report.record(at: location, endsProcess: true)
    }
    fatalError(report.text(without: location.description), file: location.file, line: location.line)
}
