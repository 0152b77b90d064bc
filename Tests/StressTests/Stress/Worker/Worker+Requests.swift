import CStress
import Fusion
import StressModel
import Wormer

// Requests and the functions that they call.

extension Worker {
    /// A request in progress.
    private struct Call {
        let key: Key
        let container: Int
        let outside: (requestable: ArraySlice<Key>, root: Int?)
        let root: Int?
        let start: Int
    }

    /// Starts a request, inside which only later keys can be requested.
    private func begin(_ key: Key, _ container: Int) -> Call {
        let outside = (requestable, root)
        requestable = (key.isPlural ? .secondPlugin : key).later
        root = root ?? nextRoot()
        return Call(
            key: key,
            container: container,
            outside: outside,
            root: isCalledBack || isRepeated || isInEnd ? nil : root,
            start: stress_tick()
        )
    }

    private func end<Answer>(_ call: Call, _ answer: Result<Answer, any Error>, note: (Answer, _ end: Int) -> Void) {
        (requestable, root) = call.outside
        let end = stress_tick()
        switch answer {
        case .success(let answer): note(answer, end)
        case .failure(let error as InjectionError): self.note(error, call, end)
        case .failure(let error): complain("\(call.key): \(error)")
        }
    }

    private func end(_ call: Call, _ answer: Result<Product, any Error>) {
        end(call, answer) { note($0, call.key, call, $1) }
    }

    func resolveAny(in injector: Injector, _ container: Int) {
        if !requestable.isEmpty { resolve(element(of: requestable), in: injector, container) }
    }

    func resolve(_ key: Key, in injector: Injector, _ container: Int) {
        let call = begin(key, container)
        if key.isPlural {
            end(call, answer { try key.calls.resolveAll(in: injector) }) { products, end in
                for product in products { note(product, product.recipe.key, call, end) }
                note(.list, container, key, from: call.start, to: end) { $0.elements = products.map(\.recipe.binding) }
            }
        } else {
            end(call, answer { try key.calls.resolve(in: injector) })
        }
        if round.plant == .race { Worker.plantedCounter += 1 }
    }

    nonisolated(unsafe) private static var plantedCounter = 0

    /// Makes a request, whose factories use the worker.
    private func answer<Answer>(_ request: () throws -> Answer) -> Result<Answer, any Error> {
        Turn.current == nil ? Result(catching: request) : Turn.$current.withValue(nil) { Result(catching: request) }
    }

    func resolveAnyAsync(in injector: Injector, _ container: Int) async {
        let keys = requestable.filter { !$0.isPlural }
        guard !keys.isEmpty else { return }
        let call = begin(element(of: keys), container)
        let answer: Result<Product, any Error>
        let turn = Turn()
        do {
            answer = .success(
                try await Turn.$current.withValue(turn) { try await call.key.calls.resolveAsync(in: injector) }
            )
        } catch {
            answer = .failure(error)
        }
        await turn.close()
        end(call, answer)
    }

    // MARK: - Notes

    private func note(_ product: Product, _ key: Key, _ call: Call, _ end: Int) {
        let recipe = product.recipe
        if isCalledBack, recipe.lifetime.isOpened {
            // It is unknown whether an instance is released inside the construction of another one.
            return
        }
        if recipe.key != key || product.instance.serial < 0 {
            complain("requested \(key), got \(product.instance.serial) of \(recipe.key)")
        }
        note(.read, call.key.isPlural ? recipe.container : call.container, recipe.key, from: call.start, to: end) {
            $0.number = recipe.binding
            $0.serial = product.instance.serial
            $0.root = call.root
            $0.marks = product.instance.marks
            $0.released = end
        }
        if oneIn(4) { hold(product, history.events.count - 1) }
    }

