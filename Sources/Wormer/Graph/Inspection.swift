/// A call of `verify()` or `verifyInstances()`.
final class Inspection {
    let injector: Injector
    let services: [DeclaredService]
    private let program: InjectedProperty.Program
    var wiring: Wiring

    /// The faults and remarks that can be found without creating instances.
    private(set) var faults: [VerificationError.Fault] = []
    private(set) var remarks: [Verification.Remark] = []

    /// What may fail, as only a run can tell.
    private(set) var possibleFaults: [VerificationError.Fault] = []

    /// The bindings whose synchronous requests depend on a condition or would fail.
    private(set) var holders: [Int] = []

    /// For each binding whose parameters are resolved by type, the paths to bindings that a synchronous request must
    /// not reach.
    private var knownPaths: [[[Int]]?] = []

    /// The faults and remarks about instances that were to be created.
    var failures: [VerificationError.Fault] = []
    var skipped: [Verification.Remark] = []

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
        (faults, remarks, possibleFaults, holders) = ([], [], [], [])
        knownPaths = Array(repeating: nil, count: wiring.nodes.count)
        for decorator in wiring.unusedDecorators {
            let interface = wiring.spelling.name(decorator.key)
            let place = VerificationError.Link(interface: interface, location: decorator.location)
            remark(.withoutEffect, [place], "the decorator of \(place): \(interface) is not bound")
        }
        for node in wiring.nodes {
            inspect(node)
        }
        inspectProperties()
        // A provider resolves later, so it cannot complete a cycle or hold an instance.
        func successors(where isFollowed: (Wiring.Need) -> Bool) -> [[Int]] {
            wiring.nodes.map { node in
                node.needs.filter { !$0.isDeferred && isFollowed($0) }.flatMap { wiring.providers(of: $0, for: node) }
            }
        }
        let (certain, possible) = (successors(where: \.isCertain), successors { _ in true })
        inspectOrderOfScopes(possible)
        let count = faults.count
        faults += connections(certain)
        inspectSynchronousRequests()
        let known = faults[count...].map(\.description)
        possibleFaults = (connections(possible) + possibleFaults).filter { !known.contains($0.description) }
        for fault in possibleFaults {
            remark(.conditional, fault.places, fault.description)
        }
        if injector.isMain, !DeclaredService.areRecorded {
            remark(.undescribed, [], "services that were never read: only Swift 6.3 or later records them")
        }
    }

    private func remark(_ kind: Verification.Remark.Kind, _ places: [VerificationError.Link], _ text: String) {
        remarks.append(Verification.Remark(kind, places, text))
    }

    /// Adds the faults and remarks about a binding alone, and about what it declares.
    private func inspect(_ node: Wiring.Node) {
        let (binding, location, spelling) = (node.binding, node.binding.location, wiring.spelling)
        let interface = spelling.name(binding.key)
        let place = VerificationError.Link(interface: interface, location: location)
        if node.isUnchecked {
            remark(.unchecked, [place], place.description)
        }
        if let old = node.replaced {
            let replaced = VerificationError.Link(interface: interface, location: old)
            remark(.replaced, [place, replaced], "\(place) replaces the binding at \(old)")
        }
        if binding.factory?.traits.isIsolationImplied == true, let actor = node.isolation {
            let name = shortName(type(of: actor))
            remark(.conditional, [place], "\(place): only on \(name), where its closure was written")
        }
        if binding.isConforming == false {
            let (implementation, interface) = (binding.implementation, spelling.name(binding.key.interface))
            faults.append(
                .doesNotConform(interface: interface, implementation: spelling.name(implementation), at: location)
            )
        }
        if node.isUnassigned {
            faults.append(.unassigned(service: interface, at: location))
        }
        if node.service?.endsNever == true {
            faults.append(.onEndNeverRuns(service: interface, lifetime: binding.lifetime, at: location))
        }
        for need in node.needs {
            if !need.isOptional, need.isDeclared, wiring.providers(of: need, for: node).isEmpty {
                let dependent = VerificationError.Link(binding, decoratedBy: need.decorator, spelling)
                let request = Request(need.key, at: dependent.location)
                faults.append(
                    .notBound(
                        interface: spelling.name(need.key),
                        neededBy: dependent.interface,
                        at: dependent.location,
                        nearMisses: NearMiss.nearest(to: request, in: injector)
                    )
                )
            }
            if let bound = wiring.bindingInsteadOfContributions(for: need, of: node) {
                let element = VerificationError.Link(interface: spelling.name(bound.key), location: bound.location)
                remark(
                    .withoutEffect,
                    [place, element],
                    "the array of \(element.interface) for \(place): nothing is contributed to "
                        + "\(element.interface), which is bound at \(bound.location)"
                )
            }
        }
    }

    /// Adds the faults and remarks about the injected properties of the program.
    private func inspectProperties() {
        for property in program.properties {
            let unanswered = wiring.unansweredNeed(of: property)
            if let unanswered, DeclaredService.areRecorded, let facade = property.wrapper?.facade {
                let location = CodeLocation(fileID: "", line: 0, facade: facade)
                let misses = NearMiss.nearest(to: Request(unanswered.key, at: location), in: injector)
                let spelling = Spelling(of: [unanswered.key.interface] + misses.map(\.interface))
                faults.append(
                    .notInjected(
                        interface: spelling.name(unanswered.key),
                        property: property.path,
                        nearMisses: misses,
                        code: Wording(facade: facade, isMain: true, spelling: spelling).bind(unanswered.key)
                    )
                )
            } else if unanswered != nil || property.wrapper == nil {
                remark(.undescribed, [], property.path)
            }
        }
        for text in program.unknown {
            remark(.undescribed, [], text)
        }
    }

    /// Returns the cycles and the captive dependencies.
    private func connections(_ successors: [[Int]]) -> [VerificationError.Fault] {
        let faults = cycles(of: successors).map { cycle in
            VerificationError.Fault.cycle(path: wiring.links(of: cycle, followedBy: cycle.first))
        }
        let captives = paths(successors) { $0.isShorter(than: $1) }
        return faults
            + captives.map { path, holder, captive in
                .captiveDependency(path: path, holderLifetime: holder, captiveLifetime: captive)
            }
    }

    /// Adds a remark about each instance of a scope that keeps one of another scope, if it is unknown which scope ends
    /// first.
    private func inspectOrderOfScopes(_ successors: [[Int]]) {
        for (path, holder, captive) in paths(successors, where: { $0.lacksOrder(with: $1) }) {
            guard let scope = holder.scopeToOpen?.name, let outer = captive.scopeToOpen?.name else {
                continue
            }
            remark(
                .conditional,
                path,
                "\(path.text): only if the scope '\(outer)' is opened around '\(scope)'; to have that checked, declare "
                    + "Scope(\(spelled(scope)), inside: Scope(\(spelled(outer))))"
            )
        }
    }

    /// A path from an instance that is kept to another one, and the lifetimes of both.
    private typealias Holding = (path: [VerificationError.Link], holder: Lifetime, captive: Lifetime)

    /// Returns the paths from each kept instance, through transient ones, to instances whose lifetimes meet a condition.
    private func paths(
        _ successors: [[Int]],
        where condition: (_ captive: Lifetime, _ holder: Lifetime) -> Bool
    ) -> [Holding] {
        let lifetimes = wiring.nodes.map(\.binding.lifetime)
        /// The path that was found from each transient binding for each lifetime of a holder.
        var witnesses: [Lifetime: [Int: [Int]]] = [:]

        /// Returns a path from a transient binding to an instance that meets the condition, or an empty path.
        func path(from start: Int, for holder: Lifetime) -> [Int] {
            var pending = [[start]]
            var seen: Set<Int> = [start]
            while let path = pending.popLast() {
                for next in successors[path[path.count - 1]] {
                    if condition(lifetimes[next], holder) {
                        return path + [next]
                    }
                    if lifetimes[next] == .transient, seen.insert(next).inserted {
                        pending.append(path + [next])
                    }
                }
            }
            return []
        }

        var holdings: [Holding] = []
        for index in wiring.nodes.indices {
            let holder = lifetimes[index]
            guard holder.isKeptByBinding || holder.scopeToOpen != nil else {
                continue
            }
            for next in successors[index] {
                var captive: [Int] = []
                if condition(lifetimes[next], holder) {
                    captive = [next]
                } else if lifetimes[next] == .transient {
                    captive = witnesses[holder]?[next] ?? path(from: next, for: holder)
                    witnesses[holder, default: [:]][next] = captive
                }
                if let last = captive.last {
                    holdings.append((wiring.links(of: [index] + captive), holder, lifetimes[last]))
                }
            }
        }
        return holdings
    }
}

