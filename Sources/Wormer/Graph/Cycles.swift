/// The cycles in a graph, found by an iterative depth-first search.
struct Cycles<ID: Hashable> {
    /// Each cycle once, from the node at which it was found to the node before it.
    let paths: [[ID]]

    /// Finds the cycles of a graph.
    ///
    /// - Complexity: O(*n* + *m* + *c*), where *n* is the number of nodes, *m* the number of edges, and *c* the number
    ///   of nodes on cycles.
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
