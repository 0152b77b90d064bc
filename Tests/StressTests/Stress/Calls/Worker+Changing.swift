import Fusion
import Wormer

// What changes an injector, or what the thread sees of it.

extension Worker {
    func bind(_ slot: Slot, in container: Container, _ place: Int) {
        let recipe = makeRecipe(for: slot, place)
        history.generations.append(.init(world: world, recipe: recipe))
        let make: Interface.Make = { container in
            // The thread that asks, not the one that binds.
            try Worker.current!.make(recipe, in: container.injector)
        }
        let strays = round.strays
        let onEnd: @Sendable (Product) throws -> Void = { try Worker.noteEnd(of: $0, strays) }
        let start = round.clock.tick()
        if recipe.waits {
            slot.interface.bindAsync(
                recipe.lifetime.lifetime,
                in: container,
                onEnd: recipe.hasEnd ? onEnd : nil,
                { try await Worker.current!.makeAsync(recipe, in: $0.injector) }
            )
        } else if recipe.slot.isContributed {
            slot.interface.contribute(recipe.lifetime.lifetime, in: container, make)
        } else if recipe.hasEnd {
            slot.interface.bind(recipe.lifetime.lifetime, in: container, onEnd: onEnd, make)
        } else {
            slot.interface.bind(recipe.lifetime.lifetime, in: container, make)
        }
        let end = round.clock.tick()
        history.generations[Number.index(recipe.generation)].start = start
        history.generations[Number.index(recipe.generation)].end = end
        note(.write, place, slot, from: start, to: end) { $0.number = recipe.generation }
    }

    private func makeRecipe(for slot: Slot, _ place: Int) -> Recipe {
        let lifetimes: [LifetimeName] = [
            .transient, .transient, .singleton, .singleton, .session, .resolution, .resolution, .visit, .tour, .weak,
        ]
        let lifetime = lifetimes[below(slot.isObject ? lifetimes.count : lifetimes.count - 1)]
        return Recipe(
            generation: Number.make(number, history.generations.count),
            place: place,
            slot: slot,
            lifetime: lifetime,
            isNeedy: below(3) == 0,
            // One that throws spoils the list.
            refuses: below(slot.isContributed ? 16 : 4) == 0,
            hasEnd: lifetime.isOpened && !slot.isContributed && below(2) == 0,
            waits: round.isOfTasks && !slot.isContributed && below(2) == 0
        )
    }

    func unbind(_ slot: Slot, in injector: Injector, _ place: Int) {
        // One of several cannot be named.
        guard !slot.isPlural else { return }
        let start = round.clock.tick()
        slot.interface.unbind(in: injector)
        note(.write, place, slot, from: start, to: round.clock.tick())
    }

    func reset(_ injector: Injector, _ place: Int) {
        let start = round.clock.tick()
        injector.reset()
        let end = round.clock.tick()
        note(.reset, place, from: start, to: end)
        for slot in Slot.allCases where !slot.isPlural {
            note(.write, place, slot, from: start, to: end)
        }
    }

    func drop(_ lifetime: LifetimeName, in container: Container, _ place: Int) {
        let start = round.clock.tick()
        container.reset(lifetime.containerScope)
        note(.drop, place, from: start, to: round.clock.tick()) { $0.lifetime = lifetime }
    }

    func decorate(_ slot: Slot, in container: Container, _ place: Int) {
        guard !slot.isPlural else { return }
        let mark = Number.make(number, history.decorators)
        history.decorators += 1
        let refuses = below(8) == 0
        let start = round.clock.tick()
        slot.interface.decorate(in: container) { try Worker.current!.decorate($0, mark, refuses) }
        note(.decorate, place, slot, from: start, to: round.clock.tick()) { $0.number = mark }
    }

    // MARK: - Elsewhere

    func enterAnOverride() {
        guard let override = chooseAnOverride() else { return }
        let outer = world
        (world, depth) = (override.number, depth + 1)
        override.world.enter {
            steps(8)
            // Now: what goes with the override calls the injector when this thread has left it.
            world = outer
            depth -= 1
        }
    }

    func chooseAnOverride() -> (world: World, number: Int)? {
        guard let sharedWorld = round.sharedWorld, depth < 2 else { return nil }
        if world == 0, below(3) == 0 {
            return (sharedWorld, Round.sharedWorld)
        }
        let number = Number.make(number, history.worlds.count)
        history.worlds.append((number, world))
        return (World(), number)
    }

    func visitAChild(of container: Container, _ place: Int) {
        let child = Container(parent: container)
        let childPlace = Number.make(number, history.places.count)
        history.places.append((childPlace, place))
        bind(Slot.allCases[below(Slot.allCases.count)], in: child, childPlace)
        for _ in 0..<4 {
            resolveAny(in: child.injector, childPlace)
        }
        drop(.singleton, in: child, childPlace)
        resolveAny(in: child.injector, childPlace)
    }
}
