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
        guard let open = try injector.scope(keeping: self, below: nil) else {
            preconditionFailure("A value is provided for a scope.")
        }
        guard let value = open.values.first(where: isValue) else {
            throw LookupError.failed(.notProvided(open.scope, openedAt: open.location))
        }
        return value
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

    /// Returns the declaration of a value that is provided for a scope, among the bindings that the current task sees and
    /// those that they override.
    ///
    /// - Returns: The declaration, the binding that replaces it in an override, or that of a declared service.
    /// - Throws: `ScopeError` if the value cannot be provided.
    private func declaration(of type: Any.Type, for open: OpenedScope) throws -> Binding {
        var others: [Binding] = []
        for override in Override.outwards {
            let hits = lineage.lazy.compactMap { $0.registry(in: override).look(Key(type)) }
            guard let binding = hits.first(where: { _ in true })?.binding else { continue }
            // In an override, the current binding may have replaced the declaration.
            if binding.scopeOfValue == open.scope, binding.isProvided || override != nil {
                return binding
            }
            others.append(binding)
        }
        let services = DeclaredService.provided(with: open.scope)
        if let service = services.first(where: { $0.key.interface == type }) {
            return service
        }
        let declared = (visibleBindings + services).filter { $0.isProvided && $0.lifetime == .scope(open.scope) }
        let similar = declared.ordered { $0.key.stableName < $1.key.stableName }.first { binding in
            let interface = binding.key.interface
            return conforms(type, to: interface) == true || interface == wrapped(type) || wrapped(interface) == type
        }
        throw similar.map { ScopeError.providedAsOther(type, open, declared: $0) }
            ?? .undeclared(type, open, in: self, bound: others.first)
    }
}
