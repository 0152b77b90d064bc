/// The arguments of one `@Service` attribute as written in the source, without a trailing comma or comment.
struct AttributeArguments: Equatable {
    /// The scope, or the lifetime with its label.
    private(set) var scope: String?
    /// The function that ends an instance.
    private(set) var onEnd: String?
    /// The value for tests.
    private(set) var test: String?

    init(_ source: String) {
        let scan = Scanner.scan(source)
        guard scan.trouble == nil, let opening = scan.tokens.firstIndex(where: { scan.is($0, "(") }),
            let closing = scan.tokens[opening].partner
        else { return }
        // Only a comma before a label separates arguments of the attribute.
        let commas = scan.outerIndices(after: opening, before: closing).filter { index in
            scan.has(",", at: index) && ["onEnd", "test"].contains(scan.text(at: index + 1))
                && scan.has(":", at: index + 2)
        }
        for (before, end) in zip([opening] + commas, commas + [closing]) {
            let (first, last) = (before + 1, scan.has(",", at: end - 1) ? end - 2 : end - 1)
            guard first <= last else { continue }
            if scan.has("onEnd", at: first), first + 2 <= last {
                onEnd = scan.text(scan.range(of: (first + 2)...last))
            } else if scan.has("test", at: first), first + 2 <= last {
                test = scan.text(scan.range(of: (first + 2)...last))
            } else {
                scope = scan.text(scan.range(of: first...last))
            }
        }
    }
}
