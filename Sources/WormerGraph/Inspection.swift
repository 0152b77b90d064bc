import Wormer

/// The faults and remarks that `verify()` finds in a graph, or `verifyInstances()` before and after it creates instances.
final class Inspection {
    let graph: Graph
    let program: InjectedProperties.Program

    /// The findings that need no instances.
    private(set) var findings: [Finding] = []

    /// The findings that may be failures, as only a run can tell.
    private(set) var possibleFaults: [Finding] = []

    /// The bindings whose synchronous lookups depend on a condition or would fail.
    private(set) var holders: [Int] = []

    /// Finds the faults and remarks of a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - program: The injected properties to check.
    ///   - hasRun: Whether instances were created, of which each error is a finding.
    init(of graph: Graph, _ program: InjectedProperties.Program, hasRun: Bool = false) {
        (self.graph, self.program) = (graph, program)
        if let copies = copiesOfLibrary() {
            add(.severalCopies, [], "copies of Wormer: \(copies)")
        }
        for decorator in graph.unusedDecorators {
            let interface = graph.words.name(decorator.key)
            let place = Finding.Place(interface: interface, location: decorator.location)
            let isOfOne = decorator.key.contribution == nil
            let reason =
                decorator.isBoundInParent
                ? "\(interface) is bound in a parent"
                : isOfOne ? "\(interface) is not bound" : "there is no \(interface)"
            add(.withoutEffect, [place], "the decorator of \(place): \(reason)")
        }
        for (index, node) in graph.nodes.enumerated() {
            inspect(node, at: index, hasRun: hasRun)
        }
        inspectNames()
        inspectProperties()
        let count = findings.count
        findings += connections(onlyCertain: true)
        inspectSynchronousLookups()
        let known = findings[count...].map(\.description)
        possibleFaults = (connections(onlyCertain: false) + possibleFaults).filter { !known.contains($0.description) }
        for fault in possibleFaults {
            add(.conditional, fault.places, fault.description)
        }
    }

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
    private func inspect(_ node: Graph.Node, at index: Int, hasRun: Bool) {
        let (binding, words) = (node.binding, graph.words)
        let place = Finding.Place(binding, words)
        let (interface, location) = (place.interface, place.location)
        if node.isUnchecked, node.recorded == nil || !hasRun {
            let hidden = node.service == nil ? "" : ": its code hides what it looks up, so only a read runs it"
            let reason = node.recorded == nil ? hidden : ": it threw an error, and may have more to look up"
            add(.unchecked, [place], place.description + reason)
        }
        if let old = node.replaced {
            let replaced = Finding.Place(interface: interface, location: old)
            add(.replaced, [place, replaced], "\(place) replaces the binding at \(old)")
        }
        if binding.isIsolationImplied, let actor = node.isolation {
            let name = Key(type(of: actor)).description
            add(.conditional, [place], "\(place): only on \(name), where its closure was written")
        }
        let (bound, type) = (binding.key.interface, binding.implementation)
        if binding.hasFunction, binding.conformsToInterface == false {
            let (name, boundName) = (words.name(Key(type)), words.name(Key(bound)))
            let text = "\(name) is bound to \(boundName) at \(location) but does not conform to it"
            add(.failure, [place], text, because: .doesNotConform(expected: bound, actual: type))
        }
        if node.isUnassigned {
            let text = "\(place) is declared without an initializer and was not assigned"
            add(.failure, [place], text, because: .notBound)
        }
        if node.service?.endsNever == true {
            add(.onEnd, [place], "\(place) has an 'onEnd', but nothing ends the lifetime \(binding.lifetime)")
        }
        for need in node.needs where need.isOptional && need.providers.isEmpty {
            let dependent = Finding.Place(binding, decoratedBy: need.decorator, words)
            if need.origin == .declared,
                let value = words.passingValue(as: need.requested, to: binding.key, node.wiring)
            {
                let text =
                    "a default argument for \(words.name(need.requested)), which \(dependent) resolves to nothing; "
                add(.withoutEffect, [dependent], text + "pass a value: \(value.code)")
            } else if need.isCollection, need.isCertain {
                add(.empty, [dependent], "\(words.name(need.key)), which \(dependent) resolves")
            }
        }
        // The lookup that was observed may have been one for an optional.
        for need in node.needs where need.origin != .observed && need.isUnanswered {
            let dependent = Finding.Place(binding, decoratedBy: need.decorator, words)
            let text = "\(words.name(need.key)) is not bound; \(dependent)"
            guard need.isCertain else {
                holders.append(index)
                add(.conditional, [dependent], text + " may need it")
                continue
            }
            let near = graph.missing(need.key, from: node.level, for: dependent.location).nearMisses
            let value = near.isEmpty ? words.passingValue(as: need.key, to: binding.key, node.wiring) : nil
            let advice = value.map { "; \($0.reason); pass a value: \($0.code)" } ?? near
            add(.failure, [dependent], text + " needs it" + advice, because: .notBound)
        }
    }

