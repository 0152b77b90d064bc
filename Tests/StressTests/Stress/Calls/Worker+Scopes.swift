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
        guard openings < 2 else { return }
        let name: LifetimeName = below(2) == 0 ? .visit : .tour
        let own = Number.make(number, history.openings.count)
        let outer = opening
        history.openings.append(.init(name: name, outer: outer))
        openings += 1
        var refusals: [Int] = []
        do {
            try container.withScope(name.scope) {
                opening = own
                steps(12)
                opening = outer
                openings -= 1
                closing = Number.index(own)
            }
        } catch let error as EndingError {
            refusals = error.errors.compactMap { ($0 as? Refusal)?.generation }
        } catch {
            complain("\(error)")
        }
        let expected = history.openings[Number.index(own)].ended.filter(Worker.endRefuses)
        if refusals != expected {
            complain("a scope ended with the errors \(refusals) instead of \(expected)")
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
