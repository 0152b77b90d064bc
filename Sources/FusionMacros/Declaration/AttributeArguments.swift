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
        var arguments: [[Token]] = [[]]
        var index = opening + 1
        while index < closing {
            let next = scan.tokens[index].kind == .open ? (scan.tokens[index].partner ?? index) + 1 : index + 1
            if scan.is(scan.tokens[index], ","), isLabel(scan, index + 1) {
                arguments.append([])
            } else {
                arguments[arguments.count - 1] += scan.tokens[index..<next]
            }
            index = next
        }
        for var words in arguments {
            if let last = words.last, scan.is(last, ",") { words.removeLast() }
            guard let first = words.first, let last = words.last else { continue }
            if scan.is(first, "onEnd"), words.count > 2 {
                onEnd = scan.text(words[2].start..<last.end)
            } else if scan.is(first, "test"), words.count > 2 {
                test = scan.text(words[2].start..<last.end)
            } else {
                scope = scan.text(first.start..<last.end)
            }
        }
    }

    /// Returns whether the token is the label `onEnd` or `test`.
    private func isLabel(_ scan: Scan, _ index: Int) -> Bool {
        index + 1 < scan.tokens.count && ["onEnd", "test"].contains(scan.text(scan.tokens[index]))
            && scan.is(scan.tokens[index + 1], ":")
    }
}
