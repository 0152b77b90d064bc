import CStress
import Fusion
import StressModel
import Wormer

// Calls that change a container or the state of the thread.

extension Worker {
    func bind(_ key: Key, in container: Container, _ number: Int) {
        let lifetime = element(
            of: LifetimeName.allCases.filter { $0 != .weak || key.isObject } + [.transient, .singleton, .resolution]
        )
        let recipe = Recipe(
            key,
            lifetime,
            binding: ID.make(self.number, history.bindings.count),
            container: number,
            needsTask: round.hasTasks && !key.isContributed && oneIn(2),
            self
        )
        history.bindings.append(.init(layer: layer, recipe: recipe))
        let construct: Calls.Construct = { container in
            try Worker.inTurn(recipe.binding) { try $0.construct(recipe, in: container.injector) }
        }
        let onEnd: @Sendable (Product) throws -> Void = { try Worker.noteEnd(of: $0) }
        let isPlanted = round.plant == .task && recipe.needsTask && lifetime == .resolution
        let form = BindForm(
            element(of: BindForm.Spelling.allCases),
            isPlanted ? .singleton : lifetime,
            onEnd: recipe.hasEnd ? onEnd : nil
        )
        let start = stress_tick()
        // The call can release instances, which make requests.
        let openScope = scope
        scope = 0
        outsideScopes {
            if recipe.needsTask {
                let constructs: [TaskConstruct] = [
                    .async { container in
                        try await Worker.asyncInTurn(recipe.binding) { worker in
                            try await worker.constructAsync(recipe, in: container.injector)
                        }
                    },
                    .onMainActor(construct), .usingAsync(construct), .usingMainActor(construct),
                ]
                key.calls.bind(form, in: container, element(of: constructs))
            } else if key.isContributed {
                key.calls.contribute(form, in: container, construct)
            } else {
                key.calls.bind(form, in: container, construct)
            }
        }
        scope = openScope
        let end = stress_tick()
        history.bindings[ID.index(recipe.binding)].start = start
        history.bindings[ID.index(recipe.binding)].end = end
        note(.write, number, key, from: start, to: end) { $0.number = recipe.binding }
    }

    func unbind(_ key: Key, in injector: Injector, _ number: Int) {
        // A binding without an identifier among several cannot be selected.
        guard !key.isPlural, round.mayEmpty(number) else { return }
        let start = stress_tick()
        let isUnbound = key.calls.unbind(in: injector)
        // Nothing hides what is bound outside an override later.
        if isUnbound || layer == 0 { note(.write, number, key, from: start) }
    }

    /// Resets an injector, but not inside an override, where that shows again what is outside.
    func reset(_ injector: Injector, _ number: Int) {
        guard round.mayEmpty(number), layer == 0 else { return }
        let start = stress_tick()
        injector.unbindAll()
        let end = stress_tick()
        note(.reset, number, from: start, to: end)
        for key in Key.allCases where !key.isPlural { note(.write, number, key, from: start, to: end) }
    }

    func drop(_ lifetime: LifetimeName, in container: Container, _ number: Int) {
        let start = stress_tick()
        container.reset(lifetime.containerScope)
        note(.drop, number, from: start) { $0.lifetime = lifetime }
    }

    func decorate(_ key: Key, in container: Container, _ number: Int) {
        guard !key.isPlural else { return }
        let mark = ID.make(self.number, history.decorators)
        history.decorators += 1
        let throwsErrors = oneIn(8)
        let spelling = element(of: BindForm.Spelling.allCases)
        let start = stress_tick()
        key.calls.decorate(spelling, in: container) { base in
            try Worker.inTurn(base.recipe.binding) { try $0.decorate(base, mark, throwsErrors) }
        }
        note(.decorate, number, key, from: start) { $0.number = mark }
    }

    func createChild(of container: Container, _ number: Int) {
        let child = Container(parent: container)
        let childNumber = ID.make(self.number, history.containers.count)
        history.containers.append((childNumber, number))
        bind(element(of: Key.allCases), in: child, childNumber)
        for _ in 0..<4 { resolveAny(in: child.injector, childNumber) }
        drop(.singleton, in: child, childNumber)
        resolveAny(in: child.injector, childNumber)
    }

    // MARK: - Overrides

    func enterOverride(of container: Container, _ number: Int) {
        guard let chosen = chooseLayer() else { return }
        let body = { [self] in inLayer(chosen.id) { steps(8) } }
        if let shared = chosen.shared {
            shared.enter(body)
        } else {
            let start = stress_tick()
            container.mock({ _ in inLayer(chosen.id) { note(.touch, number, from: start) } }) {
                body()
                lastEndedWithOverride = .max
            }
            lastEndedWithOverride = nil
        }
    }

    func enterOverrideAsync(of container: Container, _ number: Int) async {
        guard let chosen = chooseLayer() else { return }
        if let shared = chosen.shared {
            await shared.enter { await inLayerAsync(chosen.id) }
        } else {
            let start = stress_tick()
            await container.mock({ _ in inLayer(chosen.id) { note(.touch, number, from: start) } }) {
                await inLayerAsync(chosen.id)
                lastEndedWithOverride = .max
            }
            lastEndedWithOverride = nil
        }
    }

    /// Chooses an override that several workers enter, or a new override.
    private func chooseLayer() -> (id: Int, shared: SharedLayer?)? {
        guard round.hasOverrides, layerDepth < 4 else { return nil }
        if layer < round.layers.count, oneIn(2) {
            let index = layer + below(round.layers.count - layer)
            return (index + 1, round.layers[index])
        }
        let id = ID.make(number, history.layers.count)
        history.layers.append((id, layer))
        return (id, nil)
    }

    private func inLayer(_ id: Int, _ body: () -> Void) {
        let outer = layer
        (layer, layerDepth) = (id, layerDepth + 1)
        body()
        // The worker leaves the override first, because instances that are released with it call a container.
        (layer, layerDepth) = (outer, layerDepth - 1)
    }

    private func inLayerAsync(_ id: Int) async {
        let outer = layer
        (layer, layerDepth) = (id, layerDepth + 1)
        await asyncSteps(8)
        (layer, layerDepth) = (outer, layerDepth - 1)
    }
}
