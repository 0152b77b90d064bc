// Values that are provided for a scope.

extension FactoryBody {
    /// Creates a factory that returns a value that was provided for a scope.
    ///
    /// - Parameters:
    ///   - scope: The scope, or nil until the factory is bound. An unbound factory is never looked up.
    ///   - isUnavailableInTests: Whether no test may look up the value.
    convenience init(providedWith scope: Scope?, isUnavailableInTests: Bool = false) {
        var traits = FactoryTraits()
        traits.isProvided = true
        traits.isUnavailableInTests = isUnavailableInTests
        self.init(
            traits,
            make: { injector in
                guard let scope else {
                    preconditionFailure("A factory was called without a binding.")
                }
                guard let open = try OpenedScope.find(scope, for: injector, below: nil) else {
                    throw LookupError.failed(.scopeNotOpen(scope))
                }
                guard let value = open.values.lazy.compactMap({ $0 as? Instance<P> }).first?.value else {
                    throw LookupError.failed(.notProvided(scope, openedAt: open.location))
                }
                return value
            }
        )
    }
}

extension Lifetime {
    /// Returns the scope that provides the value of a binding.
    ///
    /// Ends the process with a message if no scope can be opened with the value.
    func scopeToProvide(for key: Key, hasEnd: Bool, at location: CodeLocation) -> Scope {
        guard case .scope(let scope) = self, !scope.isAlwaysOpen, key.qualifier == nil, !hasEnd else {
            endProcess(with: Report.unprovidable(key, self, at: location), at: location)
        }
        return scope
    }
}

// MARK: - Opening a scope

extension Injector {
    /// Adds a value that is provided for a scope.
    ///
    /// Ends the process with a message if the value is not declared for the scope.
    func provide<P>(_ value: P, to open: OpenedScope) {
        let declaration = declaration(of: P.self, for: open)
        if open.values.contains(where: { $0 is Instance<P> }) {
            endProcess(with: Report.providedTwice(P.self, open), at: open.location)
        }
        open.provide(Instance(value), for: declaration)
    }

    /// Returns the declaration of a value that is provided for a scope.
    ///
    /// Ends the process with a message if the value cannot be provided.
    private func declaration(of interface: Any.Type, for open: OpenedScope) -> AnyBinding {
        var other: AnyBinding?
        let declaration = declaration(of: interface, for: open.scope, insteadOf: &other)
        guard let declaration else {
            let type = interface
            let similar = visibleBindings.ordered { $0.key.stableName < $1.key.stableName }.first { binding in
                binding.isProvided && binding.lifetime == .scope(open.scope)
                    && (conforms(type, to: binding.key.interface) == true || binding.key.interface == wrapped(type)
                        || wrapped(binding.key.interface) == type)
            }
            let misuse =
                similar.map { Report.providedAsOther(type, open, declared: $0) }
                ?? .undeclared(type, open, in: self, bound: other)
            endProcess(with: misuse, at: open.location)
        }
        return declaration
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
        var override = Context.override
        while true {
            for injector in lineage {
                let registry = override?.registry(of: injector) ?? injector.home
                if let hit = registry.look(Key(interface)) {
                    // In an override, the current binding may have replaced the declaration.
                    if hit.scopeOfValue == scope, hit.binding.isProvided || override != nil {
                        return hit.binding
                    }
                    other = other ?? hit.binding
                    break
                }
            }
            guard let inner = override else { return nil }
            override = inner.outer
        }
    }
}

extension Lifetime {
    /// Ends the process with a message if the scope is open and other tasks in it would also use the binding.
    func checkIsNotOpen(for key: Key, at location: CodeLocation) {
        if let scope = scopeToOpen, let open = OpenedScope.find(scope, among: OpenedScope.ofTask), open.isOpen,
            open.sharesBindings
        {
            endProcess(with: Report.bindingInScope(key, open, at: location), at: location)
        }
    }
}
