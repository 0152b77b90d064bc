/// Decides in which order things end of which some need others.
///
/// It's a value that knows no instance: a *node* stands for all things that need the same, and may stand for none.
struct EndingOrder {
    struct Need {
        let node: Int
        /// Whether the node was needed before the other one existed, so that the order of creation is right.
        var isEarlier = false
    }

    /// The nodes that each node needs.
    var needs: [[Need]] = []

    /// Returns the order in which things end.
    ///
    /// The latest ends first, but a thing after all that need it, directly or not. Of those that need each other, the
    /// latest ends first.
    ///
    /// - Parameter nodes: The node of each thing, in the order of creation.
    /// - Returns: The positions of the things, in the order of their ends.
    /// - Complexity: O(*n* log *n* + *m*) for *n* things and *m* needs.
    func positions(of nodes: [Int]) -> [Int] {
        let (groups, count) = groups
        var members = [[Int]](repeating: [], count: count)
        var things = members
        for (node, group) in groups.enumerated() {
            members[group].append(node)
        }
        for (position, node) in nodes.enumerated() {
            things[groups[node]].append(position)
        }
        var users = [Int](repeating: 0, count: count)
        for (node, needs) in needs.enumerated() {
            for need in needs where !need.isEarlier && groups[need.node] != groups[node] {
                users[groups[need.node]] += 1
            }
        }
        var remaining = things.map(\.count)
        var (ready, order) = (Heap(), [Int]())
        var free = (0..<count).filter { users[$0] == 0 }
        while true {
            // Nothing needs these groups any more, or what does has ended.
            while let group = free.popLast() {
                things[group].forEach { ready.insert($0) }
                guard remaining[group] == 0 else { continue }
                for need in members[group].lazy.flatMap({ needs[$0] }) where !need.isEarlier {
                    let needed = groups[need.node]
                    guard needed != group else { continue }
                    users[needed] -= 1
                    if users[needed] == 0 { free.append(needed) }
                }
            }
            guard let position = ready.removeGreatest() else { return order }
            order.append(position)
            let group = groups[nodes[position]]
            remaining[group] -= 1
            if remaining[group] == 0 {
                things[group] = []
                free.append(group)
            }
        }
    }

    /// The group of each node: two nodes are in one group if each needs the other, directly or not.
    ///
    /// This is Tarjan's algorithm, without recursion, because a chain of needs may be long.
    private var groups: (of: [Int], count: Int) {
        var (group, next) = ([Int](repeating: -1, count: needs.count), [Int](repeating: 0, count: needs.count))
        var (number, lowest) = (next, next)
        var (stack, path, visited, count) = ([Int](), [Int](), 0, 0)
        for root in needs.indices where number[root] == 0 {
            path.append(root)
            while let node = path.last {
                if number[node] == 0 {
                    visited += 1
                    (number[node], lowest[node]) = (visited, visited)
                    stack.append(node)
                }
                if next[node] < needs[node].count {
                    let need = needs[node][next[node]].node
                    next[node] += 1
                    if number[need] == 0 {
                        path.append(need)
                    } else if group[need] < 0 {
                        lowest[node] = min(lowest[node], number[need])
                    }
                    continue
                }
                path.removeLast()
                if let user = path.last { lowest[user] = min(lowest[user], lowest[node]) }
                guard lowest[node] == number[node] else { continue }
                while group[node] < 0 {
                    group[stack.removeLast()] = count
                }
                count += 1
            }
        }
        return (group, count)
    }
}

/// Numbers of which the greatest leaves first.
private struct Heap {
    private var numbers: [Int] = []

    mutating func insert(_ number: Int) {
        numbers.append(number)
        var place = numbers.count - 1
        while place > 0, numbers[(place - 1) / 2] < numbers[place] {
            numbers.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeGreatest() -> Int? {
        guard let greatest = numbers.first, let last = numbers.popLast() else { return nil }
        guard !numbers.isEmpty else { return greatest }
        numbers[0] = last
        var place = 0
        while let child = (2 * place + 1..<2 * place + 3).prefix(while: { $0 < numbers.count })
            .max(by: { numbers[$0] < numbers[$1] }), numbers[child] > numbers[place]
        {
            numbers.swapAt(place, child)
            place = child
        }
        return greatest
    }
}
