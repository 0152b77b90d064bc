/// The bindings that an injector can reach, and the edges between them, with their types.
struct Wiring {
    struct Site {
        let binding: AnyBinding
        let hasInstance: Bool
        /// The distance of the binding's injector: 0 for the injector itself, 1 for its parent, and so on.
        let level: Int
        fileprivate(set) var id: String
        let needs: [Need]
        /// Whether the initializer must run before its requests are known.
        let isUnchecked: Bool
        /// The location of the binding that this one replaced in the same registry, if any.
        let replaced: CodeLocation?
        /// The service's declaration, if the binding belongs to a service with a record.
        let service: DeclaredService?
        /// Whether the binding is registered.
        ///
        /// The binding of a service is registered when it is first read or assigned.
        let isRegistered: Bool
    }

    struct Need {
        let key: Key
        let kind: DependencyGraph.Edge.Kind
        /// Whether the request succeeds even if nothing is bound.
        let isOptional: Bool
        /// Whether the initializer takes the key's interface as a parameter.
        let isDeclared: Bool
        /// Whether the need is certain: a need that is read from the source may not occur at run time.
        var isCertain = true
    }

    /// The bindings, in a stable order.
    let sites: [Site]

    /// The decorators of interfaces that are not bound.
    let idleDecorators: [(key: Key, location: CodeLocation)]

    /// The spelling of the types of the bindings and of their needs.
    let spelling: Spelling

    private let indices: [Place: Int]
    private let levels: Int

    /// The contributions to each interface, in the order in which a request returns them.
    private let contributions: [ObjectIdentifier: [Place]]

    /// The bindings with an identifier, by interface.
    private let identified: [ObjectIdentifier: [Int]]

    private struct Place: Hashable {
        let key: Key
        let level: Int
    }

