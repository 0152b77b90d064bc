// Calls that look up a type.

extension Candidates {
    /// Reads the call of a function that may be a lookup, and returns whether it is one.
    mutating func readLookup(at index: Int) -> Bool {
        let name = scan.name(at: index)
        guard let function = LookupFunction.named(name), scan.has("(", at: index + 1),
            let closing = scan.tokens[index + 1].partner
        else { return false }
        let isOfContainer = function.owner == .container
        let (receiver, start) = receiver(before: index)
        let isCertain = receiver.map { isOfContainer ? isContainer($0) : isInjector($0) } ?? false
        if !isCertain, function.isOrdinary { return false }
        var isForced =
            function.result == .instance
            || scan.text(at: closing + 1).hasPrefix("!") && !scan.tokens[closing + 1].isSpaced
        let arguments = arguments(from: index + 2, to: closing, isLabeled: !isOfContainer)
        var type = arguments?.type.flatMap { text(ofType: $0) }
        if let arguments, arguments.type == nil, isCertain || name != "instance" {
            type = statedType(from: start, to: closing)
            let isOptional = type?.hasSuffix("?") == true || [.optional, .list].contains(function.result)
            // Without an optional, `resolve` is the function that fails.
            isForced = isForced || !isOptional
        } else if function.result == .list {
            type = type.map { "[\($0)]" }
        }
        // Only the compiler knows other types and identifiers.
        guard let type else {
            addUnread(at: index)
            return true
        }
        let source = "((\(type)).self, \(arguments?.id ?? "nil"))"
        if !lookups.contains(source) { lookups.append(source) }
        isForced = isForced && !caught.contains { $0.contains(index) }
        // The function may be one of another type.
        let marks = (isCertain ? "" : "|") + (isForced ? "" : "?")
        add("\(lookups.firstIndex(of: source) ?? 0)", marks: marks, at: index)
        if let type = arguments?.type { types.append(type) }
        if type.hasPrefix("Provider<"), isCalled(closing) { addUnread(at: index) }
        return true
    }

    /// Returns the names before a member, or nil if they are an expression; and the index of the first one.
    ///
    /// A constant is replaced by its value, such as `Container.main`.
    func receiver(before index: Int) -> (names: [String]?, start: Int) {
        var (names, start): ([String], Int) = ([], index)
        while scan.has(".", at: start - 1) {
            let place = start - (["?", "!"].contains(scan.text(at: start - 2)) ? 3 : 2)
            // A container or an injector has at most four names.
            guard place >= 0, scan.tokens[place].kind == .word, names.count < 4 else { return (nil, start) }
            start = place
            names.insert(scan.name(at: start), at: 0)
        }
        if let first = names.first, ["Fusion", "Wormer"].contains(first) { names.removeFirst() }
        return (resolved(names, at: start), start)
    }

    private func resolved(_ names: [String], at index: Int) -> [String]? {
        guard let first = names.first, let local = locals.meaning(of: first, at: index) else { return names }
        // The value is before the scope, so this comes to an end.
        return locals.chain(of: local).flatMap { resolved($0 + names.dropFirst(), at: local.value.lowerBound) }
    }

    func isContainer(_ names: [String]) -> Bool {
        [[], ["self"], ["Self"], ["Container"]].contains(names)
            || names.count == 2 && ["Self", "Container"].contains(names[0]) && ["main", "default"].contains(names[1])
    }

    /// Returns whether the names before a bracket are a container.
    func isContainer(chainBefore bracket: Int) -> Bool {
        guard scan.has("[", at: bracket), bracket > 0, scan.tokens[bracket - 1].kind == .word,
            let names = receiver(before: bracket - 1).names
        else { return false }
        let chain = resolved(names + [scan.name(at: bracket - 1)], at: bracket - 1)
        return chain.map(isContainer) ?? false
    }

    private func isInjector(_ names: [String]) -> Bool {
        names == ["Injector", "default"] || names.last == "injector" && isContainer(names.dropLast())
    }

    // MARK: - Arguments

