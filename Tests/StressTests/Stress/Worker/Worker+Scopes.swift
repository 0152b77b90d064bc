import Fusion
import StressModel
import Wormer

// Scopes that are opened, and the end of their instances.

extension Worker {
    /// The index of the innermost open scope of a name.
    private func innermost(_ name: LifetimeName) -> Int? {
        var next = scope
        while next != 0, history.scopes[ID.index(next)].name != name {
            next = history.scopes[ID.index(next)].outer
        }
        return next == 0 ? nil : ID.index(next)
    }

    func isOpen(_ name: LifetimeName) -> Bool {
        innermost(name) != nil
    }

    func openScope(of container: Container) {
        guard let (own, name) = chooseScope() else { return }
        let outer = scope
        let body = { [self] in
            enter(own)
            steps(12)
            leave(own, outer)
        }
        checkEnd(of: own, Result { try container.injector.withScope(name, body) })
    }

    func openScopeAsync(of container: Container) async {
        guard let (own, name) = chooseScope() else { return }
        let outer = scope
        do {
            try await container.injector.withScope(name) {
                enter(own)
                await asyncSteps(12)
                leave(own, outer)
            }
            checkEnd(of: own, .success(()))
        } catch {
            checkEnd(of: own, .failure(error))
        }
    }

    private func chooseScope() -> (id: Int, name: Wormer.Scope)? {
        guard scopeDepth < 2 else { return nil }
        let name = oneIn(2) ? LifetimeName.visit : .tour
        history.scopes.append(.init(name: name, outer: scope))
        return (ID.make(number, history.scopes.count - 1), name.scope)
    }

    private func enter(_ own: Int) {
        (scope, scopeDepth) = (own, scopeDepth + 1)
    }

    private func leave(_ own: Int, _ outer: Int) {
        (scope, scopeDepth, endingScope) = (outer, scopeDepth - 1, ID.index(own))
    }

    /// Everything has been ended, and the errors of that have come out.
    private func checkEnd(of scope: Int, _ result: Result<Void, any Error>) {
        var error: (any Error)?
        if case .failure(let failure) = result {
            error = failure
        }
        let errors = (error as? EndingError)?.errors.compactMap { ($0 as? FactoryError)?.binding }
        let expected = history.scopes[ID.index(scope)].ended.filter(Worker.endThrows)
        if (errors ?? []) != expected || (error == nil) != (errors == nil) {
            complain("a scope ended with \(String(describing: error)) instead of \(expected)")
        }
    }

    /// Whether an `onEnd` throws, which keeps no other instance from being ended.
    private static func endThrows(_ serial: Int) -> Bool {
        serial % 8 == 0
    }

    /// Notes an instance that is to be ended with its scope.
    func expectEnd(of serial: Int, _ recipe: Recipe) {
        if recipe.hasEnd, let index = innermost(recipe.lifetime) {
            history.scopes[index].constructed.append(serial)
        }
    }

    /// Notes that nothing keeps an instance, so that a task of the library's ends it.
    func expectDiscarded(_ product: Product) {
        if product.recipe.hasEnd, let index = innermost(product.recipe.lifetime) {
            history.scopes[index].constructed.removeAll { $0 == product.instance.serial }
            history.discarded.append(product.instance.serial)
        }
    }

    /// Notes the end of an instance.
    static func noteEnd(of product: Product, _ discarded: DiscardedInstances) throws {
        let serial = product.instance.serial
        guard let worker = Worker.current else {
            return discarded.note(serial)
        }
        worker.history.scopes[worker.endingScope].ended.append(serial)
        if worker.oneIn(4) {
            worker.resolveAny(in: worker.round.containers[0].injector, 0)
        }
        if endThrows(serial) {
            throw FactoryError(binding: serial)
        }
    }
}
