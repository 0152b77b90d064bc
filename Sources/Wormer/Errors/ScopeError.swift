/// An error that explains why a scope can't be opened or ended, and what to do.
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
    /// A reason why a scope can't be opened or ended.
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
    }

    /// Why the scope can't be opened or ended.
    public let reason: Reason

    /// The scope.
    public let scope: Scope

    /// The file and line of the call.
    public let location: CodeLocation

    /// Whether the call was made to the main injector.
    private let isOfMain: Bool

    /// The values that the scope to begin takes.
    private let hints: Hints?

    init(
        _ reason: Reason,
        _ scope: Scope,
        in injector: ObjectIdentifier,
        _ hints: Hints? = nil,
        at location: CodeLocation
    ) {
        self.hints = hints
        isOfMain = injector == ObjectIdentifier(Main.current.injector)
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
        }
    }
}

extension ScopeError: CustomStringConvertible {
    /// The message, with the scope, the reason, the locations, and what to do.
    public var description: String {
        let values = hints?.found.values ?? []
        let words = Wording(of: values, isMain: isOfMain)
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
        }
        var report = Report("Cannot \(verb) the scope '\(scope.name)': \(problem).", label, location)
        report.add("begun at", begun)
        report.add("to do", advice)
        return report.description
    }
}
