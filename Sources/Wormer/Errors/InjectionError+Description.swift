// The message of an error, in the vocabulary of the module that received the outermost lookup.

extension InjectionError: CustomStringConvertible {
    /// The message: what was looked up, the reason, the locations and the path, near misses, and what to do.
    public var description: String { report().description }

    /// Returns the message in its parts.
    ///
    /// - Parameters:
    ///   - sentence: What is said of the instance, or nil for the reason of the error.
    ///   - advice: What to do, or nil for the advice of the error.
    ///   - other: Returns another way to fix the failure, for the name of the interface.
    /// - Returns: The message.
    package func report(
        _ sentence: String? = nil,
        toDo advice: String? = nil,
        or other: ((String) -> String)? = nil
    ) -> Report {
        let words = wording
        let (ownSentence, ownAdvice, otherAdvice) = explanation(in: words)
        let subject = (key.isName ? "the instance " : "") + words.name(key)
        let isFact = sentence != nil || isOfTests
        var report = Report((isFact ? subject + " " : "Cannot inject \(subject): ") + (sentence ?? ownSentence))
        if path.count > 1 {
            report.add("path", textOfPath(in: words))
        } else {
            report.add(words.facade.labelOfLookup, path[0].lookupLocation)
            report.add(path[0].labelOfBinding, path[0].bindingLocation)
        }
        switch reason {
        case .notProvided(_, let opened): report.add("opened at", opened)
        case .scopeNotOpen(_, let opened, let ended):
            report.add(ended == nil ? "begun at" : "opened at", opened)
            report.add("ended at", ended)
        case .decoratorThrew(_, let location): report.add("decorated at", location)
        case .notAnObject: report.add("decorated at", path[path.count - 1].wiring?.decorators.last?.location)
        case .unimplemented(let location) where key.declaration != nil:
            // A service whose value for tests is unimplemented is declared so.
            report.add("assigned at", key.placeOfLookup(location))
        default: break
        }
        report.add("near misses", nearMisses.map { $0.text(in: words) }.joined(separator: "\n"))
        report.add("copies", copiesOfLibrary())
        report.add("to do", advice ?? ownAdvice)
        report.add("or", other.map { $0(words.expression(interface)) } ?? otherAdvice)
        return report
    }

    /// The steps of the path, without the middle of a long one.
    private func textOfPath(in words: Wording) -> String {
        func lines(_ steps: ArraySlice<Step>) -> [String] { steps.map { $0.text(in: words) } }
        let lines =
            path.count <= 40
            ? lines(path[...]) : lines(path.prefix(5)) + ["... and \(path.count - 10) more ..."] + lines(path.suffix(5))
        return lines.joined(separator: "\n")
    }

    /// Whether the lookup fails because a test must not make it.
    var isOfTests: Bool {
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
            of: types + path.map(\.interface) + nearMisses.map(\.interface) + values,
            for: (path[0].lookupLocation ?? path[0].bindingLocation)?.facade ?? .injector,
            with: hints
        )
    }
}

extension InjectionError.Reason: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .notBound: "notBound"
        case .doesNotConform: "doesNotConform"
        case .cycle: "cycle"
        case .factoryThrew: "factoryThrew"
        case .decoratorThrew: "decoratorThrew"
        case .wrongIsolation: "wrongIsolation"
        case .needsAwaiting: "needsAwaiting"
        case .scopeNotOpen: "scopeNotOpen"
        case .captiveDependency: "captiveDependency"
        case .notProvided: "notProvided"
        case .scopeEndsSynchronously: "scopeEndsSynchronously"
        case .notAnObject: "notAnObject"
        case .injectorReleased: "injectorReleased"
        case .unimplemented: "unimplemented"
        case .unavailableInTests: "unavailableInTests"
        }
    }
}

extension InjectionError.Step: CustomStringConvertible {
    /// The interface, the location of its lookup, and the location of its binding.
    public var description: String { text(in: Wording(of: [interface])) }

    fileprivate func text(in words: Wording) -> String {
        let lookup = lookupLocation.map { ", looked up at " + $0.description } ?? ""
        let binding = bindingLocation.map { [", ", labelOfBinding, " ", $0.description].joined() } ?? ""
        return words.name(key) + lookup + binding
    }

