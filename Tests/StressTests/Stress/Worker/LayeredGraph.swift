import Foundation
import Wormer

/// Asynchronous singletons in layers, each of which awaits the whole next layer in a task group.
///
/// Some fail the first time that all they need exists, and one may close a cycle.
final class LayeredGraph: @unchecked Sendable {
    private final class Node: Sendable {}

    private let injector = Injector(parent: nil)
    private let width: Int
    private let count: Int
    /// The node that closes a cycle, and the node that it requests.
    private let closing: (from: Int, to: Int)?
    private let hasFailing: Bool
    private let lock = NSLock()

    // Guarded by `lock`.
    private var failing: Set<Int>
    private var made: [Node?]
    private(set) var complaints: [String] = []

    init(_ worker: Worker) {
        // Neither the search for a cycle nor its failure may follow each path through many layers.
        let layers = worker.oneIn(16) ? 24 : 1 + worker.below(4)
        width = 1 + worker.below(4)
        count = layers * width
        made = Array(repeating: nil, count: count)
        failing = Set((0..<worker.element(of: [0, 0, 3])).map { [count] _ in worker.below(count) })
        hasFailing = !failing.isEmpty
        let from = worker.below(count)
        let to = worker.below(max(from / width * width, 1))
        closing = worker.oneIn(2) && (from / width > 0 || from == to) ? (from, to) : nil
        for node in 0..<count {
            let isPlanted = worker.round.plant == .graph && node == count - 1
            injector.bind(
                Node.self,
                id: node,
                lifetime: isPlanted ? .transient : .singleton,
                to: .async { [unowned self] _ in try await make(node) }
            )
        }
    }

    /// Makes the graph by requests of several tasks, and checks each result.
    func check(_ worker: Worker) async {
        await withTaskGroup { group in
            for _ in 0..<4 {
                let nodes = worker.oneIn(3) ? [] : (0..<3).map { [count] _ in worker.below(count) }
                group.addTask { [self] in
                    if nodes.isEmpty { await prepare() }
                    for node in nodes { await request(node) }
                }
            }
        }
        // The dependencies of a node now exist or are part of the cycle, so at most the node itself fails.
        for node in (0..<count).reversed() where !isLeftOut(node) {
            if await !request(node) { await request(node) }
        }
        await prepare()
        for node in 0..<count where (made[node] == nil) != isInCycle(node) {
            complaints.append("node \(node) was\(made[node] == nil ? " not" : "") made")
        }
    }

    /// Whether a node closes the cycle or needs the node that does.
    private func isInCycle(_ node: Int) -> Bool {
        closing.map { node == $0.from || node / width < $0.from / width } ?? false
    }

    /// Whether a node is not requested by itself.
    ///
    /// The request of a node in a cycle starts the constructions of all layers between the two again, which takes long
    /// in a large graph.
    private func isLeftOut(_ node: Int) -> Bool {
        isInCycle(node) && count > 32 && node % 16 != 0
    }

    /// Creates a node once all nodes that it needs exist.
    private func make(_ node: Int) async throws -> Node {
        let next = (node / width + 1) * width
        try await withThrowingTaskGroup(of: Node.self) { group in
            var needed = Array(next..<min(next + width, max(count, next)))
            if let closing, closing.from == node { needed.append(closing.to) }
            for node in needed {
                group.addTask { [injector] in try await injector.asyncInstance(id: node) }
            }
            try await group.waitForAll()
        }
        return try lock.withLock {
            if failing.remove(node) != nil {
                throw FactoryError(binding: node)
            }
            if made[node] != nil {
                complaints.append("node \(node) was made twice")
            }
            let instance = Node()
            made[node] = instance
            return instance
        }
    }

    /// Requests a node.
    ///
    /// - Returns: Whether the request had its final result.
    @discardableResult
    private func request(_ node: Int) async -> Bool {
        do {
            let instance: Node = try await injector.asyncInstance(id: node)
            lock.withLock {
                if instance !== made[node] || isInCycle(node) {
                    complaints.append("the request of node \(node) returned a wrong node")
                }
            }
            return true
        } catch {
            return isRight(error, for: isInCycle(node))
        }
    }

    private func prepare() async {
        do {
            try await injector.prepare()
            if closing != nil {
                lock.withLock { complaints.append("a graph with a cycle was prepared") }
            }
        } catch let error as PreparationError {
            error.errors.forEach { _ = isRight($0, for: closing != nil) }
        } catch {
            lock.withLock { complaints.append("preparing threw \(error)") }
        }
    }

    /// Checks the error of a request, and returns whether it is that of a cycle.
    private func isRight(_ error: any Error, for isInCycle: Bool) -> Bool {
        switch (error as? InjectionError)?.reason {
        case .cycle? where isInCycle: return true
        case .factoryThrew(let error)? where error is FactoryError && hasFailing: return false
        default:
            lock.withLock { complaints.append("a node's error is \(error)") }
            return false
        }
    }
}

extension Worker {
    func useGraph() async {
        let graph = LayeredGraph(self)
        await graph.check(self)
        graph.complaints.forEach(complain)
        history.graphs += 1
    }
}