    /// Adds the remarks about scopes with the same name that aren't the same, and about what two modules declare.
    private func inspectNames() {
        let scoped = graph.nodes.flatMap { node in
            node.binding.lifetime.scopes.map { (scope: $0, place: Finding.Place(node.binding, graph.words)) }
        }
        var known: Set<Scope> = []
        for (scope, place) in scoped where known.insert(scope).inserted {
            let (name, module) = (scope.name, scope.location.module)
            if scope.isAlwaysOpen, let other = scoped.first(where: { $0.scope.name == name && !$0.scope.isAlwaysOpen })
            {
                let text =
                    "two scopes are named '\(name)': that of \(place) is always open, that of \(other.place) isn't"
                add(.sameName, [place, other.place], text)
            }
            if let other = scoped.first(where: { $0.scope == scope && $0.scope.location.module != module }) {
                let text = "two modules declare the scope '\(name)', which is one scope: "
                add(.sameName, [place, other.place], text + "at \(scope.location) and at \(other.scope.location)")
            }
        }
        for (name, places) in graph.named.sorted(by: { $0.key < $1.key }) {
            let visible = places.map { graph.nodes[$0] }.filter { $0.service?.isPrivate == false }
            let module = visible.first?.binding.location.module
            let others = visible.filter { $0.binding.location.module != module }
            let both = (visible.prefix(1) + others.prefix(1)).map { Finding.Place($0.binding, graph.words) }
            if both.count == 2 {
                add(.sameName, both, "two modules declare the service '\(name)': \(both[0]) and \(both[1])")
            }
        }
    }

    /// Adds the faults and remarks about the injected properties of the program.
    private func inspectProperties() {
        for property in program.properties {
            let need = graph.need(of: property)
            guard let need, let facade = property.wrapper?.facade else {
                add(.undescribed, [], property.path)
                continue
            }
            if property.mayRead, need.providers.isEmpty {
                add(.notFollowed, [], "\(property.path), perhaps by a key path")
            } else if need.isUnanswered {
                let location = CodeLocation(fileID: "", line: 0, facade: facade)
                let (name, nearMisses, code) = graph.missing(need.key, for: location)
                let text = "\(property.path) resolves \(name), but nothing is bound to it"
                add(.failure, [], text + nearMisses + "; bind it: " + code, because: .notBound)
            }
        }
        findings += program.remarks
    }

    // MARK: - Connections

    /// Returns the cycles and the captive dependencies.
    private func connections(onlyCertain: Bool) -> [Finding] {
        // A function may call itself with other arguments.
        let mayRecur = graph.nodes.map { $0.binding.key.declaration?.hasParameters == true }
        let all = Graph.cycles(of: graph.needed { $0.isImmediate(onlyCertain: onlyCertain) })
        let cycles = all.compactMap { cycle -> Finding? in
            let path = graph.places(along: cycle, to: cycle.first)
            let text = "cycle: " + (path + path.prefix(1)).text
            guard cycle.allSatisfy({ mayRecur[$0] }) else { return Finding(.failure, path, text, because: .cycle) }
            let condition = ": unless one of these functions returns without calling the next one"
            return cycle.count == 1 ? nil : Finding(.conditional, path, text + condition)
        }
        return cycles + captives(onlyCertain: onlyCertain)
    }

