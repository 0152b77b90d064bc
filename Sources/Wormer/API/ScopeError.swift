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
        case outerNotOpen(Scope)
        /// The scope was begun at the location and hasn't ended.
        case alreadyBegun(at: CodeLocation)
        /// The scope wasn't begun, or has ended.
        case notBegun
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
        let words = Wording(facade: .injector, isMain: isOfMain, spelling: Spelling(of: []))
        func report(
            _ verb: String,
            _ problem: String,
            _ label: String,
            begunAt begun: CodeLocation? = nil,
            _ advice: Advice
        ) -> Report {
            let report = Report("Cannot \(verb) the scope '\(scope.name)': \(problem).")
            report.add(label, location)
            report.add("begun at", begun)
            report.add(advice)
            return report
        }
        // Without the name of the type, because Fusion's containers have another one with the name `Scope`.
        func name(_ scope: Scope) -> String { ".init(\(spelled(scope.name)))" }
        let text =
            switch reason {
            case .outerNotOpen(let outer):
                report(
                    "open",
                    "it is inside the scope '\(outer.name)', which is not open here",
                    "opened at",
                    Advice("Open that scope first:", "try \(words.injector).begin(\(name(outer)))")
                )
            case .alreadyBegun(let begun):
                report(
                    "begin",
                    "it has begun and has not ended",
                    "begun again at",
                    begunAt: begun,
                    Advice("End it first:", "try await \(words.injector).end(\(name(scope)))")
                )
            case .notBegun:
                report(
                    "end",
                    "it has not begun",
                    "ended at",
                    Advice(
                        "Return from the closure that it was opened for, end its handle, or begin it first:",
                        "try \(words.injector).begin(\(name(scope)))"
                    )
                )
            case .begunElsewhere(let begun):
                report(
                    "end",
                    "it was begun outside this override, or in another injector",
                    "ended at",
                    begunAt: begun,
                    Advice("End it where it was begun, or begin one here.")
                )
            case .endedByFactory:
                report(
                    "end",
                    "a factory that creates one of its instances would wait for itself",
                    "ended at",
                    Advice("End it after the instance is created.")
                )
            }
        return text.description
    }
}
