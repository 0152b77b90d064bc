import Testing
import Wormer

/// A mistake in the use of a test's bindings, which `withIsolatedBindings` throws or hands to `onLateLookup`.
public struct IsolationIssue: Error, Sendable, CustomStringConvertible {
    /// A kind of mistake, for `ignoring:` and `ignoredIssues`.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: Sendable {
        /// A binding or an assignment that was added for the tests was never used.
        case unusedBinding
        /// A task looked up an instance after its test had ended.
        case lateLookup
        /// A test that allows no live instances created one with a binding of the program, or used a value for tests that
        /// it doesn't allow.
        case liveInstance
        /// The process has several copies of the library, which is reported once.
        case severalCopies
    }

    /// The kind of mistake.
    public let kind: Kind

    /// The interface and its identifier, those of many assignments, or nothing for several copies.
    public let interface: String

    /// The file and line of the unused binding, or of the lookup.
    ///
    /// For a service that was assigned, they are those of its declaration or, with `withIsolatedBindings`, of the call.
    public let location: CodeLocation

    /// The mistake, its location, and how to fix it.
    public let description: String

    /// The test that assigned a service, or with which several copies are reported.
    var test: SourceLocation?
}

extension IsolationIssue {
    /// Describes an unused binding, or many services that one test or suite assigned in vain.
    ///
    /// - Parameters:
    ///   - bindings: The binding, or the assignments.
    ///   - isOfOne: Whether only one test made them.
    /// - Returns: The issue.
    static func unused(_ bindings: [IsolationLog.Binding], byOneTest isOfOne: Bool) -> IsolationIssue {
        let (location, assigner) = (bindings[0].location, bindings[0].assigner)
        let keys = bindings.map { "\($0.key)" }
        func whom(_ use: String, _ used: String, _ it: String = "it") -> String {
            isOfOne ? "by a test that didn't \(use) \(it)" : "for tests, but no test \(used) \(it)"
        }
        let text =
            if let assigner, keys.count > 1 {
                """
                \(keys.count) services were assigned \(whom("read", "read", "them")).
                  services     \(keys.joined(separator: "\n               "))
                  assigned by  \(assigner)
                  to do        Delete the assignments: 'allowingLive: .none' names the services that a test has to replace.
                  or           \(assigner.waiver)
                """
            } else if let assigner {
                """
                \(keys[0]) was assigned \(whom("read", "read")).
                  assigned by  \(assigner)
                  to do        Remove the assignment, or find out why the service isn't read.
                  or           Let a detached task or thread use 'Injector.capture()': it doesn't see it otherwise.
                  or           \(assigner.waiver)
                """
            } else {
                """
                \(keys[0]) was bound \(whom("resolve", "resolved")).
                  bound at  \(location)
                  to do     Remove the binding, or find out why it isn't resolved.
                  or        Let a detached task or thread use 'Injector.capture()': it doesn't see it otherwise.
                """
            }
        return IsolationIssue(
            kind: .unusedBinding,
            interface: keys.joined(separator: ", "),
            location: location,
            description: text,
            test: assigner?.location
        )
    }

    static func lateLookup(_ lookup: Lookup) -> IsolationIssue {
        let (key, location) = ("\(lookup.key)", lookup.location)
        let text = """
            \(key) was looked up after the test had ended.
              looked up at  \(location)
              to do         Await the task that resolves it before the test returns.
            """
        return IsolationIssue(kind: .lateLookup, interface: key, location: location, description: text)
    }

    static func severalCopies(_ text: String, at call: CodeLocation?, of test: SourceLocation?) -> IsolationIssue {
        let location = call ?? CodeLocation(fileID: "", line: 0)
        let text = """
            There are several copies of Wormer.
              copies  \(text)
              to do   Let all depend on 'FusionDynamic' or 'WormerDynamic', with the trait 'Testing' for tests.
            """
        return IsolationIssue(kind: .severalCopies, interface: "", location: location, description: text, test: test)
    }

    /// Describes a live instance.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - isOutside: Whether it was created outside the test, which replaces it.
    ///   - lookup: The lookup.
    /// - Returns: The issue.
    static func liveInstance(_ key: Key, isOutside: Bool, _ lookup: InjectionError) -> IsolationIssue {
        let hasTestValue = key.declaration?.hasTestValue == true
        let sentence =
            if isOutside {
                "is live: a detached task or thread created it, and doesn't see what the test has instead."
            } else if hasTestValue {
                "has its value for tests: the test assigned nothing."
            } else {
                "is live: the test created it with a binding of the program."
            }
        // The key path of a property of an actor can't be written in a trait.
        let property = key.declaration.flatMap { declaration in
            DeclaredService.of(declaration)?.isolation == nil ? "\\.\(declaration.property)" : nil
        }
        let advice = isOutside ? "Capture the bindings of the test, where the work begins:\n" + Override.capturing : nil
        let text = lookup.report(sentence, toDo: advice) { name in
            hasTestValue
                ? "Allow all values for tests:\nallowingLive: .none"
                : "Allow it:\nallowingLive: .only([\(property ?? name)])"
        }.description
        return IsolationIssue(kind: .liveInstance, interface: "\(key)", location: lookup.location, description: text)
    }
}
