// The names in the source of a service's initializer; see `DeclaredService.candidates`.

extension Wiring {
    /// Returns the bindings by the names of their services, or of their types without enclosing types.
    static func named(_ nodes: [Node]) -> [String: [Node]] {
        var named: [String: [Node]] = [:]
        for node in nodes {
            let key = node.binding.key
            named[key.declaration?.name ?? lastPart(of: "\(key.interface)"), default: []].append(node)
        }
        return named
    }

    /// Returns the needs that are found in the source of an initializer, and whether the list is known to be complete.
    func needsInSource(of service: DeclaredService) -> (needs: [Need], isComplete: Bool) {
        let lines = service.candidates?.description.parts(between: "\n") ?? []
        let hasBranches = lines.contains("|")
        var (needs, isComplete) = ([] as [Need], true)
        for line in lines where line != "|" {
            let marks = line.prefix { $0 == "~" || $0 == "!" }
            let words = line.dropFirst(marks.count).split(separator: " ", maxSplits: 1).map(String.init)
            let isType = words[0].hasSuffix(".self")
            let isCall = words[0].hasSuffix("()")
            let binding: [AnyBinding]
            if isType {
                binding = bindings(ofType: String(words[0].dropLast(".self".count)), id: words.dropFirst().first)
            } else {
                binding = nearestService(named: isCall ? String(words[0].dropLast(2)) : words[0], to: service)
            }
            // A need is uncertain if the initializer has branches, or if the lookup may find nothing.
            needs += binding.map { binding in
                let isCertain = !hasBranches && (!isType || marks.contains("!"))
                return Need(inSource: binding.key, isDeferred: marks.contains("~"), isCertain: isCertain)
            }
            // A call of an unknown function, or a type without a binding of this name, may have further needs.
            isComplete = isComplete && words[0] != "?" && (!binding.isEmpty || !isType && !isCall)
        }
        return (needs, isComplete)
    }

    /// Returns the bindings that answer a lookup of a type, which is written as in the source.
    private func bindings(ofType type: String, id: String?) -> [AnyBinding] {
        if type.hasPrefix("["), type.hasSuffix("]") {
            return nodes(ofType: String(type.dropFirst().dropLast())).filter(\.isContribution).map(\.binding)
        }
        let bound = nodes(ofType: type).filter { !$0.isContribution && $0.binding.key.qualifierName == id }
        return bound.prefix(1).map(\.binding)
    }

    private func nodes(ofType type: String) -> [Node] {
        let type = Wiring.plain(type)
        return named[Wiring.lastPart(of: type), default: []].filter { node in
            let binding = node.binding
            let full = Wiring.plain(fullName(binding.key.interface))
            return binding.key.declaration == nil
                && (full == type || full.hasSuffix("." + type) || Wiring.plain("\(binding.key.interface)") == type)
        }
    }

    /// Returns the service with a name in the same file, or else in the same module, or else any one that is visible in
    /// the file.
    ///
    /// Only the compiler knows which service the name refers to.
    private func nearestService(named name: String, to service: DeclaredService) -> [AnyBinding] {
        let location = service.declaration.location
        let services = named[name, default: []].map(\.binding).filter { $0.key.declaration != nil }
        let visible = services.filter { binding in
            binding.location.fileID == location.fileID
                || !privateServices.contains { $0 === binding.key.declaration }
        }
        let nearest =
            visible.first { $0.location.fileID == location.fileID }
            ?? visible.first { $0.location.module == location.module } ?? visible.first
        return [nearest].compactMap(\.self)
    }

    /// Returns the text of a type without spaces and without the marks of an optional.
    private static func plain(_ type: String) -> String {
        var text = type.filter { $0 != " " }
        while text.last == "?" || text.last == "!" { text.removeLast() }
        return text
    }

    /// Returns the name of a type without its enclosing types.
    private static func lastPart(of type: String) -> String {
        let text = plain(type)
        let generic = text.firstIndex { "<([".contains($0) } ?? text.endIndex
        return (String(text[..<generic]).parts(between: ".").last ?? "") + text[generic...]
    }
}

extension CodeLocation {
    /// The module of the file.
    package var module: String { String(fileID.prefix { $0 != "/" }) }
}
