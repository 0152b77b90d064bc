import CStress
import Fusion
import StressModel
import Wormer

// Scopes that are opened, and the ends of their instances.

extension Worker {
    /// The index of the innermost open scope with a name.
    private func innermost(_ name: LifetimeName) -> Int? {
        var next = scope
        while next != 0, history.scopes[ID.index(next)].name != name {
            next = history.scopes[ID.index(next)].outer
        }
        return next == 0 ? nil : ID.index(next)
    }

    /// The innermost scope that a construction sees.
    func scopeSeen(by lifetime: LifetimeName) -> Int {
        switch lifetime {
        case .transient, .resolution: scope
        case .visit, .tour: innermost(lifetime).map { ID.make(number, $0) } ?? scope
        case .singleton, .session, .request, .weak: 0
        }
    }

    /// Whether a scope is open and not ending.
    func isOpen(_ name: LifetimeName) -> Bool { innermost(name).map { !history.scopes[$0].isEnding } ?? false }

    /// Whether a scope is ending that the worker is in, whose resolution instances are not shared any more.
    var isInEnd: Bool {
        var next = scope
        while next != 0, !history.scopes[ID.index(next)].isEnding { next = history.scopes[ID.index(next)].outer }
        return next != 0
    }

    func openScope() { openScope { steps(12) } }

    /// Opens a scope inside a factory occasionally.
    func openScopeAnywhere(_ body: () -> Void) {
        // It is unknown what scopes an instance sees that is released inside the construction of another one. A scope
        // that an end opens does not see the one that is ending.
        guard scopeDepth < 2, !isCalledBack, lastEndedWithOverride == nil, !isInEnd, oneIn(2) else { return body() }
        let ending = endingScope
        openScope(body)
        endingScope = ending
    }

    private func openScope(_ steps: () -> Void) {
        guard let (own, name) = chooseScope() else { return }
        func body() {
            enter(own)
            steps()
            leave(own)
        }
        checkEnd(
            of: own,
            Result {
                if name == .visit {
                    try round.badges.withScope(name.scope, providing: VisitBadge(scope: own)) { body() }
                } else {
                    try round.badges.withScope(name.scope) { body() }
                }
            }
        )
    }

    func openScopeAsync() async {
        guard let (own, name) = chooseScope() else { return }
        func body() async {
            enter(own)
            await asyncSteps(12)
            leave(own)
        }
        do {
            if name == .visit {
                try await round.badges.withScope(name.scope, providing: VisitBadge(scope: own)) { await body() }
            } else {
                try await round.badges.withScope(name.scope) { await body() }
            }
            checkEnd(of: own, .success(()))
        } catch {
            checkEnd(of: own, .failure(error))
        }
    }

    private func chooseScope() -> (id: Int, name: LifetimeName)? {
        guard scopeDepth < 2 else { return nil }
        let name = oneIn(2) ? LifetimeName.visit : .tour
        history.scopes.append(.init(name: name, outer: scope))
        return (ID.make(number, history.scopes.count - 1), name)
    }

    /// Checks that the innermost visit has the value that was provided for it.
    func checkBadge() {
        if isCalledBack { return }
        let found = round.badges.safeInstance(for: VisitBadge.self)?.scope
        let expected = innermost(.visit).map { ID.make(number, $0) }
        if found != expected { complain("a visit has the badge \(found as Any) instead of \(expected as Any)") }
    }

    private func enter(_ own: Int) { (scope, scopeDepth) = (own, scopeDepth + 1) }

    private func leave(_ own: Int) {
        endingScope = ID.index(own)
        history.scopes[endingScope].isEnding = true
        (scope, scopeDepth) = (history.scopes[endingScope].outer, scopeDepth - 1)
    }

    /// Checks that all instances were ended and that their errors were thrown.
    private func checkEnd(of own: Int, _ result: Result<Void, any Error>) {
        var error: (any Error)?
        if case .failure(let failure) = result { error = failure }
        let errors = (error as? EndingError)?.errors.compactMap { ($0 as? FactoryError)?.binding }
        let expected = history.scopes[ID.index(own)].ended.filter(Worker.endThrows)
        if (errors ?? []) != expected || (error == nil) != (errors == nil) {
            complain("a scope ended with \(String(describing: error)) instead of \(expected)")
        }
    }

    /// Whether an `onEnd` throws, which does not prevent the ends of other instances.
    private static func endThrows(_ serial: Int) -> Bool { serial % 8 == 0 }

    /// Records an instance to end with its scope.
    func expectEnd(of serial: Int, _ recipe: Recipe) {
        if recipe.hasEnd, let index = innermost(recipe.lifetime) {
            history.scopes[index].constructed.append(serial)
        }
    }

    /// Records the end of an instance.
    static func noteEnd(of product: Product) throws {
        let serial = product.instance.serial
        // The worker that ends the scope, not the worker that binds.
        let worker = Worker.current!
        if worker.lastEndedWithOverride != nil { return worker.noteEndWithOverride(of: serial) }
        let outer = worker.scope
        worker.scope = ID.make(worker.number, worker.endingScope)
        defer { worker.scope = outer }
        worker.checkBadge()
        worker.history.scopes[worker.endingScope].ended.append(serial)
        if worker.oneIn(4) { worker.resolveAny(in: worker.round.containers[0].injector, 0) }
        if endThrows(serial) { throw FactoryError(binding: serial) }
    }
}

extension Worker {
    /// Records the end of an instance of an open scope that an override inside the scope constructed.
    fileprivate func noteEndWithOverride(of serial: Int) {
        if let last = lastEndedWithOverride, serial >= last {
            complain("an override ended \(serial) after \(last)")
        }
        lastEndedWithOverride = serial
        var next = scope
        while next != 0 {
            history.scopes[ID.index(next)].constructed.removeAll { $0 == serial }
            next = history.scopes[ID.index(next)].outer
        }
    }
}

/// The value that is provided for a visit.
///
/// A tour has none.
private struct VisitBadge: Sendable { let scope: Int }

extension Injector {
    /// Creates an injector that declares the value of a visit and has no other binding.
    static func declaringBadges() -> Injector {
        let injector = Injector(parent: nil)
        injector.bind(VisitBadge.self, lifetime: .scope(LifetimeName.visit.scope), to: .provided)
        return injector
    }
}
