/// Decides in which order things end of which some need others.
///
/// It's a value that knows no instance: a *node* stands for all things that need the same, and may stand for none.
struct EndingOrder {
    struct Need {
        let node: Int
        /// Whether the node is used after its user was created.
        ///
        /// Otherwise the order of creation is right.
        let isLazy: Bool
    }

    /// The nodes that each node needs.
    var needs: [[Need]] = []

    /// Returns the order in which things end.
    ///
    /// The latest ends first, but a thing after all that use it lazily, directly or not. Of those that need each other, the
    /// latest ends first.
    ///
    /// - Parameter nodes: The node of each thing, in the order of creation.
    /// - Returns: The positions of the things, in the order of their ends.
    func positions(of nodes: [Int]) -> [Int] {
        let reached = needs.indices.map(reached)
        let later = needs.indices.map { node in
            needs.indices.filter { reached[node][$0] == .lazily && reached[$0][node] == .never }
        }
        var things = [[Int]](repeating: [], count: needs.count)
        for (position, node) in nodes.enumerated() {
            things[node].append(position)
        }
        var waiting = [Int](repeating: 0, count: needs.count)
        for (node, later) in later.enumerated() {
            later.forEach { waiting[$0] += things[node].count }
        }
        var (ready, order) = (nodes.indices.filter { waiting[nodes[$0]] == 0 }, [Int]())
        while let position = ready.popLast() {
            order.append(position)
            for node in later[nodes[position]] {
                waiting[node] -= 1
                if waiting[node] == 0 {
                    ready += things[node]
                    ready.sort()
                }
            }
        }
        return order
    }

    private enum Reach { case never, eagerly, lazily }

    /// Returns how each node is reached from one, directly or not: lazily if any need on the way is lazy.
    private func reached(from node: Int) -> [Reach] {
        var reached = [Reach](repeating: .never, count: needs.count)
        var open = [Need(node: node, isLazy: false)]
        while let user = open.popLast() {
            for need in needs[user.node] {
                let isLazy = user.isLazy || need.isLazy
                guard reached[need.node] == .never || isLazy && reached[need.node] == .eagerly else { continue }
                reached[need.node] = isLazy ? .lazily : .eagerly
                // A way that leads through the node itself again says nothing new.
                if need.node != node { open.append(Need(node: need.node, isLazy: isLazy)) }
            }
        }
        return reached
    }
}
