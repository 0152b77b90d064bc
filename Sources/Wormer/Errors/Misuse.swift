/// A misuse of the library, which ends the process where it happens.
///
/// The checks call `endProcess(with:at:)`. This type has their texts.
enum Misuse: Error {
    /// A weak binding of a type that is not a class.
    case weakValue(Any.Type)
    /// A binding with an `onEnd` and a lifetime that never ends.
    case endlessLifetime(Any.Type, Lifetime)
    /// A binding with the lifetime of a scope that is open, and that other tasks share.
    case bindingInScope(Key, Lifetime, ScopeInstances)
    /// A binding to a provided value that no scope can be opened with.
    case unprovidable(Key, Lifetime)
    /// A scope that is opened with two values of one type.
    case providedTwice(Any.Type, ScopeInstances)
    /// A scope that is opened with a value that is declared with another static type.
    case providedAsOther(Any.Type, ScopeInstances, declared: AnyBinding)
    /// A scope that is opened with a value that is not declared for it.
    case undeclared(Any.Type, ScopeInstances, in: Injector, bound: AnyBinding?)
    /// A scope that is declared to be inside two different ones.
    case insideTwo(Scope, Scope, Scope)
    /// The opening of a scope that is always open.
    case alwaysOpen(Scope)
    /// An alias of a service for a type that it cannot conform to.
    case alias(of: Any.Type, for: Any.Type)

    /// Returns the text about the misuse at a location.
    @inline(never)
    func report(at location: CodeLocation) -> Report {
        func report(_ text: String, _ label: String, openedAt opened: CodeLocation? = nil, _ advice: Advice) -> Report {
            let report = Report(text)
            report.add(label, location)
            report.add("opened at", opened)
            report.add(advice)
            return report
        }
        func providing(_ type: Any.Type, _ open: ScopeInstances, _ problem: String, _ advice: Advice) -> Report {
            let subject = "a value of type \(shortName(type)) to the scope '\(open.scope.name)'"
            return report("Cannot provide \(subject): \(problem).", "opened at", advice)
        }
        func words(_ type: Any.Type, _ facade: Facade, isMain: Bool = true) -> Wording {
            Wording(facade: facade, isMain: isMain, spelling: Spelling(of: [type]))
        }
        switch self {
        case .weakValue(let type):
            let name = shortName(type)
            return report(
                "Cannot bind \(name) with the lifetime weak: it is not a class.",
                "bound at",
                Advice("Make \(name) a class, or bind it with another lifetime.")
            )
        case .endlessLifetime(let type, let lifetime):
            return report(
                "Cannot bind \(shortName(type)) with an 'onEnd': nothing ends the lifetime \(lifetime).",
                "bound at",
                Advice("Remove 'onEnd', or bind it as a singleton or in a scope.")
            )
        case .bindingInScope(let key, let lifetime, let open):
            let words = words(key.interface, location.facade)
            return report(
                "Cannot bind \(key) with the lifetime \(lifetime): that scope is open here, and the binding would also "
                    + "apply to every other open '\(open.scope.name)'.",
                "bound at",
                openedAt: open.location,
                Advice(
                    "Bind it before you open the scope. If the value is known only later, declare it first and provide "
                        + "it:",
                    words.declaring(key.interface, for: open.scope) + "\n"
                        + words.opening(open.scope, providing: key.interface, waits: true)
                )
            )
        case .unprovidable(let key, let lifetime):
            let problem =
                switch (lifetime, key.qualifier) {
                case (.scope(let scope), _) where scope.isAlwaysOpen:
                    "the scope '\(scope.name)' is always open, so 'withScope' cannot provide the value"
                case (.scope, .contribution?): "a contribution cannot be provided"
                case (.scope, _?): "a provided value cannot have an identifier"
                case (.scope, nil): "a provided value cannot have an 'onEnd': the code that provides it ends it"
                default: "the lifetime \(lifetime) is not a scope"
                }
            return report(
                "Cannot bind \(key) to a provided value: \(problem).",
                "bound at",
                Advice(
                    "Bind it by its type, for a scope that 'withScope' opens:",
                    words(key.interface, location.facade).declaring(key.interface, for: Scope("..."))
                )
            )
        case .providedTwice(let type, let open):
            return providing(type, open, "two values have this type", Advice("Give each value its own type."))
        case .providedAsOther(let type, let open, declared: let binding):
            let target = Spelling(of: [binding.key.interface]).target(binding.key.interface)
            let advice = Advice("Provide it 'as \(target)', which is declared at \(binding.location).")
            return providing(type, open, "it is not declared", advice)
        case .undeclared(let type, let open, in: let injector, bound: let binding):
            let code = words(type, .injector, isMain: injector.isMain).declaring(type, for: open.scope)
            guard let binding else {
                return providing(type, open, "it is not declared", Advice("Declare it first:", code))
            }
            let kind = binding.isProvided ? "declared for another scope" : "bound to a factory"
            let advice = Advice("Declare it like this instead:", code)
            return providing(type, open, "it is \(kind), at \(binding.location)", advice)
        case .insideTwo(let scope, let first, let second):
            return report(
                "Cannot declare the scope '\(scope.name)' to be inside '\(second.name)': it is inside '\(first.name)'.",
                "declared at",
                Advice("Give one of them another name.")
            )
        case .alwaysOpen(let scope):
            let other = "Scope(\(spelled(scope.name)))"
            return report(
                "Cannot open the scope '\(scope.name)': it is always open.",
                "opened at",
                Advice("Open \(other) instead, or leave this one open and end it with 'end(_:)'.")
            )
        case .alias(of: let service, for: let interface):
            let spelling = Spelling(of: [service, interface])
            let (name, expected) = (spelling.name(service), spelling.name(interface))
            return report(
                "Cannot set an alias for \(expected): the service is of type \(name), which does not conform.",
                "called at",
                Advice("Use a service whose type is \(expected) or conforms to it.")
            )
        }
    }
}

extension Report {
    /// Creates the text about a test that unbinds an interface of which only contributions exist.
    convenience init(unbinding interface: Any.Type, at location: CodeLocation) {
        let spelling = Spelling(of: [interface])
        self.init("\(spelling.name(interface)) is not bound, so nothing was removed: its contributions stay.")
        add("unbound at", location)
        add(Advice("To remove all contributions, unbind the array:", "unbind([\(spelling.code(interface))].self)"))
    }
}
