// Values that are provided for a scope.

extension Binding {
    /// Returns the value that was provided for the scope of the binding.
    ///
    /// - Parameters:
    ///   - injector: The injector of the binding.
    ///   - isValue: Whether a box has a value of the type.
    /// - Returns: The box of the value.
    /// - Throws: `scopeNotOpen`, `notProvided`.
    func providedValue(for injector: Injector, where isValue: (AnyInstance) -> Bool) throws -> AnyInstance {
        guard let scope else {
            preconditionFailure("A value is provided for a scope.")
        }
        guard let open = try OpenedScope.find(scope, for: injector, below: nil) else {
            throw LookupError.failed(.scopeNotOpen(scope))
        }
        guard let value = open.values.first(where: isValue) else {
            throw LookupError.failed(.notProvided(scope, openedAt: open.location))
        }
        return value
    }
}

extension Lifetime {
    /// Ends the process with a message if no scope can be opened with the value of a binding.
    func checkIsProvided(for key: Key, hasEnd: Bool, at location: CodeLocation) {
        if scopeToOpen == nil || key.qualifier != nil || hasEnd {
            endProcess(with: Report.unprovidable(key, self, at: location), at: location)
        }
    }
}

// MARK: - Opening a scope

extension Injector {
    /// Adds a value that is provided for a scope.
    ///
    /// - Throws: `ScopeError` if the value is not declared for the scope. The scope has ended then.
    func provide<P>(_ value: P, to open: OpenedScope) throws {
        do {
            let declaration = try declaration(of: P.self, for: open)
            if open.values.contains(where: { $0 is Instance<P> }) {
                throw ScopeError.providedTwice(P.self, open)
            }
            open.provide(Instance(value), for: declaration)
        } catch {
            open.abandon()
            throw error
        }
    }

    /// Returns the declaration of a value that is provided for a scope.
    ///
    /// - Throws: `ScopeError` if the value cannot be provided.
    private func declaration(of interface: Any.Type, for open: OpenedScope) throws -> Binding {
        var other: Binding?
        let declaration = declaration(of: interface, for: open.scope, insteadOf: &other)
        guard let declaration else {
            let type = interface
            let declared = visibleBindings + DeclaredService.provided(with: open.scope)
            let similar = declared.ordered { $0.key.stableName < $1.key.stableName }.first { binding in
                binding.isProvided && binding.lifetime == .scope(open.scope)
                    && (conforms(type, to: binding.key.interface) == true || binding.key.interface == wrapped(type)
                        || wrapped(binding.key.interface) == type)
            }
            throw similar.map { ScopeError.providedAsOther(type, open, declared: $0) }
                ?? .undeclared(type, open, in: self, bound: other)
        }
        return declaration
    }

    /// Returns the declaration of a value, among the bindings that the current task sees and those that they override.
    ///
    /// - Parameters:
    ///   - interface: The type of the value.
    ///   - scope: The scope.
    ///   - other: Set to another binding of the type, if there is one.
    /// - Returns: The declaration, the binding that replaces it in an override, or that of a declared service.
    private func declaration(
        of interface: Any.Type,
        for scope: Scope,
        insteadOf other: inout Binding?
    ) -> Binding? {
        for override in Override.outwards {
            let hits = lineage.lazy.compactMap { $0.registry(in: override).look(Key(interface)) }
            if let binding = hits.first(where: { _ in true })?.binding {
                // In an override, the current binding may have replaced the declaration.
                if binding.scopeOfValue == scope, binding.isProvided || override != nil {
                    return binding
                }
                other = other ?? binding
            }
        }
        return DeclaredService.provided(with: scope).first { $0.key.interface == interface }
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
