// The text of an error, in the vocabulary of the module that received the outermost lookup.

extension InjectionError: CustomStringConvertible {
    /// The message: what was looked up, the reason, the locations and the path, near misses, and what to do.
    public var description: String { report().description }

    /// Returns the text in its parts.
    ///
    /// - Parameters:
    ///   - sentence: What is said of the instance, or nil for the reason of the error.
    ///   - other: Returns another way to fix the failure, for the name of the interface.
    /// - Returns: The text.
    func report(_ sentence: String? = nil, or other: ((String) -> [String])? = nil) -> Report {
        let words = wording
        let explanation = explanation(in: words)
        let isNamed = if case .name = key.qualifier { true } else { false }
        let subject = (isNamed ? "the instance " : "") + words.name(key)
        let text = sentence ?? explanation.sentence
        let report = Report(sentence != nil || isOfTests ? "\(subject) \(text)" : "Cannot inject \(subject): \(text)")
        if path.count > 1 {
            report.add("path", path.map { $0.text(in: words) })
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
        report.add("near misses", nearMisses.map { $0.text(in: words) })
        report.add("to do", explanation.advice)
        report.add("or", other?(words.expression(interface)) ?? explanation.other)
        return report
    }

    /// Returns a text about the lookup, with another sentence than the error's.
    ///
    /// - Parameters:
    ///   - sentence: What is said of the instance.
    ///   - other: Another way to fix the failure.
    ///   - code: Returns the code for that, for the name of the interface.
    /// - Returns: The text.
    package func text(_ sentence: String, or other: String, _ code: @escaping (String) -> String) -> String {
        report(sentence) { [other, code($0)] }.description
    }

    /// Whether the lookup fails because a test must not make it.
    fileprivate var isOfTests: Bool {
        switch reason {
        case .unimplemented, .unavailableInTests: true
        default: false
        }
    }

    /// The vocabulary of the outermost lookup.
    private var wording: Wording {
        let types: [Any.Type] =
            switch reason {
            case .doesNotConform(let expected, let actual): [expected, actual]
            case .notAnObject(let actual): [actual]
            default: []
            }
        return Wording(
            of: types + path.map(\.interface) + nearMisses.map(\.interface),
            for: (path[0].lookupLocation ?? path[0].bindingLocation)?.facade ?? .injector,
            isMain: isOfMain
        )
    }
}

extension InjectionError.Step: CustomStringConvertible {
    /// The interface, the location of its lookup, and the location of its binding.
    public var description: String { text(in: Wording(of: [interface])) }

    fileprivate func text(in words: Wording) -> String {
        let places = [lookupLocation.map { "looked up at \($0)" }, bindingLocation.map { "\(labelOfBinding) \($0)" }]
        return ([words.name(key)] + places.compactMap(\.self)).joined(separator: ", ")
    }

    fileprivate var labelOfBinding: String { bindingLocation.map { key.wordForBinding(at: $0) } ?? "" }
}

// MARK: - Reasons and advice

extension InjectionError {
    /// The sentence about the instance, the way to fix the failure, and an alternative, if there is one.
    ///
    /// The advice is a sentence, which ends with a colon if code follows, and the code. In the code, placeholders such
    /// as `<#API#>` stand for values that only the reader knows.
    private typealias Explanation = (sentence: String, advice: [String], other: [String])

