/// A call of `verify()` or `verifyInstances()`.
final class Inspection {
    let injector: Injector
    let services: [DeclaredService]
    private let program: InjectedProperty.Program
    var wiring: Wiring

    /// The findings that need no instances.
    private(set) var findings: [Finding] = []

    /// The findings that may be failures, as only a run can tell.
    private(set) var possibleFaults: [Finding] = []

    /// The bindings whose synchronous lookups depend on a condition or would fail.
    private(set) var holders: [Int] = []

    /// The findings of the instances that were created.
    var created: [Finding] = []

    /// Creates the inspection.
    ///
    /// - Parameters:
    ///   - injector: The injector.
    ///   - services: The services that belong to the injector.
    ///   - properties: The injected properties to check.
    init(of injector: Injector, _ services: [DeclaredService], _ properties: InjectedProperties) {
        self.injector = injector
        self.services = services
        program = properties.program(for: injector)
        wiring = Wiring(of: injector, with: services)
        inspect()
    }

    /// Finds the faults and remarks of the graph.
    func inspect() {
        (findings, possibleFaults, holders) = ([], [], [])
        if let copies = Copies.text {
            add(.severalCopies, [], "copies of Wormer: \(copies)")
        }
        for decorator in wiring.unusedDecorators {
            let interface = wiring.words.name(decorator.key)
            let place = Finding.Place(interface: interface, location: decorator.location)
            add(.withoutEffect, [place], "the decorator of \(place): \(interface) is not bound")
        }
        for node in wiring.nodes {
            inspect(node)
        }
        inspectProperties()
        inspectOrderOfScopes()
        let count = findings.count
        findings += connections(where: \.isCertain)
        inspectSynchronousLookups()
        let known = findings[count...].map(\.description)
        possibleFaults = (connections { _ in true } + possibleFaults).filter { !known.contains($0.description) }
        for fault in possibleFaults {
            add(.conditional, fault.places, fault.description)
        }
        if injector.isMain, !DeclaredService.areRecorded {
            add(.undescribed, [], "services that were never read: only Swift 6.3 or later records them")
        }
    }

    @inline(never)
    private func add(
        _ kind: Finding.Kind,
        _ places: [Finding.Place],
        _ text: String,
        because reason: InjectionError.Reason? = nil
    ) {
        findings.append(Finding(kind, places, text, because: reason))
    }

    // MARK: - Bindings and properties alone

    /// Adds the faults and remarks about a binding alone, and about what it declares.
    private func inspect(_ node: Wiring.Node) {
        let (binding, words) = (node.binding, wiring.words)
        let place = Finding.Place(binding, words)
        let (interface, location) = (place.interface, place.location)
        if node.isUnchecked {
            add(.unchecked, [place], place.description)
        }
        if let old = node.replaced {
            let replaced = Finding.Place(interface: interface, location: old)
            add(.replaced, [place, replaced], "\(place) replaces the binding at \(old)")
        }
        if binding.factory?.traits.isIsolationImplied == true, let actor = node.isolation {
            let name = shortName(type(of: actor))
            add(.conditional, [place], "\(place): only on \(name), where its closure was written")
        }
        let (bound, type) = (binding.key.interface, binding.implementation)
        if binding.factory != nil, conforms(type, to: bound) == false {
            let text = "\(words.name(type)) is bound to \(words.name(bound)) at \(location) but does not conform to it"
            add(.failure, [place], text, because: .doesNotConform(expected: bound, actual: type))
        }
        if node.isUnassigned {
            let text = "\(place) is declared without an initializer and was not assigned"
            add(.failure, [place], text, because: .notBound)
        }
        if node.service?.endsNever == true {
            add(.onEnd, [place], "\(place) has an 'onEnd', but nothing ends the lifetime \(binding.lifetime)")
        }
        for need in node.needs where need.providers.isEmpty {
            if need.isDeclared, need.isUnanswered {
                let dependent = Finding.Place(binding, decoratedBy: need.decorator, words)
                let misses = NearMiss.nearest(to: Lookup(need.key, at: dependent.location), in: injector)
                let text = "\(words.name(need.key)) is not bound; \(dependent) needs it"
                let nearMisses = misses.texts(for: dependent.location.facade)
                add(.failure, [dependent], text + nearMisses, because: .notBound)
            }
            if let element = wiring.bindingInsteadOfContributions(for: need.key, from: node.level) {
                let bound = Finding.Place(element, words)
                let text =
                    "the array of \(bound.interface) for \(place): nothing is contributed to \(bound.interface), "
                    + "which is bound at \(bound.location)"
                add(.withoutEffect, [place, bound], text)
            }
        }
    }

