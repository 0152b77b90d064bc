/// The synchronous requests for instances that are created asynchronously or on an actor.
///
/// Only initializers that make requests themselves are checked. If an initializer's parameters are resolved by type, an
/// asynchronous request awaits them and switches to their actors.
final class SynchronousRequests {
    private(set) var faults: [VerificationError.Fault] = []
    /// The faults of requests that accept a missing instance.
    private(set) var possibleFaults: [VerificationError.Fault] = []
    private(set) var conditions: [Verification.Remark] = []

    /// The bindings that make requests themselves and depend on a condition or would fail.
    private(set) var holders: [Int] = []

    private let wiring: Wiring
    private var nodes: [Wiring.Node] { wiring.nodes }

    /// For each binding whose parameters are resolved by type, the paths to bindings that a synchronous request must
    /// not reach.
    private var known: [[[Int]]?]

    init(in wiring: Wiring) {
        self.wiring = wiring
        known = Array(repeating: nil, count: wiring.nodes.count)
        for (index, node) in wiring.nodes.enumerated() where requestsByHand(node) {
            for need in node.needs where !need.isDeferred {
                for next in wiring.providers(of: need, for: node) {
                    for path in paths(from: next) {
                        // If the initializer has run, its recorded request may have been for an optional.
                        add([index] + path, isCertain: need.kind == .inferred && need.isCertain)
                    }
                }
            }
        }
    }

    private func add(_ path: [VerificationError.Link], _ condition: String) {
        conditions.append(Verification.Remark(.conditional, path, path.text + ": \(condition)"))
    }

    private func requestsByHand(_ node: Wiring.Node) -> Bool {
        node.binding.dependencies.isEmpty && !node.isAsync && !node.binding.isAssigned
    }

    /// Returns a path to each kind of binding that is created asynchronously or on an actor.
    private func paths(from index: Int) -> [[Int]] {
        if let known = known[index] {
            return known
        }
        let node = nodes[index]
        if node.binding.isAssigned || node.hasInstance && node.binding.lifetime != .weak {
            return []
        }
        if node.isAsync || node.isolation != nil {
            return [[index]]
        }
        guard !node.binding.dependencies.isEmpty else {
            // This binding is checked separately.
            return []
        }
        // Ends the recursion on a cycle, which is a separate fault.
        known[index] = []
        var paths: [[Int]] = []
        for need in node.needs where !need.isDeferred {
            for next in wiring.providers(of: need, for: node) {
                for path in self.paths(from: next) where !paths.contains(where: { isSameKind($0, path) }) {
                    paths.append([index] + path)
                }
            }
        }
        known[index] = paths
        return paths
    }

    private func isSameKind(_ first: [Int], _ second: [Int]) -> Bool {
        let (first, second) = (nodes[first[first.count - 1]], nodes[second[second.count - 1]])
        return first.isAsync == second.isAsync && first.isolation === second.isolation
            && first.binding.lifetime == second.binding.lifetime
    }

    private func add(_ path: [Int], isCertain: Bool) {
        let (holder, needed) = (nodes[path[0]], nodes[path[path.count - 1]])
        let actor = needed.isAsync ? nil : needed.isolation
        // On an actor other than the main actor, only an asynchronous request runs a factory.
        if let actor, actor === MainActor.shared, holder.isolation === actor {
            return
        }
        holders.append(path[0])
        let links = wiring.links(of: path)
        if needed.binding.lifetime != .transient, needed.binding.lifetime != .resolution {
            return add(links, "only after 'prepare()' or an asynchronous request")
        }
        if let actor, actor === MainActor.shared, holder.isolation == nil {
            return add(links, "only on \(type(of: actor))")
        }
        let fault: VerificationError.Fault =
            actor.map { .wrongIsolation(path: links, actor: "\(type(of: $0))") } ?? .needsAwaiting(path: links)
        if isCertain {
            faults.append(fault)
        } else {
            possibleFaults.append(fault)
        }
    }
}