    fileprivate var labelOfBinding: String { bindingLocation.map { key.wordForBinding(at: $0) } ?? "" }
}

// MARK: - Reasons and advice

extension InjectionError {
    /// The sentence about the instance, and one or two ways to fix the failure.
    ///
    /// Advice is a sentence, which ends with a colon if lines of code follow. In the code, placeholders such as
    /// `<#API#>` stand for values that only the reader knows.
    private typealias Explanation = (sentence: String, advice: String, or: String?)

    private func explanation(in words: Wording) -> Explanation {
        // A function that runs in a task can probably wait.
        let canWait = Context.isInTask
        let holder = words.facade.holder
        let retry = "Fix the error. No instance was kept, and the next lookup runs the factory again."
        switch reason {
        case .notBound:
            let sentence =
                key.declaration == nil
                ? "nothing \(words.facade == .resolver ? "was added for" : "is bound to") it."
                : "it has no initializer, and nothing was assigned to it."
            let (advice, other) = bindingAdvice(in: words)
            let capture = words.isMain ? Override.adviceToCapture(key).joined(separator: "\n") : ""
            return (sentence, advice, capture.isEmpty ? other : capture)
        case .doesNotConform(let expected, let actual):
            let (expected, actual) = (words.name(expected), words.name(actual))
            let advice =
                key.isFoundByType
                ? "Bind it with code that the compiler checks:"
                : "Resolve \(actual) or one of its protocols, or bind \(expected) to the name:"
            let sentence = "its factory created an instance of \(actual), not of \(expected)."
            return (sentence, advice + "\n" + words.bind(key), nil)
        case .cycle: return ("it depends on itself.", cycleAdvice(in: words), nil)
        case .factoryThrew(let error): return ("its factory " + threw(error), retry, nil)
        case .decoratorThrew(let error, _): return ("its decorator " + threw(error), retry, nil)
        case .wrongIsolation(let expected): return explanation(of: expected, in: words)
        case .needsAwaiting:
            let sentence = "it is created asynchronously, and the lookup cannot wait for it."
            let prepare = "If it is a singleton, create it at startup:\ntry await \(words.binder).prepare()"
            return (sentence, waitingAdvice(in: words), prepare)
        case .scopeNotOpen(let scope, _, _?):
            let advice = "Resolve it before the scope ends, or from a scope that is open."
            return ("the scope '\(scope.name)' has ended.", advice, nil)
        case .scopeNotOpen(let scope, _?, nil):
            let sentence = "it is bound in a parent, and the scope '\(scope.name)' was begun in a child."
            let advice = "Begin the scope in the \(holder) that has the binding, or bind it where the scope begins:\n"
            return (sentence, advice + words.beginning(scope, providing: values), nil)
        case .scopeNotOpen(let scope, nil, nil):
            let sentence = "the scope '\(scope.name)' is not open here."
            let opening =
                "Open the scope around the lookup. Child tasks inherit it:\n"
                + words.opening(scope, providing: values, waits: canWait)
            if scope.isProbablyLost {
                let advice = "Detached tasks and callbacks don't inherit the scope. Capture it where they start:\n"
                return (sentence, advice + Override.capturing, opening)
            }
            let beginning = "Begin it, for all lookups until it ends:\n" + words.beginning(scope, providing: values)
            return (sentence, opening, beginning)
        case .captiveDependency(let lifetime):
            let scope = lifetime.scopeToOpen
            let sentence =
                "an instance that lives longer would keep it after the scope '\(scope?.name ?? "")' has ended."
            // The steps from the instance that lives longer to this one may pass through others.
            let keeper = path.dropLast().lastIndex { $0.wiring?.isKept == true } ?? path.count - 2
            let needed = words.requested(path[keeper + 1].key, by: path[keeper].wiring)
            let advice = words.later(needed)
            let end = needed.declaration == nil ? ", and call it for each use." : "."
            let service = path[keeper].key.declaration.flatMap { service in
                scope.map { "Let the scope keep '\(service.name)', too:\nlifetime: .scope(\(words.name(of: $0)))" }
            }
            return (sentence, advice.prefix(1).uppercased() + advice.dropFirst() + end, service)
        case .notProvided(let scope, _):
            return (
                "the scope '\(scope.name)' was opened without it.",
                "Open the scope with the value:\n" + words.opening(scope, providing: values, waits: canWait),
                "Begin it with the value:\n" + words.beginning(scope, providing: values)
            )
        case .scopeEndsSynchronously(let scope):
            return (
                "its 'onEnd' is asynchronous, but the scope '\(scope.name)' was opened synchronously.",
                "Open the scope in an asynchronous function, so that its end is awaited:\n"
                    + words.opening(scope, providing: values, waits: true),
                "At the top level of 'main.swift', await something in the closure, such as 'Task.yield()'."
            )
        case .notAnObject(let actual):
            let way =
                key.declaration != nil
                ? "declare it with another lifetime, such as '.singleton'."
                : "bind \(words.name(interface)) with another lifetime:\n" + words.bind(key, lifetime: ".singleton")
            let sentence = "its lifetime is weak, but \(words.name(actual)) is not a class."
            return (sentence, "Create an instance of a class, or " + way, nil)
        case .unimplemented:
            let verb = key.declaration != nil ? "Assign" : words.facade.verb
            let advice = verb + " an implementation, or find out why it is used:\n"
            return ("was looked up, but is unimplemented.", advice + words.bind(key), nil)
        case .unavailableInTests:
            let verb = key.declaration != nil ? "Assign" : "Bind"
            let advice = verb + " a mock in the test before it is resolved:\n"
            return ("was looked up, but is unavailable in tests.", advice + words.bind(key), nil)
        case .injectorReleased:
            let advice = "Keep a reference to the \(holder) while its providers are in use."
            return ("the \(holder) behind its provider no longer exists.", advice, nil)
        }
    }

