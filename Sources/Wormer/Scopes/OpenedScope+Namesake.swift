// A scope that is opened in place of another one with the same name.

extension OpenedScope {
    /// The names of the scopes about which this was found out; not all if a program makes up names.
    private static let examined = Guarded<Set<String>>([])

    /// Says so once for each name if nothing is bound in the scope, but something is in a scope of the same name that is
    /// always open.
    func noteNamesake() {
        let name = scope.name
        let isFirst = OpenedScope.examined.withLock { examined in
            examined.count < 1_000 && examined.insert(name).inserted
        }
        guard isFirst else { return }
        let own = (home?.visibleBindings ?? []) + DeclaredService.all.map(\.binding)
        guard let other = own.first(where: { $0.lifetime == .scope(.alwaysOpen(name)) }),
            // A child may have an instance in the scope.
            !(own + Injector.homes.flatMap(\.visibleBindings)).contains(where: { $0.needs(scope) })
        else { return }
        let report = Report.namesake(self, of: other)
        if !report.record(at: location, endsProcess: false, isWarning: true) {
            report.print(at: location)
        }
    }
}

extension Binding {
    /// Returns whether the binding is in a scope, or in one inside it.
    fileprivate func needs(_ scope: Scope) -> Bool {
        var next = lifetime.scopeToOpen
        while let inner = next, inner != scope {
            next = inner.outer
        }
        return next != nil
    }
}
