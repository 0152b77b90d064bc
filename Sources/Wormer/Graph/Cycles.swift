/// The cycles in a graph, found by walking it depth first without recursion.
struct Cycles<ID: Hashable> {
    /// Each cycle once, from the node at which it was found round to the one before it.
    let paths: [[ID]]

    /// - Complexity: One step for each node and each edge, and one for each node of each cycle.
    init(of nodes: [ID], successors: [ID: [ID]]) {
        var paths: [[ID]] = []
        var known: Set<[ID]> = []
        var isDone: Set<ID> = []
        for root in nodes where !isDone.contains(root) {
            var path: [ID] = [root]
            var position: [ID: Int] = [root: 0]
            var pending = [successors[root, default: []][...]]
            while let node = path.last {
                guard let next = pending[pending.count - 1].popFirst() else {
                    path.removeLast()
                    pending.removeLast()
                    position[node] = nil
                    isDone.insert(node)
                    continue
                }
                if let start = position[next] {
                    let cycle = Array(path[start...])
                    if known.insert(cycle).inserted {
                        paths.append(cycle)
                    }
                } else if !isDone.contains(next) {
                    position[next] = path.count
                    path.append(next)
                    pending.append(successors[next, default: []][...])
                }
            }
        }
        self.paths = paths
    }
}
