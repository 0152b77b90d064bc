import Foundation
import Fusion
import Testing

/// Does the same to containers and to the model, and compares what they answer.
final class Run {
    private let seed: UInt64
    private let length: Int
    private var generator: RandomNumbers
    private var model = Model()
    private var containers: [Int: Container] = [:]
    /// The containers that steps choose from; others are forgotten, unless they are parents or main.
    private var inUse: [Int] = []
    private var lastContainer = 0
    /// What was main where the overrides were entered that are not left yet.
    private var outerMains: [Int] = []
    private var step = 0
    private var history: [Operation] = []
    /// The objects that keep weak instances alive.
    private var held: [Held] = []

    /// What went wrong first.
    private(set) var mismatch: String?

    private(set) var deepest = 0
    private(set) var overrides = 0
    private(set) var scopes = 0
    private(set) var ends = 0
    private(set) var answers = 0

    /// Creates a run that begins with the main container, which has to be empty.
    init(seed: UInt64, length: Int) {
        self.seed = seed
        self.length = length
        generator = RandomNumbers(seed: seed)
        model.nodes[0] = Model.Node()
        containers[0] = .main
        inUse = [0]
        Workshop.made = 0
        Workshop.ended = []
    }

    /// Takes steps until the end of the run, of the override or scope, or of the agreement.
    func proceed(depth: Int = 0) {
        deepest = max(deepest, depth)
        while step < length, mismatch == nil {
            step += 1
            let operation = Operation.random(
                using: &generator,
                containers: inUse,
                newContainer: lastContainer + 1,
                step: step,
                depth: depth
            )
            note(operation)
            switch operation {
            case .enterOverride(let node): enterOverride(of: node, depth: depth)
            case .enterScope(let node, let scope): enterScope(scope, by: node, depth: depth)
            case .leave where depth > 0: return
            default: perform(operation)
            }
        }
    }

    private func note(_ operation: Operation) {
        history.append(operation)
        if history.count > 200 {
            history.removeFirst(160)
        }
    }

    private func enterOverride(of node: Int, depth: Int) {
        guard let container = containers[node] else { return }
        overrides += 1
        let saved = model
        outerMains.append(model.main)
        // Every other one returns its result, and every third one throws it away.
        if step % 3 == 0 {
            _ = try? container.mock { container in
                container.modelSingleton = Third(instance: Instance(serial: -step))
                model.assign(Instance(serial: -step), to: .service(.singleton), in: node)
            } then: {
                proceed(depth: depth + 1)
                throw Workshop.Failure()
            }
        } else {
            container.mock { _ in
            } then: {
                proceed(depth: depth + 1)
            }
        }
        outerMains.removeLast()
        model.leaveOverride(since: saved)
        forgetUnreachable()
    }

    private func enterScope(_ scope: ModelScope, by node: Int, depth: Int) {
        guard let container = containers[node] else { return }
        scopes += 1
        model.open.append(ModelOpenScope(scope: scope))
        let isFailing = step % 3 == 0
        do {
            try container.withScope(scope.opened) {
                proceed(depth: depth + 1)
                if isFailing {
                    throw Workshop.Failure()
                }
            }
            compare(isFailing, false)
        } catch {
            compare(isFailing, error is Workshop.Failure)
        }
        let ended = model.open.removeLast().ends
        ends += ended.count
        compare(Workshop.ended, ended.reversed())
        Workshop.ended = []
    }

