/// A misuse of the library, which ends the process where it happens.
///
/// The checks call `endProcess(with:at:)`. This type has their texts.
enum Misuse: Error {
    /// A weak binding of a type that is not a class.
    case weakValue(Any.Type)
    /// A binding with an `onEnd` and a lifetime that never ends.
    case endlessLifetime(Any.Type, Lifetime)
    /// A binding with the lifetime of a scope that is open, and that other tasks share.
    case bindingInScope(Key, Lifetime, OpenedScope)
    /// A binding to a provided value that no scope can be opened with.
    case unprovidable(Key, Lifetime)
    /// A scope that is opened with two values of one type.
    case providedTwice(Any.Type, OpenedScope)
    /// A scope that is opened with a value that is declared with another static type.
    case providedAsOther(Any.Type, OpenedScope, declared: AnyBinding)
    /// A scope that is opened with a value that is not declared for it.
    case undeclared(Any.Type, OpenedScope, in: Injector, bound: AnyBinding?)
    /// A scope that is declared to be inside two different ones.
    case insideTwo(Scope, Scope, Scope)
    /// The opening of a scope that is always open.
    case alwaysOpen(Scope)
    /// An alias of a service for a type that it cannot conform to.
    case alias(of: Any.Type, for: Any.Type)
    /// A capture of what an object's properties remember, of which it has none.
    case remembersNothing(Any.Type)

    /// Returns the text about the misuse at a location.
    @inline(never)
    func report(at location: CodeLocation) -> Report {
        var (label, opened, code) = ("bound at", nil as CodeLocation?, nil as String?)
        let (title, advice): (String, String)
        func provide(_ type: Any.Type, _ open: OpenedScope, _ problem: String) -> String {
            label = "opened at"
            return "Cannot provide a value of type \(shortName(type)) to the scope '\(open.scope.name)': \(problem)."
        }
        switch self {
        case .weakValue(let type):
            title = "Cannot bind \(shortName(type)) with the lifetime weak: it is not a class."
            advice = "Make \(shortName(type)) a class, or bind it with another lifetime."
        case .endlessLifetime(let type, let lifetime):
            title = "Cannot bind \(shortName(type)) with an 'onEnd': nothing ends the lifetime \(lifetime)."
            advice = "Remove 'onEnd', or bind it as a singleton or in a scope."
        case .bindingInScope(let key, let lifetime, let open):
            let (type, words) = (key.interface, Wording(of: [key.interface], for: location.facade))
            opened = open.location
            title =
                "Cannot bind \(key) with the lifetime \(lifetime): that scope is open here, and the binding would also "
                + "apply to every other open '\(open.scope.name)'."
            advice =
                "Bind it before you open the scope. If the value is known only later, declare it first and provide it:"
            code =
                words.declaring(type, for: open.scope) + "\n"
                + words.opening(open.scope, providing: type, waits: true)
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
            title = "Cannot bind \(key) to a provided value: \(problem)."
            advice = "Bind it by its type, for a scope that 'withScope' opens:"
            code = Wording(of: [key.interface], for: location.facade).declaring(key.interface, for: Scope("..."))
        case .providedTwice(let type, let open):
            title = provide(type, open, "two values have this type")
            advice = "Give each value its own type."
        case .providedAsOther(let type, let open, declared: let binding):
            let target = Wording(of: [binding.key.interface]).target(binding.key.interface)
            title = provide(type, open, "it is not declared")
            let isOptional = binding.key.interface == wrapped(type)
            advice =
                (isOptional ? "Unwrap it, and provide" : "Provide") + " it 'as \(target)', which is declared at "
                + "\(binding.location)."
        case .undeclared(let type, let open, in: let injector, bound: let binding):
            let kind = binding?.isProvided == true ? "declared for another scope" : "bound to a factory"
            title = provide(type, open, binding.map { "it is \(kind), at \($0.location)" } ?? "it is not declared")
            advice = binding == nil ? "Declare it first:" : "Declare it like this instead:"
            code = Wording(of: [type], isMain: injector.isMain).declaring(type, for: open.scope)
        case .insideTwo(let scope, let first, let second):
            label = "declared at"
            title =
                "Cannot declare the scope '\(scope.name)' to be inside '\(second.name)': it is inside '\(first.name)'."
            advice = "Give one of them another name."
        case .alwaysOpen(let scope):
            label = "opened at"
            title = "Cannot open the scope '\(scope.name)': it is always open."
            advice =
                "Open Scope(\(spelled(scope.name))) instead, or leave this one open and end it with 'end(_:)'."
        case .alias(of: let service, for: let interface):
            let words = Wording(of: [service, interface])
            let (name, expected) = (words.name(service), words.name(interface))
            label = "called at"
            title = "Cannot set an alias for \(expected): the service is of type \(name), which does not conform."
            advice = "Use a service whose type is \(expected) or conforms to it."
        case .remembersNothing(let type):
            label = "captured at"
            title = "Cannot capture what \(shortName(type)) remembers: it has no property with @Inject or @LazyInject."
            advice = "Add such a property, or call 'Injector.capture()' where the object is created."
        }
        return Report(title, label, location, "opened at", opened, toDo: [advice, code].compactMap(\.self))
    }
}

extension Report {
    /// Creates the text about a test that unbinds an interface of which only contributions exist.
    convenience init(unbinding interface: Any.Type, at location: CodeLocation) {
        let words = Wording(of: [interface])
        self.init("\(words.name(interface)) is not bound, so nothing was removed: its contributions stay.")
        add("unbound at", location)
        add("to do", ["To remove all contributions, unbind the array:", "unbind([\(words.code(interface))].self)"])
    }

    /// Creates the text about a test that binds or assigns for all tests.
    convenience init(sharing binding: AnyBinding) {
        let verb = binding.isAssigned ? "assigned" : "bound"
        self.init("\(binding.key) was \(verb) for all tests, because this test is not isolated.")
        add(binding.key.declaration == nil ? "\(verb) at" : "declared at", binding.location)
        let trait = "Add the trait '.isolatedBindings' to the test or its suite, or call 'withIsolatedBindings'."
        add("to do", [trait, "Otherwise later tests, isolated ones too, start with what this one leaves behind."])
    }
}
