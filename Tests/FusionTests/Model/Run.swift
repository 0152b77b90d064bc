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

    /// What went wrong first.
    private(set) var mismatch: String?

    private(set) var deepest = 0
    private(set) var overrides = 0
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
    }

    /// Takes steps until the end of the run, of the override, or of the agreement.
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
            case .leaveOverride where depth > 0: return
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
        // Everything is as it was, but for what did not exist then.
        model.main = saved.main
        model.nodes.merge(saved.nodes) { _, saved in saved }
        forgetUnreachable()
    }

    private func perform(_ operation: Operation) {
        switch operation {
        case .bind(let node, let key, let scope, let recipe, let spelling):
            containers[node]?.bind(key, scope, recipe, spelling)
            model.bind(key, scope, recipe, in: node)
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
        case .resolve, .isBound, .describe, .enterOverride, .leaveOverride:
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

extension Model {
    /// What the description of a container is to be.
    fileprivate func description(of node: Int) -> String {
        let bindings = nodes[node]?.bindings ?? [:]
        let lines = bindings.map { key, binding in
            let state =
                binding.instance.map { "#\($0.serial)" }
                ?? (binding.scope == .transient ? "<made for each request>" : "<not made yet>")
            return "- \(key.entry): \(state)\(binding.scope.entry)"
        }
        return (["*Container Entries*"] + (lines.isEmpty ? ["<nothing registered>"] : lines.sorted()))
            .joined(separator: "\n")
    }
}

extension ModelKey {
    fileprivate var entry: String {
        switch self {
        case .service(let property): "Third (model\("\(property)".capitalizedFirst))"
        case .type(let interface, .none): "\(interface)".capitalizedFirst
        case .type(let interface, let id): "\(interface) (\(id == .text ? "a" : "\(id.rawValue - 1)"))".capitalizedFirst
        }
    }
}

extension ModelScope {
    fileprivate var entry: String {
        switch self {
        case .transient: ""
        case .singleton: " (singleton)"
        case .session, .request: " (scope \(self) of the model)"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