    /// Adds the faults and remarks about the injected properties of the program.
    private func inspectProperties() {
        for property in program.properties {
            let need = wiring.need(of: property)
            guard let need, let facade = property.wrapper?.facade, DeclaredService.areRecorded || !need.isUnanswered
            else {
                add(.undescribed, [], property.path)
                continue
            }
            if need.isUnanswered {
                let location = CodeLocation(fileID: "", line: 0, facade: facade)
                let misses = NearMiss.nearest(to: Lookup(need.key, at: location), in: injector)
                let words = Wording(of: [need.key.interface] + misses.map(\.interface), for: facade)
                let text = "\(property.path) resolves \(words.name(need.key)), but nothing is bound to it"
                let advice = misses.texts(for: .injector) + "; bind it: " + words.bind(need.key)
                add(.failure, [], text + advice, because: .notBound)
            }
        }
        for text in program.unknown {
            add(.undescribed, [], text)
        }
    }

    // MARK: - Connections

    /// Returns what each binding needs at once: a provider resolves later, so it cannot complete a cycle or hold an
    /// instance.
    private func successors(where isFollowed: (Wiring.Need) -> Bool) -> [[Int]] {
        wiring.nodes.map { $0.needs.filter { !$0.isDeferred && isFollowed($0) }.flatMap(\.providers) }
    }

    /// Returns the paths from a binding to those that meet a condition, at most one to each, through those that meet
    /// another one.
    private func paths(
        from start: Int,
        _ successors: [[Int]],
        through isOnWay: (Wiring.Node) -> Bool,
        to isEnd: (Wiring.Node) -> Bool
    ) -> [[Int]] {
        var (paths, pending, seen) = ([] as [[Int]], [[start]], Set([start]))
        while let path = pending.popLast() {
            let last = path[path.count - 1]
            if isEnd(wiring.nodes[last]) {
                paths.append(path)
            } else if isOnWay(wiring.nodes[last]) {
                pending += successors[last].filter { seen.insert($0).inserted }.map { path + [$0] }
            }
        }
        return paths
    }

    /// Returns the cycles and the captive dependencies.
    private func connections(where isFollowed: (Wiring.Need) -> Bool) -> [Finding] {
        let cycles = cycles(of: successors(where: isFollowed)).map { cycle in
            let path = wiring.path(through: cycle, to: cycle.first)
            return Finding(.failure, path, "cycle: " + (path + path.prefix(1)).text, because: .cycle)
        }
        let captives = holdings(through: isFollowed) { $0.isShorter(than: $1) }.map { path, holder, captive in
            let lifetime = captive.lifetime
            let text = "\(holder.nameOfInstance) would hold a shorter-lived instance (\(lifetime)): \(path.text); "
            let provider = "resolve a \(wiring.words.provider(of: captive.key)) instead"
            return Finding(.failure, path, text + provider, because: .captiveDependency(lifetime))
        }
        return cycles + captives
    }

    /// Adds a remark about each instance of a scope that keeps one of another scope, if it is unknown which scope ends
    /// first.
    private func inspectOrderOfScopes() {
        for (path, holder, captive) in holdings(through: { _ in true }, where: { $0.lacksOrder(with: $1) }) {
            guard let scope = holder.scopeToOpen?.name, let outer = captive.lifetime.scopeToOpen?.name else { continue }
            add(
                .conditional,
                path,
                "\(path.text): only if the scope '\(outer)' is opened around '\(scope)'; to have that checked, declare "
                    + "Scope(\(spelled(scope)), inside: Scope(\(spelled(outer))))"
            )
        }
    }

    /// A path from an instance that is kept to another one, the lifetime of the first, and the binding of the other.
    private typealias Holding = (path: [Finding.Place], holder: Lifetime, captive: AnyBinding)

    /// Returns a path from each dependency of a kept instance, through transient ones, to an instance whose lifetime
    /// meets a condition.
    ///
    /// An instance is not captive if the factory itself opened its scope around the lookup.
    private func holdings(
        through isFollowed: (Wiring.Need) -> Bool,
        where condition: (_ captive: Lifetime, _ holder: Lifetime) -> Bool
    ) -> [Holding] {
        let opened = Set(wiring.nodes.flatMap { $0.needs.flatMap(\.opened) })
        var holdings = holdings(successors(where: isFollowed)) { captive, holder in
            condition(captive, holder) && captive.scopeToOpen.map(opened.contains) != true
        }
        for scope in Array(opened).ordered(by: { $0.name < $1.name }) {
            let outside = successors { isFollowed($0) && !$0.opened.contains(scope) }
            holdings += self.holdings(outside) { condition($0, $1) && $0.scopeToOpen == scope }
        }
        return holdings
    }

    private func holdings(
        _ successors: [[Int]],
        where condition: (_ captive: Lifetime, _ holder: Lifetime) -> Bool
    ) -> [Holding] {
        var holdings: [Holding] = []
        for (index, node) in wiring.nodes.enumerated() {
            let holder = node.binding.lifetime
            guard holder.isKeptByBinding || holder.scopeToOpen != nil else { continue }
            for next in successors[index] {
                let path = paths(from: next, successors, through: { $0.binding.lifetime == .transient }) { node in
                    condition(node.binding.lifetime, holder)
                }.first
                if let path, let captive = path.last {
                    holdings.append((wiring.path(through: [index] + path), holder, wiring.nodes[captive].binding))
                }
            }
        }
        return holdings
    }

