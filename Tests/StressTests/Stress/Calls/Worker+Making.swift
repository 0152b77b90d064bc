import Wormer

// What an injector calls back.

extension Worker {
    func make(_ recipe: Recipe, in injector: Injector) throws -> Product {
        let begin = round.clock.tick()
        let outside = askable
        askable = Slot.allCases[(recipe.slot.rawValue + 1)...]
        defer { askable = outside }
        if recipe.isNeedy {
            resolveAny(in: injector, recipe.place)
            resolveAny(in: injector, recipe.place)
        }
        return try makeProduct(recipe, begin)
    }

    func makeProduct(_ recipe: Recipe, _ begin: Int) throws -> Product {
        if recipe.refuses, below(2) == 0 {
            throw Refusal(generation: recipe.generation)
        }
        let serial = noteInstance(of: recipe, begin)
        expectEnd(of: serial, recipe)
        return Product(serial: serial, recipe: recipe)
    }

    func decorate(_ base: Product, _ mark: Int, _ refuses: Bool) throws -> Product {
        if refuses, below(4) == 0 {
            expectStray(base.core)
            throw Refusal(generation: base.recipe.generation)
        }
        return Product(serial: noteInstance(of: base.recipe, round.clock.tick()), decorating: base, mark: mark)
    }

    private func noteInstance(of recipe: Recipe, _ begin: Int) -> Int {
        history.instances.append(.init(generation: recipe.generation, world: world, begin: begin))
        return Number.make(number, history.instances.count - 1)
    }

    /// Counts an instance that goes, and now and then calls the injector while it does.
    func noteRelease() {
        history.released += 1
        guard !isReleasing, below(8) == 0 else { return }
        isReleasing = true
        resolveAny(in: round.containers[0].injector, 0)
        isReleasing = false
    }
}
