/// The names and lookups in an initializer or a body, from which the graph derives a service's dependencies before the service
/// is created.
///
/// They are candidates, because only the running program can determine which names are services.
struct Candidates {
    /// The tokens of the initializer or the body.
    let scan: Scan
    /// The type of the property or the result as source code, if it is stated.
    let type: String?
    /// The names that the initializer declares, which do not count as services.
    let locals: LocalNames
    /// The names that closures capture, and their parameters.
    private var heads: [ClosedRange<Int>] = []
    /// The code that runs later: closures that are kept, without what they capture.
    private var deferred: [Range<Int>] = []
    /// The code that may not run.
    private var conditional: [Range<Int>] = []
    /// The code whose errors become nil.
    var caught: [Range<Int>] = []
    /// The types in lookups.
    var types: [Range<Int>] = []
    private var found: [(marks: String, item: String)] = []

    /// The types that the initializer looks up, each with its identifier, as source code.
    var lookups: [String] = []

    /// The lines of the service's record, one for each candidate.
    ///
    /// - `name`, or `name()` for a call;
    /// - the index of a lookup;
    /// - nothing, for code that only the compiler or the running program can resolve, such as a container that is handed
    ///   on.
    ///
    /// Marks before it say that it counts less:
    ///
    /// - `~` in a closure that runs later;
    /// - `|` in code that may not run or may run later, or in a call of a function that may not be a lookup;
    /// - `?` for a lookup that may go unanswered, for code that only the compiler can resolve, and for a name that may be
    ///   one of another type.
    var lines: [String] { found.map { $0.marks + $0.item } }

    /// Finds the candidates in an initializer, in a value for tests, or in the body of a function with parameters.
    init(_ scan: Scan, type: String?, parameters: [String] = []) {
        (self.scan, self.type) = (scan, type)
        locals = LocalNames(scan, parameters: parameters)
        findClosures()
        for index in scan.tokens.indices {
            if branches(index) { conditional.append(rest(after: index)) }
            if scan.has("try", at: index), scan.text(at: index + 1).hasPrefix("?") { caught.append(rest(after: index)) }
        }
        for index in scan.tokens.indices where scan.tokens[index].kind == .word { read(index) }
    }

    private mutating func findClosures() {
        var closures: [(run: Run, range: Range<Int>)] = []
        for block in scan.blocks {
            let (run, head) = (run(of: block), ClosureHead(scan, block).end)
            heads.append(block.lowerBound...head)
            if run != .now { closures.append((run, head + 1..<block.upperBound)) }
        }
        let awaits = scan.indices(of: "await")
        let awaitsNow = awaits.contains { index in !closures.contains { $0.range.contains(index) } }
        for (run, range) in closures {
            // Without another `await`, nothing can call a closure that awaits at once.
            if run == .later || !awaitsNow && awaits.contains(where: range.contains) {
                deferred.append(range)
            } else {
                conditional.append(range)
            }
        }
    }

    /// Returns the arguments for the lines and the lookups.
    func arguments(_ name: String, _ nameOfLookups: String) -> [String] {
        let lookups = lookups.joined(separator: ", ")
        return ["\(name): \(literal(lines.joined(separator: "\n")))"]
            + (lookups.isEmpty ? [] : ["\(nameOfLookups): [\(lookups)]"])
    }

    /// Returns the tokens after one, up to the end of its brackets, or of the expression if it is no statement.
    private func rest(after index: Int) -> Range<Int> {
        guard scan.tokens[index].kind != .symbol, !scan.has("try", at: index) else {
            return index + 1..<scan.end(from: index + 1, at: [",", ";"])
        }
        return index + 1..<(scan.next(from: index + 1) { scan.tokens[$0].kind == .close } ?? scan.tokens.count)
    }

    /// Returns whether the token begins code that may not run.
    private func branches(_ index: Int) -> Bool {
        let (token, text) = (scan.tokens[index], scan.text(at: index))
        switch token.kind {
        // A label, as in `instance(for: API.self)`, begins no such code.
        case .word where text == "do": return !scan.indices(of: "catch").isEmpty
        case .word: return Scan.conditions.contains(text) && !scan.has(":", at: index + 1)
        case .pound: return text == "#if"
        case .symbol where ["&&", "||", "??"].contains(text): return true
        case .symbol where text.hasPrefix("?"):
            let (before, after) = (scan.text(at: index - 1), scan.text(at: index + 1))
            return !["try", "as"].contains(before) && (token.isSpaced || [".", "[", "("].contains(after))
        default: return false
        }
    }