    private func cycleAdvice(in words: Wording) -> String {
        let wiring = path.dropLast().last?.wiring
        if path.count == 2, path[0].key == key,
            wiring?.decorators.contains(where: { $0.parameters.contains(key) }) == true
        {
            return
                "Use the first parameter of the decorator, which is what it decorates, and take no other \(words.name(key))."
        }
        let dependsOnItself =
            path.count == 2 && key.qualifier == nil && path[0].key == key
            && path[1].lookupLocation == path[1].bindingLocation
        if dependsOnItself {
            return "Decorate the implementation that was bound before:\n" + words.decorating(key)
        }
        if path.count(where: { $0.key.declaration === key.declaration }) > 2, key.isOfFunction {
            let advice = "Let one of these calls return without the next one."
            return advice + " To call the declared function in a mock of it, use 'Injector.capture()'."
        }
        if path.contains(where: { $0.key.isOfFunction }) {
            return "Call one of them in a method, not in the other's body."
        }
        if key.declaration != nil || path.contains(where: { $0.bindingLocation?.facade == .inject }) {
            return "Read one of them in a method, not in the other's initializer."
        }
        let requested = words.requested(key, by: wiring)
        return requested.isFoundByType
            ? "Let one of them take \(words.provider(requested)), and call it later."
            : "Bind one of them to its type, and let the other resolve a 'Provider' of it."
    }

    // MARK: - Actors and asynchronous factories

    private func explanation(of actor: any Actor, in words: Wording) -> Explanation {
        let isMain = actor is MainActor
        let sentence =
            isMain
            ? "it is created on MainActor, but the lookup came from elsewhere."
            : "it is created on \(shortName(type(of: actor))), and only an asynchronous lookup can create it."
        let waiting = waitingAdvice(isOnMainActor: isMain, in: words)
        let other =
            key.declaration != nil
            ? key.isOfFunction
                ? "Declare the function 'nonisolated', if its body needs no actor."
                : "Declare the property 'nonisolated', if its initializer needs no actor."
            : "\(words.facade.verb) it with code that belongs to no actor:\n" + words.bind(key)
        return (sentence, waiting, other)
    }

