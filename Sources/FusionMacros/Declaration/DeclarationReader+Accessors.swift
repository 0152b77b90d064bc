extension DeclarationReader {
    /// Returns whether the bracket opens observers and not a trailing closure.
    ///
    /// The compiler looks for the same words.
    func opensObservers(_ opening: Int) -> Bool {
        guard case .list(let accessors, _)? = accessors(at: opening) else { return false }
        return accessors.contains { $0.name == "didSet" || $0.name == "willSet" }
    }

    func accessors() -> PropertyDeclaration.Accessors? { accessors(at: index) }

    private func accessors(at opening: Int) -> PropertyDeclaration.Accessors? {
        guard let closing = tokens[opening].partner else { return nil }
        var list: [PropertyDeclaration.Accessor] = []
        var next = opening + 1
        while next < closing {
            guard let accessor = accessor(at: next, before: closing) else { return .body(opening...closing) }
            list.append(accessor)
            next = accessor.end + 1
        }
        return list.isEmpty ? .body(opening...closing) : .list(list, in: opening...closing)
    }

    /// Reads one accessor: `@attribute modifier set(name) async throws(E) { ... }`.
    private func accessor(at first: Int, before closing: Int) -> PropertyDeclaration.Accessor? {
        var next = first
        while next < closing, scan.is(tokens[next], "@") {
            next += 2
            if next < closing, scan.is(tokens[next], "(") { next = indexAfter(next) }
        }
        while next < closing, Self.accessorModifiers.contains(scan.text(tokens[next])) { next += 1 }
        guard next < closing, tokens[next].kind == .word else { return nil }
        let keyword = next
        let name = scan.text(tokens[keyword])
        guard Self.accessorKeywords.contains(name) else { return nil }
        next += 1
        if next < closing, scan.is(tokens[next], "(") { next = indexAfter(next) }
        while next < closing, ["async", "throws", "rethrows", "reasync"].contains(scan.text(tokens[next])) {
            next += 1
            if next < closing, scan.is(tokens[next], "(") { next = indexAfter(next) }
        }
        guard next < closing, scan.is(tokens[next], "{"), let end = tokens[next].partner else { return nil }
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