    /// Finds the bindings that an injector can reach.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - services: The services that belong to the injector, whether or not they were read.
    init(of injector: Injector, with services: [DeclaredService] = []) {
        var found: [(binding: AnyBinding, level: Int, replaced: CodeLocation?)] = []
        var contributions: [ObjectIdentifier: [Place]] = [:]
        var decorators: [(key: Key, location: CodeLocation)] = []
        var next: Injector? = injector.resolved
        var level = 0
        while let injector = next {
            let snapshot = injector.registry.current
            let bindings = snapshot.visibleBindings
            found += bindings.map { ($0, level, snapshot.replacedLocation(of: $0)) }
            // The contributions of the parents come first.
            for interface in Set(bindings.filter { $0.contribution != nil }.map { ObjectIdentifier($0.key.interface) })
            {
                let own = snapshot.contributions(to: interface).map { Place(key: $0.binding.key, level: level) }
                contributions[interface] = own + contributions[interface, default: []]
            }
            for vacant in snapshot.bindings where vacant.isVacant && !injector.isBound(vacant.key) {
                decorators += vacant.decorations.map { (vacant.key, $0.location) }
            }
            next = injector.parent
            level += 1
        }
        idleDecorators = decorators.ordered { ($0.key.stableName, $0.location) < ($1.key.stableName, $1.location) }
        let registered = found.count
        var unread: [ObjectIdentifier: Int] = [:]
        for (index, service) in services.enumerated() {
            unread[ObjectIdentifier(service.declaration)] = index
        }
        var declared = found.map { found -> DeclaredService? in
            found.binding.key.declaration.flatMap { unread[ObjectIdentifier($0)] }.map { services[$0] }
        }
        for service in declared.compactMap(\.self) {
            unread[ObjectIdentifier(service.declaration)] = nil
        }
        // A service that has not been read yet will belong to the outermost parent.
        for service in services where unread[ObjectIdentifier(service.declaration)] != nil {
            found.append((service.binding, level - 1, nil))
            declared.append(service)
        }
        let places = Set(found.map { Place(key: $0.binding.key, level: $0.level) })
        let candidates = CandidateIndex(of: found.map(\.binding), services)
        var sites = found.enumerated().map { index, found in
            let service = declared[index]
            return Site(
                found.binding,
                level: found.level,
                replaced: found.replaced,
                service: service,
                isRegistered: index < registered,
                candidates: service.map(candidates.needs) ?? ([], false)
            ) { key in
                (found.level..<level).contains { places.contains(Place(key: key, level: $0)) }
            }
        }
        sites = sites.ordered { ($0.id, $0.binding.location) < ($1.id, $1.binding.location) }
        var last: (id: String, count: Int) = ("", 0)
        self.sites = sites.map { site in
            last = site.id == last.id ? (last.id, last.count + 1) : (site.id, 1)
            var site = site
            site.id += last.count == 1 ? "" : " #\(last.count)"
            return site
        }
        spelling = Spelling(
            of: sites.flatMap { site in
                [site.binding.key.interface] + [site.binding.knownImplementation].compactMap(\.self)
                    + site.needs.map(\.key.interface)
            }
        )
        levels = level
        self.contributions = contributions
        identified = Dictionary(grouping: sites.indices.filter { sites[$0].binding.key.identifier != nil }) {
            ObjectIdentifier(sites[$0].binding.key.interface)
        }
        indices = Dictionary(
            sites.enumerated().map { (Place(key: $1.binding.key, level: $1.level), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the bindings that answer a need of `site`: one, none, or all contributions.
    func providers(of need: Need, for site: Site) -> [Int] {
        providers(of: need.key, from: site.level)
    }

    /// Returns a binding and all bindings that an instance of it needs, directly or through others.
    func reach(from index: Int) -> [Int] {
        var (reached, next) = ([index], 0)
        while next < reached.count {
            let site = sites[reached[next]]
            for provider in site.needs.flatMap({ providers(of: $0, for: site) }) where !reached.contains(provider) {
                reached.append(provider)
            }
            next += 1
        }
        return reached
    }

    /// Returns the bindings that answer a request at a level.
    func providers(of key: Key, from level: Int) -> [Int] {
        if let bound = (level..<levels).lazy.compactMap({ indices[Place(key: key, level: $0)] }).first {
            return [bound]
        }
        switch key.qualifier == nil ? TypeShape(key.interface) : nil {
        case .array(let element)?:
            return contributions[ObjectIdentifier(element), default: []].filter { $0.level >= level }
                .compactMap { indices[$0] }
        case .dictionary(let element, let identifier)?:
            return identified[ObjectIdentifier(element), default: []].filter { index in
                sites[index].binding.key.hasIdentifier(of: identifier) && isVisible(sites[index], from: level)
            }
        case .optional?, .provider?, nil:
            return []
        }
    }

    /// Returns the binding of an array's element type, if the array is requested but has no contributions.
    func bindingInsteadOfContributions(for need: Need, of site: Site) -> AnyBinding? {
        guard need.key.qualifier == nil, case .array(let element)? = TypeShape(need.key.interface),
            providers(of: need, for: site).isEmpty
        else {
            return nil
        }
        return providers(of: Key(element), from: site.level).first.map { sites[$0].binding }
    }

    /// Returns whether a request at a level finds a binding, because no level in between has another binding with the
    /// same key.
    private func isVisible(_ site: Site, from level: Int) -> Bool {
        let key = site.binding.key
        return site.level >= level
            && !(level..<site.level).contains { indices[Place(key: key, level: $0)] != nil }
    }
}

extension Wiring.Site {
    fileprivate init(
        _ binding: AnyBinding,
        level: Int,
        replaced: CodeLocation?,
        service: DeclaredService?,
        isRegistered: Bool,
        candidates: (needs: [Wiring.Need], isComplete: Bool),
        isBound: (Key) -> Bool
    ) {
        let recorded = binding.recordedNeeds
        let keys = binding.dependencies.map { Key($0) } + [binding.factory?.aliased].compactMap(\.self)
        let declared = keys.map { Wiring.Need($0, .declared, isBound) }
        let observed = (recorded ?? []).map { Wiring.Need($0, .observed, isBound) }
            .filter { need in !declared.contains { $0.key == need.key && $0.isDeferred == need.isDeferred } }
        let candidateNeeds = recorded == nil && !binding.isAssigned ? candidates.needs : []
        let isStandIn = binding.isUnimplemented && binding.decorations.isEmpty
        let isSeen = recorded != nil || binding.isAssigned || binding.isValue || isStandIn || !declared.isEmpty
        self.init(
            binding: binding,
            hasInstance: binding.slot?.kept != nil,
            level: level,
            id: String(repeating: "^", count: level) + binding.key.stableName,
            needs: declared + observed + candidateNeeds,
            isUnchecked: !isSeen && !candidates.isComplete,
            replaced: replaced,
            service: service,
            isRegistered: isRegistered
        )
    }

    /// The actor on which an instance is created, if any.
    var isolation: (any Actor)? { binding.factory?.isolation ?? service?.isolation }

    /// Whether only an asynchronous request can create an instance.
    var isAsync: Bool { binding.factory?.isAsynchronous == true }

    /// Whether the binding belongs to a service that must be assigned before it is read, and was not assigned.
    var isUnassigned: Bool { service?.mustBeAssigned == true && !binding.isAssigned }
}

private func < (lhs: (String, CodeLocation), rhs: (String, CodeLocation)) -> Bool {
    (lhs.0, lhs.1.fileID, lhs.1.line) < (rhs.0, rhs.1.fileID, rhs.1.line)
}

extension Wiring.Need {
    /// Whether a provider resolves the need later.
    var isDeferred: Bool { kind == .deferred }

    /// Creates a need.
    ///
    /// If the key's type is not bound, the need for an optional becomes one for its wrapped type, and the need for a
    /// provider becomes one for the interface of the provider.
    init(_ key: Key, _ kind: DependencyGraph.Edge.Kind, _ isBound: (Key) -> Bool) {
        var (key, kind, isOptional) = (key, kind, false)
        let isDeclared = kind == .declared
        while let shape = TypeShape(key.interface), !isBound(key) {
            switch shape {
            case .optional(let wrapped):
                key = Key(wrapped, key.qualifier)
                isOptional = true
                continue
            case .provider(let type):
                key = Key(type.interface, key.qualifier)
                kind = .deferred
                isOptional = false
                continue
            case .array, .dictionary:
                isOptional = true
            }
            break
        }
        self.init(key: key, kind: kind, isOptional: isOptional, isDeclared: isDeclared)
    }
}

extension Key {
    /// A name of the key that is the same in every run.
    var stableName: String {
        [fullName(interface), qualifierName].compactMap(\.self).joined(separator: " ")
    }

    /// The text of the identifier, name, contribution, or property, or nil if there is none.
    var qualifierName: String? {
        switch qualifier {
        case nil: nil
        case .identifier(let identifier): spelled(identifier.value)
        case .name(let name): "named \(name.value)"
        case .contribution(let number): "contribution \(number)"
        case .declaration(let declaration): declaration.name
        }
    }

    /// The declared service, or nil if the key does not belong to one.
    var declaration: Declaration? {
        if case .declaration(let declaration) = qualifier { declaration } else { nil }
    }
}