    /// Returns a path from each dependency of a kept instance to a shorter-lived instance.
    ///
    /// Transient and `.resolution` instances on the path live as long as what holds them. An instance is not captive if the
    /// factory itself opened its scope around the lookup.
    private func captives(onlyCertain: Bool) -> [Finding] {
        var captives: [Finding] = []
        let lifetimes = graph.nodes.map(\.binding.lifetime)
        var opened: [Scope] = []
        for need in graph.nodes.flatMap(\.needs) {
            opened += need.opened.filter { !opened.contains($0) }
        }
        // A need for an optional or an array is recorded with those for its parts.
        var known: Set<String> = []
        for scope in [nil] + opened {
            let needed = graph.needed { $0.isImmediate(onlyCertain: onlyCertain, outside: scope) }
            let next = needed.indices.map { lifetimes[$0].isKept ? [] : needed[$0] }
            for (index, holder) in lifetimes.enumerated() where holder.isKept {
                for need in graph.nodes[index].needs where need.isImmediate(onlyCertain: onlyCertain, outside: scope) {
                    for first in need.providers {
                        let nearest = Graph.paths(from: [first], along: next) { place in
                            let captive = lifetimes[place]
                            let openedScope = captive.scopeToOpen.flatMap { opened.contains($0) ? $0 : nil }
                            return captive.isShorter(than: holder) && openedScope == scope
                        }.first
                        guard let nearest, let end = nearest.last else { continue }
                        let (path, lifetime) = (graph.places(along: [index] + nearest), lifetimes[end])
                        guard known.insert(path.text).inserted else { continue }
                        let reason = InjectionError.Reason.captiveDependency(lifetime)
                        let isOfService = graph.nodes[index].service != nil && lifetime.scopeToOpen != nil
                        let inScope = isOfService ? ", or keep it in the scope, too" : ""
                        let advice = "; " + graph.words.later(need.requested) + inScope
                        let text = "\(holder.nameOfInstance) would hold a shorter-lived instance (\(lifetime)): "
                        captives.append(Finding(.failure, path, text + path.text + advice, because: reason))
                    }
                }
            }
        }
        return captives
    }

    // MARK: - Synchronous lookups

    /// Adds the faults and remarks about synchronous lookups for instances that are created asynchronously or on an
    /// actor.
    ///
    /// Only initializers that look up instances themselves are checked. If an initializer's parameters are resolved by type,
    /// an asynchronous lookup awaits them and switches to their actors.
    private func inspectSynchronousLookups() {
        let isToBeMade = graph.nodes.map { node in
            !node.binding.isAssigned && !(node.instanceCount > 0 && node.binding.lifetime != .weak)
        }
        let isMadeElsewhere = graph.nodes.enumerated().map { place, node in
            isToBeMade[place] && (node.binding.isAsynchronous || node.isolation != nil)
        }
        let next = graph.needed { !$0.isDeferred }.enumerated().map { place, needed in
            let isWired = isToBeMade[place] && graph.nodes[place].hasParameters
            return isWired && !isMadeElsewhere[place] ? needed : []
        }
        for (index, node) in graph.nodes.enumerated()
        where !node.hasParameters && !node.binding.isAsynchronous && !node.binding.isAssigned {
            for need in node.needs where !need.isDeferred {
                // If the initializer has run, its recorded lookup may have been for an optional.
                let isCertain = need.kind == .inferred && need.isCertain
                for path in Graph.paths(from: need.providers, along: next, to: { isMadeElsewhere[$0] }) {
                    add([index] + path, isCertain: isCertain)
                }
            }
        }
    }

    private func add(_ path: [Int], isCertain: Bool) {
        let (holder, needed) = (graph.nodes[path[0]], graph.nodes[path[path.count - 1]])
        let actor = needed.binding.isAsynchronous ? nil : needed.isolation
        let isOnMainActor = actor.map { $0 === MainActor.shared } ?? false
        // On an actor other than the main actor, only an asynchronous lookup runs a factory.
        if isOnMainActor, holder.isolation === actor {
            return
        }
        holders.append(path[0])
        let places = graph.places(along: path)
        var condition: String?
        if needed.binding.lifetime.isKept {
            condition = "only after 'prepare()' or an asynchronous lookup"
        } else if isOnMainActor, holder.isolation == nil {
            condition = "only on MainActor"
        }
        if let condition {
            return add(.conditional, places, "\(places.text): \(condition)")
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
    init(_ binding: Binding, decoratedBy decorator: CodeLocation? = nil, _ words: Wording) {
        let name = words.name(binding.key)
        self.init(
            interface: decorator == nil ? name : "the decorator of \(name)",
            location: decorator ?? binding.location
        )
    }
}

extension Graph {
    /// Returns the places of a path, whose last binding may need another one.
    fileprivate func places(along path: [Int], to next: Int? = nil) -> [Finding.Place] {
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
            return scopes.dropLast().contains(outer)
        }
        return switch self {
        case .transient, .singleton: false
        case .weak, .resolution: holder == .singleton
        case .scope(let scope): holder == .singleton || !scope.isAlwaysOpen
        }
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
