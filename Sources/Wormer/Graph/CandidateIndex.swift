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
        let lines = service.candidates?.description.parts(between: "\n") ?? []
        let hasBranches = lines.contains("|")
        var needs: [Wiring.Need] = []
        var isComplete = true
        for line in lines where line != "|" {
            let isDeferred = line.first == "~"
            let isAsserted = line.drop { $0 == "~" }.first == "!"
            let text = line.drop { $0 == "~" || $0 == "!" }
            let end = text.firstIndex(of: " ") ?? text.endIndex
            let isType = text[..<end].hasSuffix(".self")
            let isCall = !isType && text.hasSuffix("()")
            let bindings =
                if isType {
                    bindings(
                        answering: String(text[..<end].dropLast(".self".count)),
                        end == text.endIndex ? nil : String(text[end...].dropFirst())
                    )
                } else {
                    services(named: String(isCall ? text.dropLast("()".count) : text), in: service)
                }
            // A need is uncertain if the initializer has branches, if the request may go unanswered, or if the name is that
            // of another module's service, because it may also be that of a global.
            needs += bindings.map { binding in
                Wiring.Need(
                    inSource: binding.key,
                    isDeferred: isDeferred,
                    isCertain: !hasBranches
                        && (isType ? isAsserted : binding.location.module == service.declaration.location.module)
                )
            }
            // A call of an unknown function, or a type without a binding of this name, may have further needs.
            isComplete = isComplete && text != "?" && (!bindings.isEmpty || !isType && !isCall)
        }
        return (needs, isComplete)
    }

    /// Returns the bindings that answer a request for a type, which is written as in the source.
    private func bindings(answering type: String, _ id: String?) -> [AnyBinding] {
        if type.hasPrefix("["), type.hasSuffix("]") {
            return bound(to: String(type.dropFirst().dropLast())).filter { $0.contribution != nil }
        }
        let binding = bound(to: type).first { $0.contribution == nil && $0.key.qualifierName == id }
        return binding.map { [$0] } ?? []
    }

    /// Returns the service with a name in the same file, or else in the same module, or else any one that is visible in
    /// the file.
    ///
    /// Only the compiler knows which service the name refers to.
    private func services(named name: String, in service: DeclaredService) -> [AnyBinding] {
        let location = service.declaration.location
        let visible = services[name, default: []].filter { binding in
            binding.location.fileID == location.fileID
                || !privateServices.contains { $0 === binding.key.declaration }
        }
        let nearest =
            visible.first { $0.location.fileID == location.fileID }
            ?? visible.first { $0.location.module == location.module } ?? visible.first
        return nearest.map { [$0] } ?? []
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
