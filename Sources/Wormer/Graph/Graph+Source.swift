// The names in the source of a service's initializer; see `DeclaredService.candidates`.

extension Graph {
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
            let keys =
                isType
                ? self.keys(ofType: String(words[0].dropLast(".self".count)), id: words.dropFirst().first)
                : nearestService(named: isCall ? String(words[0].dropLast(2)) : words[0], to: service)
            // A need is uncertain if the initializer has branches, or if the lookup may go unanswered.
            let isCertain = !hasBranches && (!isType || marks.contains("!"))
            needs += keys.map { Need(inSource: $0, isDeferred: marks.contains("~"), isCertain: isCertain) }
            // A call of an unknown function, or a type without a binding of this name, may have further needs.
            isComplete = isComplete && words[0] != "?" && (!keys.isEmpty || !isType && !isCall)
        }
        return (needs, isComplete)
    }

    /// Returns the keys of the bindings that answer a lookup for a type, which is written as in the source.
    private func keys(ofType type: String, id: String?) -> [Key] {
        let isArray = type.hasPrefix("[") && type.hasSuffix("]")
        let type = isArray ? String(type.dropFirst().dropLast()) : type
        var keys: [Key] = []
        for node in named[innermostName(type), default: []].lazy.map({ self.nodes[$0] }) {
            let key = node.binding.key
            if node.isContribution == isArray, isArray || keys.isEmpty && key.qualifierName == id,
                key.declaration == nil, isName(type, of: key.interface)
            {
                keys.append(key)
            }
        }
        return keys
    }

    /// Returns the service with a name in the same file, or else in the same module, or else any one that is visible in
    /// the file.
    ///
    /// Only the compiler knows which service the name refers to.
    private func nearestService(named name: String, to service: DeclaredService) -> [Key] {
        let location = service.declaration.location
        var (nearest, distance): (Key?, Int) = (nil, 3)
        for node in named[name, default: []].lazy.map({ self.nodes[$0] }) {
            let binding = node.binding
            let isInFile = binding.location.fileID == location.fileID
            let isInModule = binding.location.module == location.module
            let own = isInFile ? 0 : node.service?.isPrivate == true ? 3 : isInModule ? 1 : 2
            if binding.key.declaration != nil, own < distance {
                (nearest, distance) = (binding.key, own)
            }
        }
        return nearest.map { [$0] } ?? []
    }
}

extension CodeLocation {
    /// The module of the file.
    package var module: String { String(fileID.prefix { $0 != "/" }) }
}
