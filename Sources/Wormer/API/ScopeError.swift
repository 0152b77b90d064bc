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
public struct ScopeError: Error {
    /// A reason why a scope can't be opened or ended.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable {
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

    init(_ reason: Reason, _ scope: Scope, in injector: ObjectIdentifier, at location: CodeLocation) {
        isOfMain = injector == ObjectIdentifier(Main.current.injector)
        self.reason = reason
        self.scope = scope
        self.location = location
    }
}

extension ScopeError: CustomStringConvertible {
    /// The message, with the scope, the reason, the locations, and what to do.
    public var description: String {
        let injector = Wording(of: [], isMain: isOfMain).injector
        // Without the name of the type, because Fusion's containers have another one with the name `Scope`.
        func begin(_ scope: Scope) -> String { "try \(injector).begin(.init(\(spelled(scope.name))))" }
        var (verb, label, begun) = ("end", "ended at", nil as CodeLocation?)
        let (problem, advice): (String, [String])
        switch reason {
        case .outerScopeNotOpen(let outer):
            (verb, label) = ("open", "opened at")
            problem = "it is inside the scope '\(outer.name)', which is not open here"
            advice = ["Open that scope first:", begin(outer)]
        case .alreadyBegun(let location):
            (verb, label, begun) = ("begin", "begun again at", location)
            problem = "it has begun and has not ended"
            advice = ["End it first:", "try await \(injector).end(.init(\(spelled(scope.name))))"]
        case .notBegun:
            problem = "it has not begun"
            advice = [
                "Return from the closure that it was opened for, end its handle, or begin it first:",
                begin(scope),
            ]
        case .ending(let location):
            begun = location
            problem = "it is already ending"
            advice = ["Remove the call: the end that runs this 'onEnd' ends the other instances, too."]
        case .begunElsewhere(let location):
            begun = location
            problem = "it was begun outside this override, or in another injector"
            advice = ["End it where it was begun, or begin one here."]
        case .endedByFactory:
            problem = "a factory that creates one of its instances would wait for itself"
            advice = ["End it after the instance is created."]
        }
        let title = "Cannot \(verb) the scope '\(scope.name)': \(problem)."
        return Report(title, label, location, "begun at", begun, toDo: advice).description
    }
}