    private func note(_ error: InjectionError, _ call: Call, _ end: Int) {
        var kind = History.Kind.read
        var number: Int?
        var lifetime = LifetimeName.transient
        switch error.reason {
        case .notBound where !call.key.isPlural: break
        case .factoryThrew(let error as FactoryError), .decoratorThrew(let error as FactoryError, _):
            number = error.binding
        case .scopeNotOpen where isCalledBack, .captiveDependency where isCalledBack:
            kind = .unanswered
        case .scopeNotOpen(let scope, nil, nil), .scopeNotOpen(let scope, _, _?), .captiveDependency(.scope(let scope)):
            (kind, lifetime) = (.closed, LifetimeName(rawValue: scope.name)!)
            if isOpen(lifetime) { complain("the scope \(scope.name) is open") }
        case .needsAwaiting where round.hasTasks, .wrongIsolation where round.hasTasks,
            .scopeEndsSynchronously where round.hasTasks:
            kind = .unanswered
        default: return complain("\(call.key): \(error)")
        }
        // For a list, the failing contribution is unknown.
        note(call.key.isPlural ? .unanswered : kind, call.container, call.key, from: call.start, to: end) {
            ($0.number, $0.lifetime) = (number, lifetime)
        }
    }

    // MARK: - Holding

    private func hold(_ product: Product, _ event: Int) {
        let index = below(held.count)
        // The release of a product can request another one, which is then held here again.
        while held[index] != nil { releaseHeld(index) }
        held[index] = (product, event)
    }

    func releaseHeld(_ index: Int) {
        guard let old = held[index] else { return }
        history.events[old.event].released = stress_tick()
        withExtendedLifetime(old) { held[index] = nil }
    }

    // MARK: - Factories

    func construct(_ recipe: Recipe, in injector: Injector) throws -> Product {
        let begin = beginConstruction(recipe)
        defer { (requestable, scope, root) = begin.outside }
        checkBadge()
        if recipe.hasDependencies {
            resolveAny(in: injector, recipe.container)
            openScopeAnywhere { resolveAny(in: injector, recipe.container) }
            resolveAny(in: injector, recipe.container)
        }
        return try construct(recipe, begin.start)
    }

    func constructAsync(_ recipe: Recipe, in injector: Injector) async throws -> Product {
        let begin = beginConstruction(recipe)
        defer { (requestable, scope, root) = begin.outside }
        checkBadge()
        await Task.yield()
        if recipe.hasDependencies {
            await resolveAnyAsync(in: injector, recipe.container)
            openScopeAnywhere { resolveAny(in: injector, recipe.container) }
            resolveAny(in: injector, recipe.container)
        }
        return try construct(recipe, begin.start)
    }

    private func beginConstruction(
        _ recipe: Recipe
    ) -> (start: Int, outside: (requestable: ArraySlice<Key>, scope: Int, root: Int?)) {
        defer {
            requestable = recipe.key.later
            scope = scopeSeen(by: recipe.lifetime)
            // An instance that is kept shares nothing with the request, and neither do its parts.
            if ![.transient, .resolution].contains(recipe.lifetime) { root = nextRoot() }
        }
        return (stress_tick(), (requestable, scope, root))
    }

    private func construct(_ recipe: Recipe, _ start: Int) throws -> Product {
        if recipe.throwsErrors, oneIn(2) { throw FactoryError(binding: recipe.binding) }
        let serial = noteInstance(of: recipe, start)
        expectEnd(of: serial, recipe)
        return Product(Instance(serial: serial), origin: recipe)
    }

    func decorate(_ base: Product, _ mark: Int, _ throwsErrors: Bool) throws -> Product {
        // An instance that a decorator refuses ends at once, in another task, which has no worker.
        let outside = scope
        scope = scopeSeen(by: base.recipe.lifetime)
        checkBadge()
        scope = outside
        if throwsErrors, !base.recipe.hasEnd, oneIn(4) { throw FactoryError(binding: base.recipe.binding) }
        return Product(decorating: base, mark: mark, serial: noteInstance(of: base.recipe, stress_tick()))
    }

    private func noteInstance(of recipe: Recipe, _ start: Int) -> Int {
        history.instances.append(.init(binding: recipe.binding, layer: layer, begin: start))
        return ID.make(number, history.instances.count - 1)
    }

    /// Counts the release of a product, and calls a container occasionally.
    func countRelease() {
        history.released += 1
        callBack()
    }

    /// Calls a container occasionally during another call.
    func callBack() {
        // It is unknown whether an instance is released before or after the worker has left an ending override.
        guard !isCalledBack, lastEndedWithOverride == nil, oneIn(8) else { return }
        isCalledBack = true
        resolveAny(in: round.containers[0].injector, 0)
        isCalledBack = false
    }
}
