import Wormer

// The needs that the source of a service's initializer shows; see `DeclaredService.source`.

extension Graph {
    /// Returns the needs that are found in the source of an initializer, and whether the list is known to be complete.
    func needsInSource(of service: DeclaredService, from level: Int) -> (needs: [Need], isComplete: Bool) {
        guard let (lines, lookups) = service.source else { return ([], true) }
        var (needs, isComplete) = ([] as [Need], true)
        for line in lines.description.split(separator: "\n") {
            let marks = line.prefix { "~|?".contains($0) }
            let isCall = line.hasSuffix("()")
            let name = String(line.dropFirst(marks.count).dropLast(isCall ? 2 : 0))
            let lookup = Int(name).map { lookups[$0] }
            let (named, isFunction) = nearestService(named: name, to: service)
            let key = lookup ?? named
            // The name may be one of another type.
            let isOfUnknown = lookup == nil && key != nil && marks.contains("?")
            // A call of an unknown function may have further needs.
            isComplete = isComplete && !name.isEmpty && (key != nil || !isCall) && !isOfUnknown
            guard let key, !isOfUnknown else { continue }
            var need = need(key, .inferred, from: level)
            // The property of a function needs no instance.
            let isLater = marks.contains("~") || isFunction && !isCall
            need.isCertain = !isLater && !marks.contains("|")
            need.isDeferred = need.isDeferred || isLater
            // The lookup may be one of the main container, which may be another one.
            let isAnswered = lookup == nil || !snapshot.isOfMain && Injector.default.isBound(key)
            need.isOptional = need.isOptional || marks.contains("?") || isAnswered
            needs.append(need)
        }
        return (needs, isComplete)
    }

    /// Returns the service with a name, or the function with the property of this name, and whether it is the latter.
    private func nearestService(named name: String, to service: DeclaredService) -> (Key?, isFunction: Bool) {
        if let key = nearest(to: service, name) { return (key, false) }
        guard name.hasSuffix("Provider") else { return (nil, false) }
        let key = nearest(to: service, String(name.dropLast("Provider".count)))
        return key?.declaration?.isFunction != true ? (nil, false) : (key, true)
    }

    /// Returns the service with a name in the same file, or else in the same module, or else any one that is visible in
    /// the file.
    ///
    /// Only the compiler knows which service the name refers to.
    private func nearest(to service: DeclaredService, _ name: String) -> Key? {
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
        return nearest
    }
}

extension CodeLocation {
    /// The module of the file.
    package var module: String { String(fileID.prefix { $0 != "/" }) }
}