    private func perform(_ operation: Operation) {
        switch operation {
        case .bind(let node, let key, let scope, let recipe, let spelling):
            containers[node]?.bind(key, scope, recipe, spelling)
            model.bind(key, scope, recipe, hasEnd: spelling == .bind && scope.isOpened, in: node)
        case .contribute(let node, let interface, let id, let scope, let recipe):
            containers[node]?.contribute(interface, id, scope, recipe)
            model.contribute(interface, id, scope, recipe, in: node)
        case .decorate(let node, let key, let mark):
            containers[node]?.decorate(key, mark)
            model.decorate(key, mark, in: node)
        case .letGo:
            held = []
            model.held = []
        case .unbind(let node, let key):
            containers[node]?.unbind(key)
            model.unbind(key, in: node)
        case .set(let node, let interface, let serial):
            containers[node]?.set(Instance(serial: serial), for: interface)
            model.assign(Instance(serial: serial), to: .type(interface, .none), in: node)
        case .alias(let node, let interface, let property):
            containers[node]?.setAlias(property, for: interface)
            model.bind(.type(interface, .none), .transient, .alias(property), in: node)
        case .assign(let node, let property, let serial, let isByKeyPath):
            containers[node]?.assign(Instance(serial: serial), to: property, byKeyPath: isByKeyPath)
            model.assign(Instance(serial: serial), to: .service(property), in: node)
        case .unassign(let node, let property):
            containers[node]?.unassign(property.keyPath)
            model.unassign(.service(property), in: node)
        case .unassignAll(let node):
            containers[node]?.unassignAll()
            model.unassignAll(in: node)
        case .reset(let node, let scope):
            containers[node]?.reset(scope.value)
            model.reset(scope, in: node)
        case .resetAll(let node):
            containers[node]?.injector.reset()
            model.resetAll(in: node)
        case .create(let node, let parent):
            create(node, parent: parent)
        case .makeMain(let node):
            Container.main = containers[node] ?? .main
            model.main = node
        case .resolve, .resolveAll, .hold, .isBound, .describe, .enterOverride, .enterScope, .leave:
            check(operation)
        }
    }

    private func create(_ node: Int, parent: Int?) {
        // Long chains would be walked all the time.
        let parent = parent.flatMap { model.chain(of: $0).count < 4 ? $0 : nil }
        lastContainer = node
        containers[node] = Container(parent: parent.flatMap { containers[$0] })
        model.nodes[node] = Model.Node(parent: parent)
        if inUse.count < 8 {
            inUse.append(node)
        } else {
            inUse[generator.below(inUse.count)] = node
        }
        forgetUnreachable()
    }

    private func forgetUnreachable() {
        guard model.nodes.count > 24 else { return }
        let reachable = Set((inUse + outerMains + [model.main, 0]).flatMap(model.chain))
        model.nodes = model.nodes.filter { reachable.contains($0.key) }
        containers = containers.filter { reachable.contains($0.key) }
    }

    private func check(_ operation: Operation) {
        answers += 1
        switch operation {
        case .resolve(let node, let key, let manner):
            let expected = model.resolve(key, in: node)
            do {
                compare(try containers[node]?.ask(for: key, manner, expecting: expected), expected)
            } catch {
                compare("\(error)", "\(expected as Any)")
            }
            compare(Workshop.made, model.made)
        case .resolveAll(let node, let interface):
            compare(containers[node]?.askForAll(interface), model.resolveAll(interface, in: node))
            compare(Workshop.made, model.made)
        case .hold(let node, let id):
            let expected = model.resolve(.type(.held, id), in: node)
            let object = containers[node]?.resolve(Held.self, id: id.value)
            compare(object?.instance, expected)
            if let object {
                held.append(object)
                model.held.insert(object.instance.serial)
            }
        case .isBound(let node, let key):
            compare(containers[node]?.isBound(key), model.isBound(key, in: node))
        case .describe(let node):
            compare(containers[node]?.debugDescription, model.description(of: node))
        default:
            compare(containers[model.main].map { $0 === Container.main }, true)
        }
    }

    private func compare<Answer: Equatable>(_ actual: Answer, _ expected: Answer) {
        guard actual != expected, mismatch == nil else { return }
        let last = history.suffix(40).map { "  \($0)" }.joined(separator: "\n")
            .replacingOccurrences(of: #"\bFusionTests\.(\w+\.)*"#, with: "", options: .regularExpression)
        mismatch = """
            seed \(seed), step \(step): the container says \(actual), the model says \(expected).
            The last operations:
            \(last)
            """
    }
}
