extension Array {
    /// Returns the elements in the order that a function determines.
    ///
    /// Elements of which neither comes first keep their order. The elements of all types are sorted by their indices,
    /// because every specialization of `sorted(by:)` takes four kilobytes of code.
    func ordered(by comesFirst: (Element, Element) -> Bool) -> [Element] {
        let isOrdered = !indices.dropFirst().contains { comesFirst(self[$0], self[$0 - 1]) }
        return isOrdered ? self : sortedIndices(count) { comesFirst(self[$0], self[$1]) }.map { self[$0] }
    }
}

@inline(never)
private func sortedIndices(_ count: Int, by comesFirst: (Int, Int) -> Bool) -> [Int] {
    var indices = Array(0..<count)
    indices.sort(by: comesFirst)
    return indices
}
