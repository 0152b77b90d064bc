/// An index of the bindings to which the source of a service's initializer may refer.
final class CandidateIndex {
    private var services: [String: [AnyBinding]] = [:]
    private let privateServices: [Declaration]
    private var types: [String: [AnyBinding]] = [:]

    init(of bindings: [AnyBinding], _ declared: [DeclaredService]) {
        privateServices = declared.filter(\.isPrivate).map(\.declaration)
        for binding in bindings {
            if let declaration = binding.key.declaration {
                services[declaration.name, default: []].append(binding)
            } else {
                types[CandidateIndex.lastPart(of: "\(binding.key.interface)"), default: []].append(binding)
            }
        }
    }

    /// Returns the needs that are found in the source of an initializer, and whether the list is known to be complete.
    func needs(of service: DeclaredService) -> (needs: [Wiring.Need], isComplete: Bool) {
        var needs: [Wiring.Need] = []
        var isComplete = !service.hasUnreadNeeds
        for candidate in service.candidates {
            let bindings = bindings(of: candidate, in: service)
            needs += bindings.map { binding in
                // The name of a service of another module may also be that of a global.
                let isOfModule =
                    candidate.isType || binding.location.module == service.declaration.location.module
                return Wiring.Need(
                    inSource: binding.key,
                    isDeferred: candidate.isDeferred,
                    isCertain: candidate.isCertain && isOfModule
                )
            }
            // A call of an unknown function, or a type without a binding of this name, may have further needs.
            isComplete = isComplete && (!bindings.isEmpty || !candidate.isUnknownWithoutBinding)
        }
        return (needs, isComplete)
    }

    private func bindings(of candidate: DeclaredService.Candidate, in service: DeclaredService) -> [AnyBinding] {
        let type = candidate.text
        guard candidate.isType else {
            return nearest(of: services[type, default: []], to: service.declaration.location).map { [$0] } ?? []
        }
        if type.hasPrefix("["), type.hasSuffix("]") {
            return bound(to: String(type.dropFirst().dropLast())).filter { $0.contribution != nil }
        }
        let binding = bound(to: type).first { $0.contribution == nil && $0.key.qualifierName == candidate.id }
        return binding.map { [$0] } ?? []
    }

    /// Returns the service in the same file, or else in the same module, or else any service that is visible in the
    /// file.
    ///
    /// Only the compiler knows which service the name refers to.
    private func nearest(of candidates: [AnyBinding], to location: CodeLocation) -> AnyBinding? {
        let visible = candidates.filter { binding in
            binding.location.fileID == location.fileID
                || !privateServices.contains { $0 === binding.key.declaration }
        }
        return visible.first { $0.location.fileID == location.fileID }
            ?? visible.first { $0.location.module == location.module } ?? visible.first
    }

    /// Returns the bindings of a type, whose name is given as it is written in the source.
    private func bound(to type: String) -> [AnyBinding] {
        let type = CandidateIndex.plain(type)
        return types[CandidateIndex.lastPart(of: type), default: []].filter { binding in
            let full = CandidateIndex.plain(fullName(binding.key.interface))
            return full == type || full.hasSuffix("." + type)
                || CandidateIndex.plain("\(binding.key.interface)") == type
        }
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