// MARK: - Synchronous requests

extension Inspection {
    /// Adds the faults and remarks about synchronous requests for instances that are created asynchronously or on an
    /// actor.
    ///
    /// Only initializers that make requests themselves are checked. If an initializer's parameters are resolved by type,
    /// an asynchronous request awaits them and switches to their actors.
    private func inspectSynchronousRequests() {
        for (index, node) in wiring.nodes.enumerated() where requestsByHand(node) {
            for need in node.needs where !need.isDeferred {
                for next in wiring.providers(of: need, for: node) {
                    for path in paths(from: next) {
                        // If the initializer has run, its recorded request may have been for an optional.
                        add([index] + path, isCertain: need.kind == .inferred && need.isCertain)
                    }
                }
            }
        }
    }

    private func requestsByHand(_ node: Wiring.Node) -> Bool {
        node.binding.dependencies.isEmpty && !node.isAsync && !node.binding.isAssigned
    }

    /// Returns a path to each kind of binding that is created asynchronously or on an actor.
    private func paths(from index: Int) -> [[Int]] {
        if let known = knownPaths[index] {
            return known
        }
        let node = wiring.nodes[index]
        if node.binding.isAssigned || node.hasInstance && node.binding.lifetime != .weak {
            return []
        }
        if node.isAsync || node.isolation != nil {
            return [[index]]
        }
        guard !node.binding.dependencies.isEmpty else {
            // This binding is checked separately.
            return []
        }
        // Ends the recursion on a cycle, which is a separate fault.
        knownPaths[index] = []
        var paths: [[Int]] = []
        for need in node.needs where !need.isDeferred {
            for next in wiring.providers(of: need, for: node) {
                for path in self.paths(from: next) where !paths.contains(where: { isSameKind($0, path) }) {
                    paths.append([index] + path)
                }
            }
        }
        knownPaths[index] = paths
        return paths
    }

