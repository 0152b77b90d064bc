/// The error to catch where you open or end a scope, which explains why that failed, and what to do.
///
/// The functions of `Injector` that open and end scopes throw it, and so does `end()` of `OpenScope`:
///
/// ```swift
/// do {
///     try Injector.default.begin(Scope("session"))
/// } catch let error as ScopeError {
///     print(error)
/// }
/// ```
public final class ScopeError: Error {
    /// A reason why a scope can't be opened or ended, for code that handles some failures in its own way.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public indirect enum Reason: Sendable {
        /// The scope was declared to be inside this outer scope, which isn't open.
        case outerScopeNotOpen(Scope)
        /// The scope was begun at the location and hasn't ended.
        case alreadyBegun(at: CodeLocation)
        /// The scope wasn't begun, or has ended.
        case notBegun
        /// The scope was begun at the location and is ending: the caller is an `onEnd` that its end runs.
        case ending(begunAt: CodeLocation)
        /// The scope was begun at the location, outside the current override or in another injector, and must be ended
        /// there.
        case begunElsewhere(at: CodeLocation)
        /// A factory ends the scope of the instance that it creates.
        case endedByFactory
        /// The scope was opened with a value whose type isn't bound to `.provided` for it, or with two values of the type.
        case wrongValue(Any.Type)
    }

    /// Why the scope can't be opened or ended.
    public let reason: Reason

    /// The scope.
    public let scope: Scope

    /// The file and line of the call.
    public let location: CodeLocation

    /// The injector that the advice names, if it names one, and the values that the scope to begin takes.
    private let hints: Hints

    /// The problem with a value, and the advice; empty for the other reasons.
    private let value: (problem: String, advice: String)

    init(
        _ reason: Reason,
        _ scope: Scope,
        in injector: Injector? = nil,
        about subject: Hints.Subject? = nil,
        value: (problem: String, advice: String) = ("", ""),
        at location: CodeLocation
    ) {
        hints = Hints(subject, in: injector)
        self.value = value
        self.reason = reason
        self.scope = scope
        self.location = location
    }
}

extension ScopeError.Reason: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .outerScopeNotOpen: "outerScopeNotOpen"
        case .alreadyBegun: "alreadyBegun"
        case .notBegun: "notBegun"
        case .ending: "ending"
        case .begunElsewhere: "begunElsewhere"
        case .endedByFactory: "endedByFactory"
        case .wrongValue: "wrongValue"
        }
    }
}

extension ScopeError: CustomStringConvertible {
    /// The message, with the scope, the reason, the locations, and what to do.
    public var description: String {
        let values = hints.found.values
        let words = Wording(of: values, with: hints)
        var (verb, label, begun): (String, String, CodeLocation?) = ("end", "ended at", nil)
        let (problem, advice): (String, String)
        switch reason {
        case .outerScopeNotOpen(let outer):
            (verb, label) = ("open", "opened at")
            problem = "it is inside the scope '\(outer.name)', which is not open here"
            advice = "Open that scope first:\n" + words.beginning(outer, providing: values)
        case .alreadyBegun(let location):
            (verb, label, begun) = ("begin", "begun again at", location)
            problem = "it has begun and has not ended"
            advice = "End it first:\ntry await \(words.injector).end(\(words.name(of: scope)))"
        case .notBegun:
            problem = "it has not begun"
            let ways = "Return from the closure that it was opened for, end its handle, or begin it first:\n"
            advice = ways + words.beginning(scope, providing: values)
        case .ending(let location):
            (problem, begun) = ("it is already ending", location)
            advice = "Remove the call: the end that runs this 'onEnd' ends the other instances, too."
        case .begunElsewhere(let location):
            (problem, begun) = ("it was begun outside this override, or in another injector", location)
            advice = "End it where it was begun, or begin one here."
        case .endedByFactory:
            problem = "a factory that creates one of its instances would wait for itself"
            advice = "End it after the instance is created."
        case .wrongValue(let type):
            (verb, label) = ("provide a value of type \(shortName(type)) to", "opened at")
            (problem, advice) = value
        }
        var report = Report("Cannot \(verb) the scope '\(scope.name)': \(problem).", label, location)
        report.add("begun at", begun)
        report.add("to do", advice)
        return report.description
    }
}

// MARK: - Values

extension ScopeError {
    /// A scope that is opened with a value that it cannot take.
    private static func value(_ type: Any.Type, _ open: OpenedScope, _ problem: String, _ advice: String) -> ScopeError
    {
        ScopeError(.wrongValue(type), open.scope, value: (problem, advice), at: open.location)
    }

    /// A scope that is opened with two values of one type.
    static func providedTwice(_ type: Any.Type, _ open: OpenedScope) -> ScopeError {
        value(type, open, "two values have this type", "Give each value its own type.")
    }

    /// A scope that is opened with a value that is declared with another static type.
    static func providedAsOther(_ type: Any.Type, _ open: OpenedScope, declared binding: Binding) -> ScopeError {
        let interface = binding.key.interface
        let verb = interface == wrapped(type) ? "Unwrap it, and provide" : "Provide"
        let target = Wording(of: [interface]).target(interface)
        let advice = "\(verb) it 'as \(target)', which is declared at \(binding.location)."
        return value(type, open, "it is not declared", advice)
    }

    /// A scope that is opened with a value that is not declared for it.
    static func undeclared(_ type: Any.Type, _ open: OpenedScope, in injector: Injector, bound: Binding?) -> ScopeError
    {
        let code = Wording(of: [type], with: Hints(in: injector)).declaring(type, for: open.scope)
        guard let bound else { return value(type, open, "it is not declared", "Declare it first:\n" + code) }
        let kind = bound.isProvided ? "declared for another scope" : "bound to a factory"
        return value(type, open, "it is \(kind), at \(bound.location)", "Declare it like this instead:\n" + code)
    }
}