    private mutating func read(_ index: Int) {
        let name = scan.name(at: index)
        if readLookup(at: index) { return }
        if scan.has(".", at: index - 1) {
            readMember(at: index)
        } else if scan.has("self", at: index) {
            if isHandedOn(index) { addUnread(at: index) }
        } else if isLabel(index) {
            // A key path that only the running program knows.
            if name == "keyPath", !scan.has("\\", at: index + 2), isContainer(chainBefore: index - 1) {
                addUnread(at: index)
            }
        } else if !name.hasPrefix("$"), !types.contains(where: { $0 ~= index }), !locals.declares(index),
            !Scan.keywords.contains(scan.text(at: index))
        {
            if let local = locals.meaning(of: name, at: index) {
                if isCalled(index), isProvider(local) { addUnread(at: index) }
            } else if !scan.has("=", at: index + 1) {
                readName(at: index)
            }
        }
    }

    /// Reads a name that isn't a member, and that is known outside.
    private mutating func readName(at index: Int) {
        let name = scan.name(at: index)
        let isCall = isCall(index)
        switch name {
        // Members are read on their own, and another container has services of its own.
        case "Container": if isCall { addUnread(at: index) }
        case "Self": break
        case "injector" where isHandedOn(index): addUnread(at: index)
        default: add(isCall && name.first?.isUppercase == false ? name + "()" : name, at: index)
        }
    }

    /// Reads the member of something, which counts if that is the container.
    private mutating func readMember(at index: Int) {
        let (name, isCall) = (scan.name(at: index), isCall(index))
        let root = scan.has("Container", at: index - 2) ? index - 3 : index - 2
        if scan.has("\\", at: root) {
            // Any value may have a property with this name, unless the key path is a subscript of the container.
            let isOfContainer = scan.has("keyPath", at: root - 2) && isContainer(chainBefore: root - 3)
            return add(name, marks: isOfContainer ? "" : "?", at: index)
        }
        guard let names = receiver(before: index).names, !names.isEmpty else { return }
        switch name {
        case "default" where names == ["Injector"]: if isHandedOn(index) { addUnread(at: index) }
        case _ where !isContainer(names): break
        case "injector", "main", "default": if isHandedOn(index) { addUnread(at: index) }
        case "self", "init": break
        case _ where names == ["Self"]: if isCall { addUnread(at: index) }
        default: add(isCall ? name + "()" : name, at: index)
        }
    }

    /// Returns whether a container or an injector is handed on, to what may look up anything; the constants that are one
    /// are known.
    private func isHandedOn(_ index: Int) -> Bool {
        let isRead = [".", "[", "?", "!"].contains(scan.text(at: index + 1)) && !scan.tokens[index + 1].isSpaced
        let isCaptured = heads.contains { $0.contains(index) } && !scan.has("=", at: index - 1)
        return !isRead && !isCaptured && !locals.endsChain(index) && !locals.declares(index)
            && !["let", "var"].contains(scan.text(at: index - 1))
    }

    /// Returns whether a name is that of a function that is called, perhaps with generic arguments or only with a closure.
    private func isCall(_ index: Int) -> Bool {
        let next = scan.endOfGenerics(from: index + 1)
        return scan.has("(", at: next) || scan.has("{", at: next) && !scan.isBodyOfStatement(next)
    }

    /// Returns whether what ends at a token is called there, or asked for an instance as a provider.
    func isCalled(_ index: Int) -> Bool {
        scan.has("(", at: index + 1)
            || scan.has(".", at: index + 1) && LookupFunction.ofProvider.contains(scan.name(at: index + 2))
    }

    /// Returns whether a variable is a provider or the function of a service, from what is written there.
    private func isProvider(_ local: LocalNames.Local) -> Bool {
        (Array(local.type) + local.value).contains { scan.name(at: $0).hasSuffix("Provider") }
    }

    private func isLabel(_ index: Int) -> Bool {
        guard index > 0, scan.has(":", at: index + 1) else { return false }
        let before = scan.tokens[index - 1]
        // The label of a further closure after a call.
        if scan.text(before) == "}", !scan.tokens[index].startsLine, scan.has("{", at: index + 2) { return true }
        // The bracket of a subscript touches its base, and that of a dictionary does not.
        return ["(", ",", ":"].contains(scan.text(before))
            || index > 1 && scan.text(before) == "[" && !before.isSpaced
                && [.word, .close].contains(scan.tokens[index - 2].kind)
    }

    mutating func addUnread(at index: Int) { add("", marks: "?", at: index) }

    /// Adds a candidate, unless the same one counts more somewhere else.
    mutating func add(_ item: String, marks: String = "", at index: Int) {
        let marks =
            (deferred.contains { $0.contains(index) } ? "~" : "")
            + (conditional.contains { $0.contains(index) } && !marks.hasPrefix("|") ? "|" : "") + marks
        if !found.contains(where: { $0.item == item && $0.marks.allSatisfy(marks.contains) }) {
            found.append((marks, item))
        }
    }
}
