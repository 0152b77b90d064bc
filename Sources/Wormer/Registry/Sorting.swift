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

/// Returns the first place in a sorted list whose element does not come before a position.
///
/// - Complexity: O(log *n*), where *n* is the number of elements.
@inline(__always)
func firstPlace(in count: Int, after comesBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        (low, high) = comesBefore(middle) ? (middle + 1, high) : (low, middle)
    }
    return low
}

@inline(never)
private func sortedIndices(_ count: Int, by comesFirst: (Int, Int) -> Bool) -> [Int] {
    var indices = Array(0..<count)
    indices.sort(by: comesFirst)
    return indices
}
