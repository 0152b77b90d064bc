import Fusion
import Wormer

// What asks, and what is called back then.

extension Worker {
    func resolveAny(in injector: Injector, _ place: Int) {
        guard !askable.isEmpty else { return }
        let slot = askable[askable.startIndex + below(askable.count)]
        if slot.isPlural {
            list(in: injector, place)
        } else {
            resolve(slot, in: injector, place)
        }
    }

    /// Runs a request, inside which only slots after this one may be asked for.
    private func requesting<Answer>(
        after slot: Slot,
        _ request: () throws(InjectionError) -> Answer
    ) throws(InjectionError) -> Answer {
        let outside = (askable, root)
        askable = Slot.allCases[(slot.rawValue + 1)...]
        root = root ?? nextRoot()
        defer { (askable, root) = outside }
        return try request()
    }

    private func resolve(_ slot: Slot, in injector: Injector, _ place: Int) {
        let interface = slot.interface
        var request: Int?
        let start = round.clock.tick()
        do throws(InjectionError) {
            let product = try requesting(after: slot) { () throws(InjectionError) -> Product in
                request = isReleasing ? nil : root
                return try interface.resolve(in: injector)
            }
            let end = round.clock.tick()
            note(product, slot, place, from: start, to: end, request)
        } catch {
            note(error, place, slot, from: start, to: round.clock.tick())
        }
        if round.plant == .race {
            Worker.plantedCounter += 1
        }
    }

    nonisolated(unsafe) private static var plantedCounter = 0

    /// Asks for every contribution.
    private func list(in injector: Injector, _ place: Int) {
        var request: Int?
        let start = round.clock.tick()
        do throws(InjectionError) {
            let products = try requesting(after: .secondPlugin) { () throws(InjectionError) -> [Product] in
                request = isReleasing ? nil : root
                return try Slot.resolveAll(in: injector)
            }
            let end = round.clock.tick()
            for product in products {
                note(product, product.recipe.slot, product.recipe.place, from: start, to: end, request)
            }
            note(.list, place, .plugin, from: start, to: end) { $0.elements = products.map(\.recipe.generation) }
        } catch {
            note(.unanswered, place, .plugin, from: start, to: round.clock.tick())
            switch error.reason {
            case .initializerThrew(_ as Refusal): break
            case .scopeNotOpen(let scope): complainIfOpen(scope)
            case .needsAwaiting where round.isOfTasks: break
            default: complain("all plugins: \(error)")
            }
        }
    }

    // MARK: - Notes

    func note(_ product: Product, _ slot: Slot, _ place: Int, from start: Int, to end: Int, _ request: Int?) {
        if product.recipe.slot != slot || product.serial < 0 {
            complain("asked for slot \(slot), got \(product.serial) of slot \(product.recipe.slot)")
        }
        note(.read, place, product.recipe.slot, from: start, to: end) {
            $0.number = product.recipe.generation
            $0.serial = product.serial
            $0.root = request
            $0.marks = product.marks
            $0.letGo = end
        }
        if below(4) == 0 {
            hold(product, history.events.count - 1)
        }
    }

    func note(_ error: InjectionError, _ place: Int, _ slot: Slot, from start: Int, to end: Int) {
        switch error.reason {
        case .notBound:
            note(.read, place, slot, from: start, to: end)
        case .initializerThrew(let refusal as Refusal):
            note(.read, place, slot, from: start, to: end) { $0.number = refusal.generation }
        case .scopeNotOpen(let scope):
            complainIfOpen(scope)
            note(.closed, place, slot, from: start, to: end) {
                $0.lifetime = scope == LifetimeName.visit.scope ? .visit : .tour
            }
        case .needsAwaiting where round.isOfTasks, .scopeEndsSynchronously where round.isOfTasks:
            note(.unanswered, place, slot, from: start, to: end)
        default:
            complain("slot \(slot): \(error)")
        }
    }

    private func complainIfOpen(_ scope: Wormer.Scope) {
        if isOpen(scope == LifetimeName.visit.scope ? .visit : .tour) {
            complain("the scope \(scope.name) is open")
        }
    }

    // MARK: - Holding

    /// Holds what a request gave.
    private func hold(_ product: Product, _ event: Int) {
        let index = below(held.count)
        // What goes may ask, so that something is held here again.
        while held[index] != nil {
            letGo(index)
        }
        held[index] = (product, event)
    }

    func letGo(_ index: Int) {
        guard let old = held[index] else { return }
        history.events[old.event].letGo = round.clock.tick()
        withExtendedLifetime(old) { held[index] = nil }
    }
}
