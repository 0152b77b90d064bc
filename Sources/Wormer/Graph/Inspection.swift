/// The faults and remarks that can be found without creating instances.
final class Inspection {
    private(set) var faults: [VerificationError.Fault] = []
    private(set) var remarks: [Verification.Remark] = []

    /// The bindings whose synchronous requests depend on a condition or would fail.
    let holders: [Int]

    /// Whether a request may fail in a way that only a run can tell.
    let hasPossibleFaults: Bool

    private let wiring: Wiring
    private let injector: Injector

    /// Creates the inspection.
    ///
    /// - Parameters:
    ///   - wiring: The graph.
    ///   - injector: The injector of the graph.
    ///   - program: The injected properties of the program, or nil if they are not checked.
    init(of wiring: Wiring, in injector: Injector, _ program: InjectedProperty.Program?) {
        self.wiring = wiring
        self.injector = injector
        let requests = SynchronousRequests(in: wiring)
        holders = requests.holders
        var certain = Array(repeating: [] as [Int], count: wiring.nodes.count)
        var possible = certain
        for (index, node) in wiring.nodes.enumerated() {
            for need in node.needs where !need.isDeferred {
                // A provider resolves later, so it cannot complete a cycle or hold an instance.
                let providers = wiring.providers(of: need, for: node)
                possible[index] += providers
                certain[index] += need.isCertain ? providers : []
            }
        }
        let connections = Inspection.connections(in: wiring, certain)
        let known = (connections + requests.faults).map(\.description)
        let conditional = (Inspection.connections(in: wiring, possible) + requests.possibleFaults)
            .filter { !known.contains($0.description) }
        hasPossibleFaults = !conditional.isEmpty
        remarks += wiring.unusedDecorators.map { decorator in
            let interface = wiring.spelling.name(decorator.key)
            let place = VerificationError.Link(interface: interface, location: decorator.location)
            return Verification.Remark(
                .withoutEffect,
                [place],
                "the decorator of \(place.description): \(interface) is not bound"
            )
        }
        for node in wiring.nodes {
            inspect(node)
        }
        inspectProperties(program)
        inspectOrderOfScopes(possible)
        faults += connections + requests.faults
        faults = faults.ordered { $0.rank < $1.rank }
        remarks += requests.conditions
        remarks += conditional.map { Verification.Remark(.conditional, $0.places, $0.description) }
        if injector.isMain, !DeclaredService.areRecorded {
            let text = "services that were never read: only Swift 6.3 or later records them"
            remarks.append(Verification.Remark(.undescribed, [], text))
        }
    }

    /// Adds the faults and remarks about a binding alone, and about what it declares.
    private func inspect(_ node: Wiring.Node) {
        let (binding, location, spelling) = (node.binding, node.binding.location, wiring.spelling)
        let interface = spelling.name(binding.key)
        let place = VerificationError.Link(interface: interface, location: location)
        if node.isUnchecked {
            remarks.append(Verification.Remark(.unchecked, [place], place.description))
        }
        if let old = node.replaced {
            let replaced = VerificationError.Link(interface: interface, location: old)
            let text = "\(place) replaces the binding at \(old)"
            remarks.append(Verification.Remark(.replaced, [place, replaced], text))
        }
        if binding.factory?.traits.isIsolationImplied == true, let actor = node.isolation {
            let text = "\(place): only on \(shortName(type(of: actor))), where its closure was written"
            remarks.append(Verification.Remark(.conditional, [place], text))
        }
        if binding.isConforming == false {
            let implementation = spelling.name(binding.implementation)
            let interface = spelling.name(binding.key.interface)
            faults.append(.doesNotConform(interface: interface, implementation: implementation, at: location))
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
                let text =
                    "the array of \(element.interface) for \(place): nothing is contributed to "
                    + "\(element.interface), which is bound at \(bound.location)"
                remarks.append(Verification.Remark(.withoutEffect, [place, element], text))
            }
        }
    }

    /// Adds the faults and remarks about the injected properties of the program.
    private func inspectProperties(_ program: InjectedProperty.Program?) {
        func add(_ text: String) { remarks.append(Verification.Remark(.undescribed, [], text)) }
        for property in program?.properties ?? [] {
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
                add(property.path)
            }
        }
        for module in Array(program?.modulesWithoutMetadata ?? []).ordered(by: <) {
            add("all injected properties of \(module): it was compiled without reflection metadata")
        }
        if program?.isDescribed == false {
            add("all injected properties: this platform does not describe them")
        }
    }

    /// Returns the cycles and the captive dependencies.
    private static func connections(in wiring: Wiring, _ successors: [[Int]]) -> [VerificationError.Fault] {
        let faults = cycles(of: successors).map { cycle in
            VerificationError.Fault.cycle(path: wiring.links(of: cycle, followedBy: cycle.first))
        }
        let captives = paths(in: wiring, successors) { $0.isShorter(than: $1) }
        return faults
            + captives.map { path, holder, captive in
                .captiveDependency(path: path, holderLifetime: holder, captiveLifetime: captive)
            }
    }

    /// Adds a remark about each instance of a scope that keeps one of another scope, if it is unknown which scope ends
    /// first.
    private func inspectOrderOfScopes(_ successors: [[Int]]) {
        for (path, holder, captive) in Inspection.paths(in: wiring, successors, where: { $0.lacksOrder(with: $1) }) {
            guard let scope = holder.scopeToOpen?.name, let outer = captive.scopeToOpen?.name else {
                continue
            }
            let text =
                "\(path.text): only if the scope '\(outer)' is opened around '\(scope)'; to have that checked, declare "
                + "Scope(\(spelled(scope)), inside: Scope(\(spelled(outer))))"
            remarks.append(Verification.Remark(.conditional, path, text))
        }
    }

    /// A path from an instance that is kept to another one, and the lifetimes of both.
    private typealias Holding = (path: [VerificationError.Link], holder: Lifetime, captive: Lifetime)

    /// Returns the paths from each kept instance, through transient ones, to instances whose lifetimes meet a condition.
    private static func paths(
        in wiring: Wiring,
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

extension [VerificationError.Link] {
    /// The path in one line.
    @inline(never)
    var text: String { map(\.description).joined(separator: " -> ") }
}

extension VerificationError.Link {
    /// Creates the link for a binding, or for its decorator if that is what needs the next binding.
    @inline(never)
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
