// Values that are provided for a scope.

/// A value that is provided for a scope, and the static type by which it is requested.
struct ProvidedValue {
    let interface: Any.Type
    let instance: AnyInstance

    init<P>(_ value: P) {
        interface = P.self
        instance = Instance(value)
    }

    /// Returns the value, or nil if it has another type.
    func value<P>(as interface: P.Type) -> P? {
        // The box was created for this type.
        self.interface == interface ? unsafeDowncast(instance, to: Instance<P>.self).value : nil
    }
}

extension FactoryBody {
    /// Creates a factory that returns a value that was provided for a scope.
    ///
    /// - Parameter scope: The scope, or nil until the factory is bound. An unbound factory receives no requests.
    convenience init(providedWith scope: Scope?) {
        self.init(make: { _ in
            guard let scope else {
                preconditionFailure("A factory was called without a binding.")
            }
            guard let open = OpenScope.innermost(scope) else {
                throw ResolutionError.failed(.scopeNotOpen(scope))
            }
            for provided in open.values {
                if let value = provided.value(as: P.self) {
                    return value
                }
            }
            throw ResolutionError.failed(.notProvided(scope, openedAt: open.location))
        })
        isProvided = true
    }

    /// Returns the factory for a binding whose value is provided for its scope.
    ///
    /// Ends the process with a message if no scope can be opened with the value.
    @usableFromInline
    func provided(for key: Key, _ lifetime: Lifetime, at location: CodeLocation) -> FactoryBody {
        FactoryBody(providedWith: lifetime.scopeToProvide(for: key, hasEnd: hasEnd, at: location))
    }
}

extension Lifetime {
    /// Returns the scope that provides the value of a binding.
    ///
    /// Ends the process with a message if no scope can be opened with the value.
    @inline(never)
    fileprivate func scopeToProvide(for key: Key, hasEnd: Bool, at location: CodeLocation) -> Scope {
        let problem: String
        switch (self, key.qualifier) {
        case (.scope(let scope), nil) where !scope.isAlwaysOpen && !hasEnd: return scope
        case (.scope(let scope), _) where scope.isAlwaysOpen:
            problem = "the scope '\(scope.name)' is always open, so 'withScope' cannot provide the value"
        case (.scope, .contribution?): problem = "a contribution cannot be provided"
        case (.scope, _?): problem = "a provided value cannot have an identifier"
        case (.scope, nil): problem = "a provided value cannot have an 'onEnd': the code that provides it ends it"
        default: problem = "the lifetime \(self) is not a scope"
        }
        let report = Report("Cannot bind \(key) to a provided value: \(problem).")
        report.add("bound at", location)
        let words = Wording(facade: location.facade, isMain: true, spelling: Spelling(of: [key.interface]))
        let code = words.declaring(key.interface, for: Scope("..."))
        report.add(Advice("Bind it by its type, for a scope that 'withScope' opens:", code))
        report.endProcess(at: location)
    }
}

// MARK: - Opening a scope

extension Injector {
    /// Adds a value that is provided for a scope.
    ///
    /// Ends the process with a message if the value is not declared for the scope.
    func provide<P>(_ value: P, to open: OpenScope) {
        open.provide(ProvidedValue(value), for: declaration(of: P.self, for: open))
    }

    /// Returns the declaration of a value that is provided for a scope.
    ///
    /// Ends the process with a message if the value cannot be provided.
    @inline(never)
    private func declaration(of interface: Any.Type, for open: OpenScope) -> AnyBinding {
        var other: AnyBinding?
        let declaration = declaration(of: interface, for: open.scope, insteadOf: &other)
        if let declaration, !open.values.contains(where: { $0.interface == interface }) {
            return declaration
        }
        let problem =
            declaration == nil
            ? problem(with: interface, boundBy: other, for: open.scope)
            : (text: "two values have this type", advice: Advice("Give each value its own type."))
        let type = shortName(interface)
        let report = Report(
            "Cannot provide a value of type \(type) to the scope '\(open.scope.name)': \(problem.text)."
        )
        report.add("opened at", open.location)
        report.add(problem.advice)
        report.endProcess(at: open.location)
    }

    /// Returns why a value cannot be provided, and how to fix that.
    private func problem(
        with interface: Any.Type,
        boundBy other: AnyBinding?,
        for scope: Scope
    ) -> (text: String, advice: Advice) {
        for binding in visibleBindings.ordered(by: { $0.key.stableName < $1.key.stableName })
        where binding.isProvided && binding.lifetime == .scope(scope) && binding.isInterface(of: interface) {
            let type = Spelling(of: [binding.key.interface]).target(binding.key.interface)
            return ("it is not declared", Advice("Provide it 'as \(type)', which is declared at \(binding.location)."))
        }
        let words = Wording(facade: .injector, isMain: isMain, spelling: Spelling(of: [interface]))
        let code = words.declaring(interface, for: scope)
        guard let other else {
            return ("it is not declared", Advice("Declare it first:", code))
        }
        let kind = other.isProvided ? "declared for another scope" : "bound to a factory"
        return ("it is \(kind), at \(other.location)", Advice("Declare it like this instead:", code))
    }

    /// Returns the declaration of a value, among the bindings that the current task sees and those that they override.
    ///
    /// - Parameters:
    ///   - interface: The type of the value.
    ///   - scope: The scope.
    ///   - other: Set to another binding of the type, if there is one.
    /// - Returns: The declaration, or, in an override, the binding that replaces it.
    private func declaration(
        of interface: Any.Type,
        for scope: Scope,
        insteadOf other: inout AnyBinding?
    ) -> AnyBinding? {
        var layer = Layer.active
        while true {
            var next: Injector? = resolved
            while let injector = next {
                let registry = layer?.registry(of: injector) ?? injector.ownRegistry
                if let binding = registry.current.find(Key(interface))?.binding {
                    registry.usage?.note(binding)
                    // In an override, the current binding may have replaced the declaration.
                    if binding.scopeOfValue == scope, binding.isProvided || layer != nil {
                        return binding
                    }
                    other = other ?? binding
                    break
                }
                next = injector.parent
            }
            guard let inner = layer else {
                return nil
            }
            layer = inner.outer
        }
    }
}

extension Lifetime {
    /// Ends the process with a message if the scope is open and other tasks in it would also use the binding.
    func checkIsNotOpen(for key: Key, at location: CodeLocation) {
        guard let scope = scopeToOpen, let open = OpenScope.innermost(scope),
            open.isOpen, open.sharesBindings
        else {
            return
        }
        let words = Wording(facade: location.facade, isMain: true, spelling: Spelling(of: [key.interface]))
        let report = Report(
            "Cannot bind \(key) with the lifetime \(self): that scope is open here, and the binding would also apply to "
                + "every other open '\(scope.name)'."
        )
        report.add("bound at", location)
        report.add("opened at", open.location)
        let opening = words.opening(scope, providing: key.interface, waits: true)
        report.add(
            Advice(
                "Bind it before you open the scope. If the value is known only later, declare it first and provide it:",
                words.declaring(key.interface, for: scope) + "\n" + opening
            )
        )
        report.endProcess(at: location)
    }
}
