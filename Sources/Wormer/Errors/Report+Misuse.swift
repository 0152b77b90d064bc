// The messages about misuses, which end the process where they happen.

extension Report {
    /// An alias of a declared function with parameters.
    package static func alias(
        of service: DeclaredService,
        for type: Any.Type,
        in injector: Injector,
        at location: CodeLocation
    ) -> Report {
        let words = Wording(of: [type, service.key.interface], for: location.facade, with: Hints(in: injector))
        let problem = "a lookup passes no arguments to \(words.name(service.key))."
        var report = Report("Cannot set an alias for \(words.name(type)): \(problem)", "bound at", location)
        report.add("declared at", service.declaration.location)
        report.add("to do", "Bind the type to a call:\n" + words.alias(of: service.key, for: type))
        return report
    }

    /// A weak binding of a type that is not a class.
    static func weakValue(_ type: Any.Type, at location: CodeLocation) -> Report {
        let title = "Cannot bind \(shortName(type)) with the lifetime weak: it is not a class."
        let advice =
            wrapped(type).map { "Bind \(shortName($0)) instead: a lookup of its optional finds it, too." }
            ?? "Bind it with another lifetime: only an instance of a class can be weak."
        return Report(title, "bound at", location, toDo: advice)
    }

    /// A binding with an `onEnd` and a lifetime that never ends.
    static func endlessLifetime(_ type: Any.Type, _ lifetime: Lifetime, at location: CodeLocation) -> Report {
        let title = "Cannot bind \(shortName(type)) with an 'onEnd': nothing ends the lifetime \(lifetime)."
        return Report(title, "bound at", location, toDo: "Remove 'onEnd', or bind it as a singleton or in a scope.")
    }

    /// A binding with the lifetime of a scope that is open, and that other tasks share.
    static func bindingInScope(_ key: Key, _ open: OpenedScope, at location: CodeLocation) -> Report {
        let words = Wording(of: [key.interface], for: location.facade)
        let (scope, lifetime) = (open.scope, Lifetime.scope(open.scope))
        let problem = "that scope is open here, and the binding would also apply to every other open '\(scope.name)'."
        var report = Report("Cannot bind \(key) with the lifetime \(lifetime): " + problem, "bound at", location)
        report.add("opened at", open.location)
        report.add(
            "to do",
            """
            Bind it before you open the scope. If the value is known only later, declare it first and provide it:
            \(words.declaring(key.interface, for: scope))
            \(words.opening(scope, providing: [key.interface], waits: true))
            """
        )
        return report
    }

    /// A binding to a provided value that no scope can be opened with.
    static func unprovidable(_ key: Key, _ lifetime: Lifetime, at location: CodeLocation) -> Report {
        let problem =
            switch (lifetime, key.qualifier) {
            case (.scope(let scope), _) where scope.isAlwaysOpen:
                "the scope '\(scope.name)' is always open, so 'withScope' cannot provide the value"
            case (.scope, .contribution?): "a contribution cannot be provided"
            case (.scope, _?): "a provided value cannot have an identifier"
            case (.scope, nil): "a provided value cannot have an 'onEnd': the code that provides it ends it"
            default: "the lifetime \(lifetime) is not a scope"
            }
        let code = Wording(of: [key.interface], for: location.facade).declaring(key.interface, for: Scope("..."))
        let advice = "Bind it by its type, for a scope that 'withScope' opens:\n" + code
        return Report("Cannot bind \(key) to a provided value: \(problem).", "bound at", location, toDo: advice)
    }

    /// The opening of a scope that is always open.
    static func alwaysOpen(_ scope: Scope, at location: CodeLocation) -> Report {
        let title = "Cannot open the scope '\(scope.name)': it is always open."
        let advice = "Open Scope(\(spelled(scope.name))) instead, or leave this one open and end it with 'end(_:)'."
        return Report(title, "opened at", location, toDo: advice)
    }

    /// A capture of what an object's properties remember, of which it has none.
    static func remembersNothing(_ type: Any.Type, at location: CodeLocation) -> Report {
        let title = "Cannot capture what \(shortName(type)) remembers: it has no property with @Inject or @LazyInject."
        let advice = "Add such a property, or call 'Injector.capture()' where the object is created."
        return Report(title, "captured at", location, toDo: advice)
    }

    /// A test that binds or assigns for all tests.
    static func shared(_ binding: Binding) -> Report {
        let verb = binding.isAssigned ? "assigned" : "bound"
        let title = "\(binding.key) was \(verb) for all tests, because this test is not isolated."
        let label = binding.key.declaration == nil ? "\(verb) at" : "declared at"
        let trait = "Add the trait '.isolatedBindings' to the test or its suite, or call 'withIsolatedBindings'."
        let warning = "Otherwise later tests, isolated ones too, start with what this one leaves behind."
        return Report(title, label, binding.location, toDo: trait + "\n" + warning)
    }

    /// A test that unbinds an interface of which only contributions exist.
    static func unbound(_ interface: Any.Type, at location: CodeLocation) -> Report {
        let words = Wording(of: [interface])
        let title = "\(words.name(interface)) is not bound, so nothing was removed: its contributions stay."
        let advice = "To remove all contributions, unbind the array:\nunbind([\(words.name(interface))].self)"
        return Report(title, "unbound at", location, toDo: advice)
    }
}
