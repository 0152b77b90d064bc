import Fusion
import Wormer

// Scopes that are opened, and what is done when they end.

extension Worker {
    /// The innermost open scope of a name.
    private func innermost(_ name: LifetimeName) -> Int? {
        var next = opening
        while next != 0, history.openings[Number.index(next)].name != name {
            next = history.openings[Number.index(next)].outer
        }
        return next == 0 ? nil : Number.index(next)
    }

    func isOpen(_ name: LifetimeName) -> Bool {
        innermost(name) != nil
    }

    func openAScope(of container: Container) {
        guard let own = chooseAScope() else { return }
        let outer = opening
        do {
            try container.withScope(history.openings[Number.index(own)].name.scope) {
                (opening, openings) = (own, openings + 1)
                steps(12)
                (opening, openings, closing) = (outer, openings - 1, Number.index(own))
            }
            checkEnd(of: own)
        } catch {
            checkEnd(of: own, with: error)
        }
    }

    func chooseAScope() -> Int? {
        guard openings < 2 else { return nil }
        history.openings.append(.init(name: below(2) == 0 ? .visit : .tour, outer: opening))
        return Number.make(number, history.openings.count - 1)
    }

    /// Everything has been ended, and what was thrown then has come out.
    func checkEnd(of opening: Int, with error: (any Error)? = nil) {
        let refusals = (error as? EndingError)?.errors.compactMap { ($0 as? Refusal)?.generation }
        let expected = history.openings[Number.index(opening)].ended.filter(Worker.endRefuses)
        if (refusals ?? []) != expected || (error == nil) != (refusals == nil) {
            complain("a scope ended with \(String(describing: error)) instead of \(expected)")
        }
    }

    /// Whether what ends an instance throws, which keeps no other from being ended.
    private static func endRefuses(_ serial: Int) -> Bool {
        serial % 8 == 0
    }

    /// Notes an instance that is to be ended with its scope.
    func expectEnd(of serial: Int, _ recipe: Recipe) {
        if recipe.hasEnd, let index = innermost(recipe.lifetime) {
            history.openings[index].made.append(serial)
        }
    }

    /// Notes that nobody keeps an instance, so that a task of the library's ends it.
    func expectStray(_ product: Product) {
        if product.recipe.hasEnd, let index = innermost(product.recipe.lifetime) {
            history.openings[index].made.removeAll { $0 == product.serial }
            history.strays.append(product.serial)
        }
    }

    /// What is done when an instance's scope ends.
    static func noteEnd(of product: Product, _ strays: Strays) throws {
        guard let worker = Worker.current else {
            return strays.note(product.serial)
        }
        worker.history.openings[worker.closing].ended.append(product.serial)
        if worker.below(4) == 0 {
            worker.resolveAny(in: worker.round.containers[0].injector, 0)
        }
        if endRefuses(product.serial) {
            throw Refusal(generation: product.serial)
        }
    }
}
