import Fusion
import Wormer

// What a task does: the same calls, and others that wait.

extension Worker {
    /// The worker of a task; a task that the library starts for it has it too, while this one waits.
    struct Reference: @unchecked Sendable {
        // Used by one task at a time.
        let worker: Worker
    }

    @TaskLocal static var task: Reference?

    func runAsTask() async {
        await Worker.$task.withValue(Reference(worker: self)) {
            await asyncSteps(round.iterations / 2)
            for index in held.indices { letGo(index) }
        }
    }

    private func asyncSteps(_ count: Int) async {
        for _ in 0..<count {
            switch below(20) {
            case 0: await enterAnOverrideAndWait()
            case 1: await openAScopeAndWait(of: round.containers[below(Round.places)])
            case 2..<12: step()
            default:
                let place = below(Round.places)
                await resolveAnyAsync(in: round.containers[place].injector, place)
            }
        }
    }

    private func enterAnOverrideAndWait() async {
        guard let override = chooseAnOverride() else { return }
        let outer = world
        (world, depth) = (override.number, depth + 1)
        await override.world.enter { await asyncSteps(8) }
        (world, depth) = (outer, depth - 1)
    }

    private func openAScopeAndWait(of container: Container) async {
        guard let own = chooseAScope() else { return }
        let outer = opening
        do {
            try await container.withScope(history.openings[Number.index(own)].name.scope) {
                (opening, openings) = (own, openings + 1)
                await asyncSteps(12)
                (opening, openings, closing) = (outer, openings - 1, Number.index(own))
            }
            checkEnd(of: own)
        } catch {
            checkEnd(of: own, with: error)
        }
    }

    private func resolveAnyAsync(in injector: Injector, _ place: Int) async {
        let slots = askable.filter { !$0.isPlural }
        guard !slots.isEmpty else { return }
        let slot = slots[below(slots.count)]
        let outside = (askable, root)
        askable = Slot.allCases[(slot.rawValue + 1)...]
        root = root ?? nextRoot()
        let request = root
        let start = round.clock.tick()
        let answer: Result<Product, any Error>
        do {
            answer = .success(try await slot.interface.resolveAsync(in: injector))
        } catch {
            answer = .failure(error)
        }
        let end = round.clock.tick()
        (askable, root) = outside
        switch answer {
        case .success(let product): note(product, slot, place, from: start, to: end, request)
        case .failure(let error as InjectionError): note(error, place, slot, from: start, to: end)
        case .failure(let error): complain("slot \(slot): \(error)")
        }
    }

    func makeAsync(_ recipe: Recipe, in injector: Injector) async throws -> Product {
        let begin = round.clock.tick()
        let outside = askable
        askable = Slot.allCases[(recipe.slot.rawValue + 1)...]
        defer { askable = outside }
        await Task.yield()
        if recipe.isNeedy {
            await resolveAnyAsync(in: injector, recipe.place)
            resolveAny(in: injector, recipe.place)
        }
        return try makeProduct(recipe, begin)
    }
}