    private func isSameKind(_ first: [Int], _ second: [Int]) -> Bool {
        let (first, second) = (wiring.nodes[first[first.count - 1]], wiring.nodes[second[second.count - 1]])
        return first.isAsync == second.isAsync && first.isolation === second.isolation
            && first.binding.lifetime == second.binding.lifetime
    }

    private func add(_ path: [Int], isCertain: Bool) {
        let (holder, needed) = (wiring.nodes[path[0]], wiring.nodes[path[path.count - 1]])
        let actor = needed.isAsync ? nil : needed.isolation
        // On an actor other than the main actor, only an asynchronous request runs a factory.
        if let actor, actor === MainActor.shared, holder.isolation === actor {
            return
        }
        holders.append(path[0])
        let links = wiring.links(of: path)
        if needed.binding.lifetime != .transient, needed.binding.lifetime != .resolution {
            return remark(.conditional, links, links.text + ": only after 'prepare()' or an asynchronous lookup")
        }
        if let actor, actor === MainActor.shared, holder.isolation == nil {
            return remark(.conditional, links, links.text + ": only on \(type(of: actor))")
        }
        let fault: VerificationError.Fault =
            actor.map { .wrongIsolation(path: links, actor: "\(type(of: $0))") } ?? .needsAwaiting(path: links)
        if isCertain {
            faults.append(fault)
        } else {
            possibleFaults.append(fault)
        }
    }
}

extension [VerificationError.Link] {
    /// The path in one line.
    var text: String { map(\.description).joined(separator: " -> ") }
}

extension VerificationError.Link {
    /// Creates the link for a binding, or for its decorator if that is what needs the next binding.
    fileprivate init(_ binding: AnyBinding, decoratedBy decorator: AnyDecoration?, _ spelling: Spelling) {
        let name = spelling.name(binding.key)
        self.init(
            interface: decorator == nil ? name : "the decorator of \(name)",
            location: decorator?.location ?? binding.location
        )
    }
}

extension Wiring {
    /// Returns the links of a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - next: The binding that the last one needs, if any.
    /// - Returns: The links.
    func links(of path: [Int], followedBy next: Int? = nil) -> [VerificationError.Link] {
        zip(path, path.dropFirst().map { $0 } + [next]).map { index, next in
            let needs = nodes[index].needs.filter { need in
                next.map { providers(of: need, for: nodes[index]).contains($0) } ?? false
            }
            let decorator = needs.contains { $0.decorator == nil } ? nil : needs.first?.decorator
            return VerificationError.Link(nodes[index].binding, decoratedBy: decorator, spelling)
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
        guard let scope = scopeToOpen, let other = other.scopeToOpen else {
            return false
        }
        return scope != other && !scope.isInside(other) && !other.isInside(scope)
    }
}