    // MARK: - Synchronous lookups

    /// Adds the faults and remarks about synchronous lookups for instances that are created asynchronously or on an
    /// actor.
    ///
    /// Only initializers that look up instances themselves are checked. If an initializer's parameters are resolved by type,
    /// an asynchronous lookup awaits them and switches to their actors.
    private func inspectSynchronousLookups() {
        let successors = successors { _ in true }
        func exists(_ node: Wiring.Node) -> Bool {
            node.binding.isAssigned || node.hasInstance && node.binding.lifetime != .weak
        }
        func isWired(_ node: Wiring.Node) -> Bool { !node.binding.dependencies.isEmpty && !exists(node) }
        func isMadeElsewhere(_ node: Wiring.Node) -> Bool { (node.isAsync || node.isolation != nil) && !exists(node) }
        for (index, node) in wiring.nodes.enumerated()
        where node.binding.dependencies.isEmpty && !node.isAsync && !node.binding.isAssigned {
            for need in node.needs where !need.isDeferred {
                // If the initializer has run, its recorded lookup may have been for an optional.
                let isCertain = need.kind == .inferred && need.isCertain
                for next in need.providers {
                    for path in paths(from: next, successors, through: isWired, to: isMadeElsewhere) {
                        add([index] + path, isCertain: isCertain)
                    }
                }
            }
        }
    }

    private func add(_ path: [Int], isCertain: Bool) {
        let (holder, needed) = (wiring.nodes[path[0]], wiring.nodes[path[path.count - 1]])
        let actor = needed.isAsync ? nil : needed.isolation
        // On an actor other than the main actor, only an asynchronous lookup runs a factory.
        if let actor, actor === MainActor.shared, holder.isolation === actor {
            return
        }
        holders.append(path[0])
        let places = wiring.path(through: path)
        if needed.binding.lifetime != .transient, needed.binding.lifetime != .resolution {
            return add(.conditional, places, places.text + ": only after 'prepare()' or an asynchronous lookup")
        }
        if let actor, actor === MainActor.shared, holder.isolation == nil {
            return add(.conditional, places, places.text + ": only on \(type(of: actor))")
        }
        let reason = actor.map { InjectionError.Reason.wrongIsolation(expected: $0) } ?? .needsAwaiting
        let title = actor.map { "created on \(type(of: $0)) and resolved elsewhere: " }
        let text = (title ?? "created asynchronously and resolved synchronously: ") + places.text
        let fault = Finding(.failure, places, text, because: reason)
        if isCertain {
            findings.append(fault)
        } else {
            possibleFaults.append(fault)
        }
    }
}

extension [Finding.Place] {
    /// The path in one line.
    var text: String { map(\.description).joined(separator: " -> ") }
}

extension Finding.Place {
    /// Creates the place of a binding, or for its decorator if that is what needs the next binding.
    init(_ binding: AnyBinding, decoratedBy decorator: Decoration? = nil, _ words: Wording) {
        let name = words.name(binding.key)
        self.init(
            interface: decorator == nil ? name : "the decorator of \(name)",
            location: decorator?.location ?? binding.location
        )
    }
}

extension Wiring {
    /// Returns the places of a path, whose last binding may need another one.
    fileprivate func path(through path: [Int], to next: Int? = nil) -> [Finding.Place] {
        zip(path, path.dropFirst().map { $0 } + [next]).map { index, next in
            let needs = nodes[index].needs.filter { need in next.map(need.providers.contains) ?? false }
            let decorator = needs.contains { $0.decorator == nil } ? nil : needs.first?.decorator
            return Finding.Place(nodes[index].binding, decoratedBy: decorator, words)
        }
    }
}

extension Lifetime {
    /// Returns whether an instance can end before an instance that is kept for another lifetime.
    fileprivate func isShorter(than holder: Lifetime) -> Bool {
        if let outer = holder.scopeToOpen {
            return scopeToOpen?.isInside(outer) == true
        }
        return switch self {
        case .transient, .singleton: false
        case .weak, .resolution: holder == .singleton
        case .scope(let scope): holder == .singleton || !scope.isAlwaysOpen
        }
    }

    /// Returns whether two lifetimes are different scopes of which neither is inside the other.
    fileprivate func lacksOrder(with other: Lifetime) -> Bool {
        guard let scope = scopeToOpen, let other = other.scopeToOpen else { return false }
        return scope != other && !scope.isInside(other) && !other.isInside(scope)
    }

    fileprivate var nameOfInstance: String {
        switch self {
        case .singleton: "a singleton"
        case .weak: "a weak instance"
        case .scope(let scope): "an instance of the scope '\(scope.name)'"
        case .transient, .resolution: "an instance"
        }
    }
}