    /// Returns advice for a lookup that cannot wait for an asynchronous initializer or for another actor.
    private func waitingAdvice(isOnMainActor: Bool = false, in words: Wording) -> String {
        let imports = words.facade == .resolver ? ", with 'import Wormer'" : ""
        guard let code = words.awaiting(path[0]), let own = words.awaiting(path[path.count - 1]) else {
            let bind = isOnMainActor ? "Resolve it on MainActor, or bind" : "Bind"
            return bind + " a type instead of the name: a lookup by name cannot wait."
        }
        if let declaration = key.declaration {
            let call = declaration.isFunction ? "Call the function" : "Read the property"
            return call + " on the actor, or wait for it:\n" + own
        }
        if path.count > 1, path[0].key.declaration == nil {
            let advice = "Await the outermost lookup\(imports), and bind each step above with '.using' or '.async':\n"
            return advice + code
        }
        return "\(isOnMainActor ? "Resolve it on MainActor, or wait" : "Wait") for it\(imports):\n" + own
    }

    // MARK: - Unbound interfaces

    /// The advice, and an alternative.
    private func bindingAdvice(in words: Wording) -> (String, String?) {
        let (verb, holder) = (words.facade.verb, path.dropLast().last)
        let value = holder.flatMap { words.passingValue(as: key, to: $0.key, $0.wiring) }
        // If the type is bound only once, the identifier was probably forgotten, or is too much.
        let isOnly =
            value == nil && nearMisses.count { $0.kind == .otherIdentifier } == 1
            && (key.qualifier == nil || nearMisses.first?.key.qualifier == nil)
        if let close = nearMisses.first, close.isClose || isOnly && close.kind == .otherIdentifier {
            let isParameter = holder?.wiring?.parameters.contains(key) == true
            let code =
                !isParameter
                ? words.lookup(close.key)
                : close.interface == interface ? words.argument(close.key) : words.target(close.interface)
            let start = isParameter && close.interface != interface ? "Take" : "Resolve"
            return ("\(start) the one that is bound, or \(verb.lowercased()) this one, too:\n" + code, nil)
        }
        if let (reason, code, closure) = value {
            return (reason + ". Pass a value:\n" + code, "Leave it out:\n" + closure)
        }
        return (bindingAdvice(in: words, verb), nil)
    }

    private func bindingAdvice(in words: Wording, _ verb: String) -> String {
        if let declaration = key.declaration {
            return "Assign '\(declaration.name)' before it is read, or give it an initializer:\n" + words.bind(key)
        }
        if key.qualifier == nil, interface == Any.self {
            return "State the type of the instance, which the compiler could not infer."
        }
        if key.qualifier == nil, interface == Injector.self {
            return "Take it as the argument of a closure:\n.make { injector in <#function#>(injector) }"
        }
        let other = nearMisses.first?.key ?? key
        switch nearMisses.first?.kind {
        case .contribution?:
            let type = words.name(interface)
            let element = type.contains { $0 == " " } ? "(\(type))" : type
            return "Resolve all contributions:\nlet all: [\(element)] = \(words.injector).instances()"
        case .implementation?:
            return "Resolve the interface, or \(verb.lowercased()) the type itself:\n" + words.lookup(other)
        case .optional?: return "Resolve the optional:\n" + words.lookup(other)
        case .boundInChild? where path.count > 1:
            return "Bind \(words.name(path[path.count - 2].key)) in the child, too."
        case .boundInChild?, .boundElsewhere?:
            return "Resolve it in the \(words.facade.holder) that binds it, or bind it in this one, too:\n"
                + words.bind(key)
        case .conforming? where conforms(other.interface, to: interface) == true:
            let advice =
                words.facade == .resolver
                ? "Add the object that was added for it, too:\n" : "Bind it to the implementation that is bound:\n"
            return advice + words.bind(key, to: other)
        case .service? where identifier == nil:
            let (verb, name) = (other.declaration?.isFunction == true ? "Call" : "Read", other.declaration?.name ?? "")
            let way = other.declaration?.hasParameters == true ? "bind its type to a call" : "set an alias for its type"
            return "\(verb) '\(words.container).\(name)', or \(way):\n" + words.alias(of: other, for: interface)
        default: return verb + " it before it is resolved:\n" + words.bind(key)
        }
    }
}

/// Returns the end of a sentence about a function that threw an error.
func threw(_ error: any Error) -> String { "threw \(shortName(type(of: error))): \(error)" }
