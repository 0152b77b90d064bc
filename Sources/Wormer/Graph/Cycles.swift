/// Finds the cycles of a graph by an iterative depth-first search.
///
/// - Parameter successors: The successors of each node.
/// - Returns: Each cycle once, from the node at which it was found to the node before it.
/// - Complexity: O(*n* + *m* + *c*), where *n* is the number of nodes, *m* the number of edges, and *c* the number of
///   nodes on cycles. Each edge that closes a cycle is compared with the earlier edges of its node.
func cycles(of successors: [[Int]]) -> [[Int]] {
    var paths: [[Int]] = []
    let (new, done) = (-1, -2)
    var positions = Array(repeating: new, count: successors.count)
    for root in successors.indices where positions[root] == new {
        var path = [root]
        var nextEdges = [0]
        positions[root] = 0
        while let node = path.last, let edge = nextEdges.popLast() {
            guard edge < successors[node].count else {
                path.removeLast()
                positions[node] = done
                continue
            }
            nextEdges.append(edge + 1)
            let next = successors[node][edge]
            let start = positions[next]
            if start >= 0 {
                if !successors[node][..<edge].contains(next) {
                    paths.append(Array(path[start...]))
                }
            } else if start == new {
                positions[next] = path.count
                path.append(next)
                nextEdges.append(0)
            }
        }
    }
    return paths
}
