/// Finds the bindings that the source of a service's initializer mentions.
struct MentionIndex {
    private let services: [String: [AnyBinding]]
    private let types: [String: [AnyBinding]]

    init(of bindings: [AnyBinding]) {
        services = Dictionary(grouping: bindings.filter { $0.key.declaration != nil }) {
            $0.key.declaration?.name ?? ""
        }
        types = Dictionary(grouping: bindings.filter { $0.key.declaration == nil }) { "\($0.key.interface)" }
    }

    /// What an initializer needs, as far as its source tells.
    func needs(of service: DeclaredService?) -> [Wiring.Need] {
        guard let service else {
            return []
        }
        var needs: [Wiring.Need] = []
        for mention in service.mentions {
            let kind: DependencyGraph.Edge.Kind = mention.isDeferred ? .deferred : .source
            for key in keys(of: mention.subject, in: service) {
                needs.append(Wiring.Need(key: key, kind: kind, isOptional: true, isDeclared: false))
            }
        }
        return needs
    }

    private func keys(of subject: DeclaredService.Mention.Subject, in service: DeclaredService) -> [Key] {
        switch subject {
        case .name(let name):
            return nearest(of: services[name, default: []], to: service.binding.location).map { [$0.key] } ?? []
        case .type(let type, let id):
            if type.hasPrefix("["), type.hasSuffix("]") {
                let element = plain(type.dropFirst().dropLast())
                return types[element, default: []].filter { $0.contribution != nil }.map(\.key)
            }
            return types[plain(type[...]), default: []].filter { $0.contribution == nil && $0.key.qualifierName == id }
                .prefix(1).map(\.key)
        }
    }

    /// The service of the same file, else of the same module, else any: what the name means in a file is known to the
    /// compiler only.
    private func nearest(of candidates: [AnyBinding], to location: CodeLocation) -> AnyBinding? {
        candidates.first { $0.location.fileID == location.fileID }
            ?? candidates.first { $0.location.module == location.module } ?? candidates.first
    }

    /// The last part of a type's name, without what makes it optional.
    private func plain(_ type: Substring) -> String {
        var type = type
        while type.last == "?" || type.last == "!" { type.removeLast() }
        guard let generic = type.firstIndex(where: { "<([".contains($0) }) else {
            return String(type.split(separator: ".").last ?? type)
        }
        let name = type[..<generic]
        return String((name.split(separator: ".").last ?? name) + type[generic...])
    }
}

extension CodeLocation {
    /// The module of the file.
    var module: String { String(fileID.prefix { $0 != "/" }) }
}
