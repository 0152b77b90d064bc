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
    func report(_ sentence: String? = nil, or other: ((String) -> Advice)? = nil) -> Report {
        let words = wording
        let isNamed = if case .name = key.qualifier { true } else { false }
        let subject = (isNamed ? "the instance " : "") + words.spelling.name(key)
        let text = sentence ?? explanation(in: words)
        let report = Report(sentence != nil || isOfTests ? "\(subject) \(text)" : "Cannot inject \(subject): \(text)")
        if path.count > 1 {
            report.add("path", path.map { $0.text(spelling: words.spelling) })
        } else {
            report.add(words.labelOfRequest, path[0].requestLocation)
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
        report.add(advice(in: words))
        if let alternative = other?(words.spelling.expression(interface)) ?? alternative(in: words) {
            report.add("or", [alternative.text, alternative.code].compactMap(\.self))
        }
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
        report(sentence) { Advice(other, code($0)) }.description
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
            facade: (path[0].requestLocation ?? path[0].bindingLocation)?.facade ?? .injector,
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
            "its initializer made an instance of \(words.spelling.name(actual)), "
                + "not of \(words.spelling.name(expected))."
        case .cycle: "it depends on itself."
        case .initializerThrew(let error): "its initializer threw \(shortName(type(of: error))): \(error)"
        case .decoratorThrew(let error, _): "its decorator threw \(shortName(type(of: error))): \(error)"
        case .wrongIsolation(let expected) where expected is MainActor:
            "it is made on MainActor, but the request came from elsewhere."
        case .wrongIsolation(let expected):
            "it is made on \(shortName(type(of: expected))), and only an asynchronous request can make it."
        case .needsAwaiting: "it is made asynchronously, and the request cannot wait for it."
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
        case .unimplemented: "was requested, but is unimplemented."
        case .unavailableInTests: "was requested, but is unavailable in tests."
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
        let places = [requestLocation.map { "requested at \($0)" }, bindingLocation.map { "\(labelOfBinding) \($0)" }]
        return ([spelling.name(key)] + places.compactMap(\.self)).joined(separator: ", ")
    }

    fileprivate var labelOfBinding: String {
        bindingLocation.map { key.wordForBinding(at: $0) } ?? ""
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
        if Unimplemented.isVerifying, let forced = error.path.lastIndex(where: { $0.requestLocation == location }),
            forced > 0, let factory = error.path[forced - 1].bindingLocation
        {
            report.add(
                "or",
                "Use 'throwingInstance' in the factory bound at \(factory).\n"
                    + "'verifyInstances()' then reports a fault."
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
