import Fusion
import Wormer

/// Makes the same random calls to containers and to the model, on one thread, and compares the results.
package final class ExactRun {
    private let seed: UInt64
    private let length: Int
    private var numbers: RandomNumbers
    private var model = Model()
    private var containers: [Int: Container] = [:]
    /// The containers that operations choose from.
    ///
    /// Others are forgotten, unless they are parents or the main container.
    private var inUse: [Int] = [0]
    private var lastContainer = 0
    /// The model outside each open override.
    private var outside: [Model] = []
    private var step = 0
    private var history: [Operation] = []
    /// The objects that keep weak instances alive.
    private var held: [Product] = []
    private let ledger = Ledger()
    private let isFull: Bool

    /// The first wrong result.
    package private(set) var mismatch: String?

    package private(set) var deepestOverride = 0
    package private(set) var overrides = 0
    package private(set) var scopes = 0
    package private(set) var ends = 0

    /// Runs with an empty main container in an override of its own.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - length: The number of operations.
    ///   - isFull: Whether the main container has thousands of other bindings.
    package init(seed: UInt64, length: Int, isFull: Bool = false) {
        (self.seed, self.length, self.isFull) = (seed, length, isFull)
        numbers = RandomNumbers(seed: seed)
        Container.mock { _ in
            Container.main = Container()
        } then: {
            if isFull { Filler.bindAll(in: .main) }
            containers[0] = .main
            model.nodes[0] = Model.Node()
            Ledger.$current.withValue(ledger) { proceed(depth: 0) }
        }
    }

    /// Performs operations until the end of the run, of the override or of the scope, or until a result is wrong.
    private func proceed(depth: Int) {
        deepestOverride = max(deepestOverride, outside.count)
        while step < length, mismatch == nil {
            step += 1
            let operation = Operation.random(&numbers, containers: inUse, depth: depth)
            history.append(operation)
            if history.count > 200 { history.removeFirst(160) }
            guard let container = containers[operation.container] else { continue }
            switch operation.action {
            case .enterOverride: enterOverride(of: container, operation.container, depth: depth)
            case .enterScope(let scope): enterScope(scope, of: container, depth: depth)
            case .leave where depth > 0: return
            default: perform(operation, in: container)
            }
        }
    }

    private func enterOverride(of container: Container, _ node: Int, depth: Int) {
        overrides += 1
        let saved = model
        outside.append(model)
        model.enterOverride()
        // Every third override assigns an instance and throws at its end.
        let isThrowing = step % 3 == 0
        let instance = Instance(serial: -step)
        try? container.mock { container in
            if isThrowing {
                container.modelSingleton = Envelope(product: Product(instance))
                model.assign(instance, to: .service(.singleton), in: node)
            }
        } then: {
            proceed(depth: depth + 1)
            if isThrowing { throw PlannedError() }
        }
        outside.removeLast()
        model.ended += model.endOverride(since: saved)
        compareEnds()
        model.leaveOverride(since: saved)
        forgetUnreachable()
    }

    private func enterScope(_ scope: LifetimeName, of container: Container, depth: Int) {
        scopes += 1
        model.openScope(scope)
        let isThrowing = step % 3 == 0
        do {
            try container.injector.withScope(scope.scope) {
                proceed(depth: depth + 1)
                if isThrowing { throw PlannedError() }
            }
            compare(isThrowing, false)
        } catch {
            compare(isThrowing, error is PlannedError)
        }
        model.endScope()
        compareEnds()
    }

    private func compareEnds() {
        ends += model.ended.count
        compare(ledger.ended, model.ended)
        (ledger.ended, model.ended) = ([], [])
    }

    /// Performs an operation that changes the container.
    ///
    /// The results of other operations are compared.
    private func perform(_ operation: Operation, in container: Container) {
        let (node, interface, key) = (operation.container, operation.interface, operation.key)
        let calls = interface.calls(operation.id)
        switch operation.action {
        case .bind(let lifetime, let recipe, let spelling):
            let hasEnd = spelling == .bind && lifetime.canHaveEnd && (lifetime.isOpened || step % 2 == 0)
            let onEnd = { @Sendable (product: Product) in
                // The outermost override ends after the ledger was closed.
                Ledger.current?.ended.append(product.instance.serial) ?? ()
            }
            outsideScopes {
                calls.bind(BindForm(spelling, lifetime, onEnd: hasEnd ? onEnd : nil), in: container) {
                    try $0.construct(recipe)
                }
            }
            model.bind(key, lifetime, recipe, hasEnd: hasEnd, in: node)
        case .contribute(let lifetime, let recipe, let spelling):
            outsideScopes { calls.contribute(BindForm(spelling, lifetime), in: container) { try $0.construct(recipe) } }
            model.contribute(interface, operation.id, lifetime, recipe, in: node)
        case .decorate(let spelling):
            let mark = step
            calls.decorate(spelling, in: container) { Product(decorating: $0, mark: mark, serial: $0.instance.serial) }
            model.decorate(key, mark, in: node)
        case .decorateAll:
            let mark = step
            calls.decorateAll(in: container) { Product(decorating: $0, mark: mark, serial: $0.instance.serial) }
            model.decorateAll(interface, mark, in: node)
        case .releaseHeld:
            held = []
            model.held = []
        case .unbind:
            _ = calls.unbind(in: container.injector)
            model.unbind(key, in: node)
        case .set:
            interface.calls().set(Product(Instance(serial: -step)), in: container)
            model.assign(Instance(serial: -step), to: .type(interface, .none), in: node)
        case .alias(let property):
            container.setAlias(property, for: interface)
            model.bind(.type(interface, .none), .transient, .alias(property), in: node)
        case .assign(let property, let isByKeyPath):
            container.assign(Instance(serial: -step), to: property, byKeyPath: isByKeyPath)
            for assigned in property.assignedTogether {
                model.assign(Instance(serial: -step), to: .service(assigned), in: node)
            }
        case .unassign(let property):
            container.unassign(property)
            property.assignedTogether.forEach { model.unassign(.service($0), in: node) }
        case .unassignAll:
            container.unassignAll()
            model.unassignAll(in: node)
        case .reset(let lifetime):
            container.reset(lifetime.containerScope)
            model.reset(lifetime, in: node, since: outside.last)
        case .resetAll where node > 0 || !isFull:
            container.injector.unbindAll()
            model.resetAll(in: node, since: outside.last)
        case .create(let isChild):
            create(childOf: isChild ? node : nil)
        case .replaceMain:
            Container.main = container
            model.main = node
        default:
            check(operation, calls, in: container)
        }
    }

    private func create(childOf node: Int?) {
        // Limits the length of chains, because requests walk them.
        let parent = node.flatMap { model.chain(of: $0).count < 4 ? $0 : nil }
        lastContainer += 1
        containers[lastContainer] = Container(parent: parent.flatMap { containers[$0] })
        model.nodes[lastContainer] = Model.Node(parent: parent)
        if inUse.count < 8 {
            inUse.append(lastContainer)
        } else {
            inUse[numbers.below(inUse.count)] = lastContainer
        }
        forgetUnreachable()
    }

    private func forgetUnreachable() {
        // An override ends the instances of all containers, even of unreachable ones.
        guard model.nodes.count > 24, outside.isEmpty else { return }
        let reachable = Set((inUse + outside.map(\.main) + [model.main, 0]).flatMap(model.chain))
        model.nodes = model.nodes.filter { reachable.contains($0.key) }
        containers = containers.filter { reachable.contains($0.key) }
    }

    private func check(_ operation: Operation, _ calls: any Calls, in container: Container) {
        let (node, key) = (operation.container, operation.key)
        switch operation.action {
        case .resolve(let spelling): checkRequest(key, spelling, in: container, node)
        case .resolveService(let property, let spelling):
            checkRequest(.service(property), spelling, in: container, node)
        case .resolveAll(let spelling):
            let expected = model.resolveAll(operation.interface, in: node)
            compare(calls.resolveAll(in: container, spelling)?.map(\.instance), expected)
        case .hold:
            let expected = model.resolve(key, in: node)
            let object = container.resolve(Product.self, id: operation.id.value)
            compare(object?.instance, expected)
            if let object {
                held.append(object)
                model.held.insert(object.instance.serial)
            }
        case .isBound: compare(calls.isBound(in: container.injector), model.isBound(key, in: node))
        default:
            compare(containers[model.main].map { $0 === Container.main }, true)
            compare(!isFull || Filler.isFound(step % Filler.count, in: containers[0]!), true)
        }
        compare(ledger.constructed, model.constructed)
        compareEnds()
    }

    private func checkRequest(_ key: Key, _ spelling: RequestSpelling, in container: Container, _ node: Int) {
        let expected = model.resolve(key, in: node)
        do {
            compare(try container.resolve(key, spelling, isExpected: expected != nil), expected)
        } catch {
            compare("\(error)", "\(expected as Any)")
        }
    }

    private func compare<Answer: Equatable>(_ actual: Answer, _ expected: Answer) {
        guard actual != expected, mismatch == nil else { return }
        mismatch = """
            seed \(seed), step \(step): the container answers \(actual), the model \(expected).
            The last operations:
            \(history.suffix(40).map { "  \($0)" }.joined(separator: "\n"))
            """
    }
}