    /// Returns the type and the literal identifier in `for: API.self, id: "eu"`, `API.self` or nothing; nil for other
    /// arguments.
    private func arguments(from start: Int, to end: Int, isLabeled: Bool) -> (type: Range<Int>?, id: String?)? {
        var (index, type) = (start, nil as Range<Int>?)
        let hasLabel = scan.has("for", at: index) && scan.has(":", at: index + 1)
        if index < end, !scan.has("id", at: index), hasLabel == isLabeled {
            let first = index + (hasLabel ? 2 : 0)
            guard let last = self.type(at: first), scan.has(".", at: last - 2), scan.has("self", at: last - 1) else {
                return nil
            }
            (type, index) = (first..<last - 2, last)
            if scan.has(",", at: index) { index += 1 }
        }
        guard index < end else { return (type, nil) }
        guard scan.has("id", at: index), scan.has(":", at: index + 1), index + 3 == end,
            scan.tokens[index + 2].kind == .literal || ["true", "false"].contains(scan.text(at: index + 2))
        else { return nil }
        return (type, scan.text(at: index + 2))
    }

    /// Returns the index after a type, and after the `.self` of a metatype.
    private func type(at start: Int) -> Int? {
        var index = start
        if ["any", "some"].contains(scan.text(at: index)) { index += 1 }
        guard index < scan.tokens.count, [.word, .open].contains(scan.tokens[index].kind) else { return nil }
        index = scan.endOfGenerics(from: scan.indexAfter(index))
        while index < scan.tokens.count {
            let token = scan.tokens[index]
            if scan.has(".", at: index), index + 1 < scan.tokens.count {
                index = scan.endOfGenerics(from: index + 2)
            } else if scan.has("&", at: index) || scan.has("->", at: index) {
                return type(at: index + 1)
            } else if token.kind == .symbol, !token.isSpaced, scan.text(token).allSatisfy({ $0 == "?" || $0 == "!" }) {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    /// Returns the type that a lookup without one gets from `let api: API = ...`, from `... as API`, or from the property
    /// whose whole initializer it is.
    private func statedType(from start: Int, to end: Int) -> String? {
        if scan.has("as", at: end + 1) {
            return type(at: end + 2).flatMap { text(ofType: end + 2..<$0) }
        }
        let next = end + (scan.has("!", at: end + 1) ? 2 : 1)
        let first = (0..<start).last { !["try", "await", "!", "?"].contains(scan.text(at: $0)) }
        guard let first else { return next == scan.tokens.count ? self.type : nil }
        if scan.has("return", at: first), !isInFunction(first) {
            return scan.end(from: first + 1, at: [";"]) == next ? self.type : nil
        }
        return locals.type(ofValue: first + 1..<next).flatMap { text(ofType: $0) }
    }

    /// Returns whether a token is in a closure or a function, which return values of their own.
    private func isInFunction(_ index: Int) -> Bool {
        scan.blocks.contains { block in
            block.contains(index) && [nil, "func"].contains(scan.statement(ofBody: block.lowerBound))
        }
    }

    /// Returns the source code of a type, or nil if it may mean something else outside the initializer.
    private func text(ofType tokens: Range<Int>) -> String? {
        guard scan.indices(of: "#if", "#available", "#unavailable").isEmpty, let last = tokens.last else { return nil }
        let declared = locals.all
        let isPlain = tokens.allSatisfy { index in
            let (kind, name) = (scan.tokens[index].kind, scan.name(at: index))
            guard kind == .word else { return kind != .literal && kind != .pound }
            let isMember = scan.has(".", at: index - 1)
            return Scan.keywords.contains(name) || Self.wordsOfTypes.contains(name)
                || name.first?.isUppercase == true && (isMember || !declared.contains(name))
        }
        return isPlain ? scan.text(scan.range(of: tokens.lowerBound...last)) : nil
    }

    private static let wordsOfTypes: Set<String> = [
        "async", "escaping", "isolated", "sending", "nonisolated", "repeat", "each",
    ]
}