    private func explanation(in words: Wording) -> Explanation {
        // A function that runs in a task can probably wait.
        let canWait = withUnsafeCurrentTask { $0 != nil }
        let provided = path.last?.isProvided == true ? interface : nil
        let retry = "Fix the error. No instance was kept, and the next lookup runs the factory again."
        switch reason {
        case .notBound:
            let capture = words.isMain ? Override.adviceToCapture(key) : []
            return (notBoundSentence(in: words), bindingAdvice(in: words), capture)
        case .doesNotConform(let expected, let actual):
            let (expected, actual) = (words.name(expected), words.name(actual))
            let advice =
                key.isFoundByType
                ? "Bind it with code that the compiler checks:"
                : "Resolve \(actual) or one of its protocols, or bind \(expected) to the name:"
            return ("its factory created an instance of \(actual), not of \(expected).", [advice, words.bind(key)], [])
        case .cycle: return ("it depends on itself.", cycleAdvice(in: words), [])
        case .factoryThrew(let error):
            return ("its factory threw \(shortName(type(of: error))): \(error)", [retry], [])
        case .decoratorThrew(let error, _):
            return ("its decorator threw \(shortName(type(of: error))): \(error)", [retry], [])
        case .wrongIsolation(let expected):
            return isolationExplanation(shortName(type(of: expected)), isMain: expected is MainActor, in: words)
        case .needsAwaiting:
            let sentence = "it is created asynchronously, and the lookup cannot wait for it."
            return (sentence, waitingAdvice(", or call 'prepare()' before if it is a singleton", in: words), [])
        case .scopeNotOpen(let scope):
            let opening = words.opening(scope, providing: provided, waits: canWait)
            return (
                "the scope '\(scope.name)' is not open here.",
                ["Open the scope around the lookup. Child tasks inherit it:", opening],
                ["Begin it, for all lookups until it ends:", words.beginning(scope, providing: provided)]
            )
        case .scopeEnded(let scope, _, _):
            let advice = "Resolve it before the scope ends, or from a scope that is open."
            return ("the scope '\(scope.name)' has ended.", [advice], [])
        case .scopeBegunInChild(let scope, _):
            let advice =
                "Begin the scope in the \(words.holder) that has the binding, or bind it where the scope begins:"
            let sentence = "it is bound in a parent, and the scope '\(scope.name)' was begun in a child."
            return (sentence, [advice, words.beginning(scope)], [])
        case .captiveDependency(let scope):
            let sentence = "an instance that lives longer would keep it after the scope '\(scope.name)' has ended."
            return (sentence, ["Take \(words.provider(key)) instead, and call it for each use."], [])
        case .notProvided(let scope, _):
            return (
                "the scope '\(scope.name)' was opened without it.",
                ["Open the scope with the value:", words.opening(scope, providing: interface, waits: canWait)],
                ["Begin it with the value:", words.beginning(scope, providing: interface)]
            )
        case .scopeEndsSynchronously(let scope):
            let advice = "Open the scope where its end can be awaited, not at the top level of 'main.swift':"
            let sentence = "its 'onEnd' is asynchronous, but the scope '\(scope.name)' was opened synchronously."
            return (sentence, [advice, words.opening(scope, waits: true)], [])
        case .notAnObject(let actual):
            let actual = words.name(actual)
            let advice = "Make \(actual) a class, or bind \(words.name(interface)) with another lifetime:"
            let code = words.bind(key, lifetime: ".singleton")
            return ("its lifetime is weak, but \(actual) is not a class.", [advice, code], [])
        case .unimplemented:
            let verb = key.declaration != nil ? "Assign" : words.facade == .resolver ? "Add" : "Bind"
            let advice = "\(verb) an implementation, or find out why it is used:"
            return ("was looked up, but is unimplemented.", [advice, words.bind(key)], [])
        case .unavailableInTests:
            let advice = "\(key.declaration != nil ? "Assign" : "Bind") a mock in the test before it is resolved:"
            return ("was looked up, but is unavailable in tests.", [advice, words.bind(key)], [])
        case .injectorReleased:
            let advice = "Keep a reference to the \(words.holder) while its providers are in use."
            return ("the \(words.holder) behind its provider no longer exists.", [advice], [])
        }
    }

    private func cycleAdvice(in words: Wording) -> [String] {
        let dependsOnItself =
            path.count == 2 && key.qualifier == nil && path[0].key == key
            && path[1].lookupLocation == path[1].bindingLocation
        if dependsOnItself {
            return ["Decorate the implementation that was bound before:", words.decorating(key)]
        }
        if key.declaration != nil || path.contains(where: { $0.bindingLocation?.facade == .inject }) {
            return ["Read one of them in a method, not in the other's initializer."]
        }
        return key.isFoundByType
            ? ["Let one of them take \(words.provider(key)), and call it later."]
            : ["Bind one of them to its type, and let the other resolve a 'Provider' of it."]
    }

    // MARK: - Actors and asynchronous factories

    private func isolationExplanation(_ actor: String, isMain: Bool, in words: Wording) -> Explanation {
        let sentence =
            isMain
            ? "it is created on MainActor, but the lookup came from elsewhere."
            : "it is created on \(actor), and only an asynchronous lookup can create it."
        let waiting = waitingAdvice(isOnMainActor: isMain, in: words)
        if key.declaration != nil {
            return (sentence, waiting, ["Declare the property 'nonisolated', if its initializer needs no actor."])
        }
        // For an interface that needs no actor but was bound with code that belongs to one.
        let code = words.bind(key, anywhere: true)
        let binding =
            switch (key.qualifier, words.facade) {
            case (.name, _): ["Bind it with a closure that belongs to no actor:", code]
            case (nil, .resolver): ["Add an instance that belongs to no actor instead:", code]
            default: ["Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:", code]
            }
        return path.last?.statesActor == true ? (sentence, waiting, binding) : (sentence, binding, waiting)
    }

