extension DeclarationReader {
    /// Returns whether the bracket opens observers and not a trailing closure.
    ///
    /// The compiler looks for the same words.
    func opensObservers(_ opening: Int) -> Bool {
        accessors(at: opening).contains { $0.name == "didSet" || $0.name == "willSet" }
    }

    /// Reads the accessors of a block, which has none if it has statements.
    func accessors(at opening: Int) -> [PropertyDeclaration.Accessor] {
        var list: [PropertyDeclaration.Accessor] = []
        var next = opening + 1
        while let closing = tokens[opening].partner, next < closing {
            guard let accessor = accessor(at: next) else { return [] }
            list.append(accessor)
            next = accessor.end + 1
        }
        return list
    }

    /// Reads one accessor: `@attribute modifier set(name) async throws(E) { ... }`.
    private func accessor(at first: Int) -> PropertyDeclaration.Accessor? {
        var next = first
        func skip(_ count: Int) {
            next += count
            if scan.has("(", at: next) { next = scan.indexAfter(next) }
        }
        while scan.has("@", at: next) { skip(2) }
        while Self.accessorModifiers.contains(scan.text(at: next)) { next += 1 }
        let (keyword, name) = (next, scan.text(at: next))
        guard Self.accessorKeywords.contains(name) else { return nil }
        skip(1)
        while ["async", "throws", "rethrows", "reasync"].contains(scan.text(at: next)) { skip(1) }
        guard scan.has("{", at: next), let end = tokens[next].partner else { return nil }
        return PropertyDeclaration.Accessor(name: name, keyword: keyword, end: end)
    }

    private static let accessorKeywords: Set<String> = [
        "get", "set", "didSet", "willSet", "_read", "_modify", "read", "modify", "yielding", "init", "unsafeAddress",
        "unsafeMutableAddress", "mutableAddress",
    ]

    private static let accessorModifiers: Set<String> = [
        "mutating", "nonmutating", "consuming", "borrowing", "nonisolated", "__consuming", "isolated",
        "public", "package", "internal", "fileprivate", "private",
    ]
}