    /// Returns advice for a lookup that cannot wait for an asynchronous initializer or for another actor.
    private func waitingAdvice(_ alternative: String = "", isOnMainActor: Bool = false, in words: Wording) -> [String] {
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
        return ["\(wait) for it\(imports)\(alternative):", words.awaiting(key)].compactMap(\.self)
    }

    // MARK: - Unbound interfaces

    private func notBoundSentence(in words: Wording) -> String {
        key.declaration != nil
            ? "it has no initializer, and nothing was assigned to it."
            : words.facade == .resolver ? "nothing was added for it." : "nothing is bound to it."
    }

    private func bindingAdvice(in words: Wording) -> [String] {
        if let declaration = key.declaration {
            return ["Assign '\(declaration.name)' before it is read, or give it an initializer:", words.bind(key)]
        }
        if key.qualifier == nil, path.count > 1, isStandardValue(interface) {
            let argument = words.argument(for: interface, id: nearMisses.first?.identifier)
            let name = words.name(interface)
            return [
                "Pass it to the factory, or write a closure. '.using' does not use default arguments:",
                ".using(<#function#>, <#.byType for each other parameter#>, \(argument))",
                ".make { <#function#>(<#\(name)#>) }",
            ]
        }
        if key.qualifier == nil, interface == Any.self {
            return ["State the type of the instance, which the compiler could not infer:", words.requestTyped]
        }
        if key.qualifier == nil, interface == Injector.self {
            return ["Take it as the argument of a closure:", ".make { injector in <#function#>(injector) }"]
        }
        let (verb, added) = words.facade == .resolver ? ("Add", "add") : ("Bind", "bind")
        if let misspelled = nearMisses.first(where: \.isMisspelled) {
            return ["Resolve the one that is bound, or \(added) this one, too:", words.request(misspelled.key)]
        }
        let other = nearMisses.first?.key ?? key
        switch nearMisses.first?.kind {
        case .contribution?:
            let type = words.code(interface)
            let element = type.contains { $0 == " " } ? "(\(type))" : type
            return ["Resolve all contributions:", "let all: [\(element)] = \(words.injector).instances()"]
        case .implementation?:
            return ["Resolve the interface, or \(added) the type itself:", words.request(other)]
        case .conforming? where conforms(other.interface, to: interface) == true:
            let text =
                words.facade == .resolver
                ? "Add the object that was added for it, too:" : "Bind it to the implementation that is bound:"
            return [text, words.bind(key, to: other)]
        case .service? where identifier == nil:
            let read = "Read '\(words.container).\(other.declaration?.name ?? "")', or set an alias for its type:"
            return [read, words.alias(of: other, for: interface)]
        default: return ["\(verb) it before it is resolved:", words.bind(key)]
        }
    }
}

/// Returns whether a type says so little about its values that few programs bind it: a value type of the standard
/// library, or a set of them. (An array or a dictionary is never unbound.)
private func isStandardValue(_ type: Any.Type) -> Bool {
    !isExistential(type)
        && String(reflecting: type).split(whereSeparator: "<, >".contains).allSatisfy { $0.hasPrefix("Swift.") }
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
        report = error.report()
        // The lookup has recorded the issue, except during `verifyInstances()`, which uses no instances.
        isRecorded = error.isOfTests && !Unimplemented.isVerifying
        let forced = error.path.lastIndex { $0.lookupLocation == location } ?? 0
        if Unimplemented.isVerifying, forced > 0, let factory = error.path[forced - 1].bindingLocation {
            let advice = "Use 'throwingInstance' in the factory bound at \(factory)."
            report.add("or", [advice, "'verifyInstances()' then reports a fault."])
        }
    case let misuse as Misuse: report = misuse.report(at: location)
    default: report = Report("\(error)")
    }
    if !isRecorded {
        report.record(at: location, endsProcess: true)
    }
    fatalError(report.text(without: location.description), file: location.file, line: location.line)
}
